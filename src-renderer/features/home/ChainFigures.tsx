import type { ReactNode } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { FIGURE_LINK } from '../../components/links/TipLink.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/texts.ts'
import { isFirstOfAll } from '../../node/chainState.ts'
import { useRpc } from '../../node/queries.ts'
import { useChainState } from '../../node/useChainState.ts'
import { Age } from '../../ui/Age.tsx'
import {
  amountParts,
  coinUnit,
  formatBytes,
  formatNumber,
  groupDigits,
  inSatoshis,
  plainAmount,
} from '../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../ui/KeyFigure.tsx'
import { Shows } from '../../ui/Shows.tsx'

function newest(info: Pick<MethodResult<'getinfo'>, 'blocks' | 'tiptime'> | undefined) {
  if (!info) return undefined
  return isFirstOfAll(info.blocks) ? t('home:figures.noBlock') : <Age time={info.tiptime} />
}

const FIRST_OF_ALL = { 'hash|height': '0', verbosity: 1 } as const

/** The spendable supply. The node also counts the coins of block 0, as the reference does; nobody can spend them. */
function supplyOf(
  chain: MethodResult<'getblockchaininfo'> | undefined,
  first: MethodResult<'getblock'> | undefined,
): bigint | undefined {
  if (!chain || first === undefined || typeof first === 'string') return undefined
  return chain.chainSupply.chainValue - first.chainSupply.chainValue
}

/** The height, which leads to its block. */
function Tip({ chain }: { readonly chain: MethodResult<'getblockchaininfo'> }) {
  return (
    <ChainLink to={{ kind: 'block', id: chain.bestblockhash }} className={FIGURE_LINK}>
      <Shows figure="height">{groupDigits(chain.blocks)}</Shows>
    </ChainLink>
  )
}

/** Beside its whole coins all of it; satoshis are whole, so it is their unit. */
const supplyNote = (supply: bigint): ReactNode =>
  inSatoshis() ? coinUnit(undefined) : <Shows figure="supply">{plainAmount(supply)}</Shows>

export function ChainFigures() {
  const info = useRpc('getinfo', {})
  const chain = useRpc('getblockchaininfo', {})
  const mempool = useRpc('getmempoolinfo', {})
  const first = useRpc('getblock', FIRST_OF_ALL)
  const state = useChainState()
  const supply = supplyOf(chain.data, first.data)
  if (chain.error && !chain.data) {
    return <RpcErrorState error={chain.error} onRetry={() => void chain.refetch()} className="m-0" />
  }
  return (
    <KeyFigures>
      <KeyFigure
        label={t('home:figures.height')}
        value={chain.data ? <Tip chain={chain.data} /> : undefined}
        chars={chain.data ? groupDigits(chain.data.blocks).length : undefined}
        note={
          chain.data ? (
            <Trans
              i18nKey="home:figures.block"
              components={{
                hash: <ChainLink to={{ kind: 'block', id: chain.data.bestblockhash }} head={6} tail={6} />,
              }}
            />
          ) : null
        }
        source={<CallSource calls={[shownCall('getblockchaininfo', {})]} />}
      />
      <KeyFigure
        label={t('home:figures.latest')}
        value={newest(info.data) ?? (info.error ? null : undefined)}
        note={info.data ? state.tip : null}
        source={<CallSource calls={[shownCall('getinfo', {})]} />}
      />
      <KeyFigure
        label={t('home:figures.mempool')}
        value={mempool.data ? groupDigits(mempool.data.size) : mempool.error ? null : undefined}
        note={
          mempool.data
            ? t('home:figures.mempoolNote', { count: mempool.data.size, size: formatBytes(mempool.data.bytes) })
            : null
        }
        source={<CallSource calls={[shownCall('getmempoolinfo', {})]} />}
      />
      <KeyFigure
        label={t('home:figures.difficulty')}
        value={chain.data ? formatNumber(chain.data.difficulty) : undefined}
        note={t(chain.data?.difficulty === 1 ? 'home:figures.easiest' : 'home:figures.timesEasiest')}
        source={<CallSource calls={[shownCall('getblockchaininfo', {})]} />}
      />
      <KeyFigure
        label={t('home:figures.supply')}
        value={supply === undefined ? (first.error ? null : undefined) : amountParts(supply).whole}
        note={
          supply === undefined ? null : isFirstOfAll(chain.data?.blocks) ? t('frame:state.noBlock') : supplyNote(supply)
        }
        source={<CallSource calls={[shownCall('getblockchaininfo', {}), shownCall('getblock', FIRST_OF_ALL)]} />}
      />
    </KeyFigures>
  )
}
