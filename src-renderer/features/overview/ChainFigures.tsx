import type { MethodResult } from '#shared/rpc/index.ts'
import { useRpc } from '../../node/queries.ts'
import { useChainState } from '../../node/useChainState.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { Age } from '../../ui/Age.tsx'
import { amountParts, formatBytes, formatNumber, groupDigits, plainAmount, plural } from '../../ui/format.ts'
import { middleTruncated } from '../../ui/Hash.tsx'
import { KeyFigure, KeyFigures } from '../../ui/KeyFigure.tsx'

/** Block 0 is part of the program: a chain that has no other has none of its own. */
function newest(info: Pick<MethodResult<'getinfo'>, 'blocks' | 'tiptime'> | undefined) {
  if (!info) return undefined
  return info.blocks === 0 ? 'None yet' : <Age time={info.tiptime} />
}

export function ChainFigures({ coin }: { readonly coin: string }) {
  const info = useRpc('getinfo', {})
  const chain = useRpc('getblockchaininfo', {})
  const mempool = useRpc('getmempoolinfo', {})
  const state = useChainState()
  if (chain.error && !chain.data) {
    return <RpcErrorState error={chain.error} onRetry={() => void chain.refetch()} className="m-0" />
  }
  return (
    <KeyFigures>
      <KeyFigure
        label="Height"
        value={chain.data ? groupDigits(chain.data.blocks) : undefined}
        note={chain.data ? `block ${middleTruncated(chain.data.bestblockhash, 6, 6)}` : null}
        source={<CallSource calls={[shownCall('getblockchaininfo', {})]} />}
      />
      <KeyFigure
        label="Newest block"
        value={newest(info.data) ?? (info.error ? null : undefined)}
        note={info.data ? state.tip : null}
        source={<CallSource calls={[shownCall('getinfo', {})]} />}
      />
      <KeyFigure
        label="Waiting"
        value={mempool.data ? groupDigits(mempool.data.size) : mempool.error ? null : undefined}
        note={mempool.data ? `${plural(mempool.data.size, 'tx', 'txs')}, ${formatBytes(mempool.data.bytes)}` : null}
        source={<CallSource calls={[shownCall('getmempoolinfo', {})]} />}
      />
      <KeyFigure
        label="Difficulty"
        value={chain.data ? formatNumber(chain.data.difficulty) : undefined}
        note={chain.data?.difficulty === 1 ? 'the easiest' : 'times the easiest'}
        source={<CallSource calls={[shownCall('getblockchaininfo', {})]} />}
      />
      <KeyFigure
        label="Coin supply"
        value={chain.data ? amountParts(chain.data.chainSupply.chainValue).whole : undefined}
        note={chain.data ? `${plainAmount(chain.data.chainSupply.chainValue)} ${coin}` : null}
        source={<CallSource calls={[shownCall('getblockchaininfo', {})]} />}
      />
    </KeyFigures>
  )
}
