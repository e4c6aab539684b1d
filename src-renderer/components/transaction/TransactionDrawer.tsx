import { Link } from '@tanstack/react-router'
import { CircleCheck, Clock3 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { parseJson } from '#shared/json.ts'
import type { Explanation, MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc, useRpcText } from '../../node/queries.ts'
import { Age } from '../../ui/Age.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { Drawer } from '../../ui/Dialog.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { formatBytes, groupDigits, plainAmount } from '../../ui/format.ts'
import { Hash } from '../../ui/Hash.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { Shows } from '../../ui/Shows.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { CallSource, shownCall } from '../CallSource.tsx'
import { LapsedNotarisation, useLapsedNotarisation } from '../lapsedNotarisation.tsx'
import { ChainLink } from '../links/ChainLink.tsx'
import { LinkedTree } from '../links/LinkedTree.tsx'
import { RpcErrorState } from '../RpcErrorState.tsx'
import { InlineTokenMark } from '../TokenMark.tsx'
import { useAct } from './act.ts'
import { describeTransaction } from './describe.ts'
import { formatOwnCost } from './figures.ts'
import { OutputList } from './OutputList.tsx'
import { useExplanation } from './useExplanation.ts'

type Transaction = Exclude<MethodResult<'getrawtransaction'>, string>

export interface TransactionDrawerProps {
  readonly txid: string
  readonly coin: string
  onClose(): void
  /** Meaning for the wallet; also shown if the chain does not contain the transaction. */
  readonly own?: ReactNode
  /** Opens the block that contains the transaction. */
  readonly onBlock?: ((hash: string) => void) | undefined
}

/** Shows all details of one transaction, starting with a summary. */
export function TransactionDrawer({ txid, coin, onClose, own, onBlock }: TransactionDrawerProps) {
  const input = { txid, verbose: 1 }
  const transaction = useRpc('getrawtransaction', input, { keepPrevious: false })
  const explained = useExplanation(txid)
  const txExplanation = explained.data
  const act = useAct(txExplanation)
  const story = useMemo(() => txExplanation && describeTransaction(txExplanation), [txExplanation])
  const [tab, setTab] = useState<'words' | 'decoded' | 'hex'>('words')
  const { data } = transaction
  const error = transaction.error ?? explained.error
  const again = () => void Promise.all([transaction.refetch(), explained.refetch()])
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('parts:drawer.title')}
      subtitle={<Hash value={txid} label={t('parts:drawer.id')} head={14} tail={14} />}
      actions={
        <>
          <Button asChild size="sm" variant="ghost">
            <Link to="/tx/$txid" params={{ txid }}>
              {t('parts:drawer.page')}
            </Link>
          </Button>
          <CallSource
            calls={[shownCall('getrawtransaction', input), shownCall('explaintransaction', { transaction: txid })]}
          />
        </>
      }
    >
      {own ? <div className="mb-4">{own}</div> : null}
      {data && typeof data !== 'string' && story ? (
        <div className="flex flex-col gap-4">
          <p className="font-medium text-14">
            <SafeText text={act} max={600} />
          </p>
          <TransactionFacts transaction={data} told={story.told} coin={coin} typed={own != null} onBlock={onBlock} />
          <Tabs
            label={t('parts:review.views')}
            value={tab}
            onChange={setTab}
            tabs={[
              {
                id: 'words',
                label: t('parts:drawer.summary'),
                content: <OutputList story={story} coin={coin} linked />,
              },
              { id: 'decoded', label: t('parts:review.decoded'), content: <Decoded txid={txid} /> },
              {
                id: 'hex',
                label: t('parts:review.hex'),
                content: <CodeBlock text={data.hex} label={t('parts:drawer.hex')} wrap />,
              },
            ]}
          />
        </div>
      ) : error ? (
        <RpcErrorState error={error} compact onRetry={again} />
      ) : (
        <SkeletonLines lines={10} />
      )}
    </Drawer>
  )
}

interface TransactionFactsProps {
  readonly transaction: Transaction
  readonly told: Explanation
  readonly coin: string
  /** True if the wallet's part already shows the type. */
  readonly typed: boolean
  readonly onBlock: ((hash: string) => void) | undefined
}

function TransactionFacts({ transaction, told: txExplanation, coin, typed, onBlock }: TransactionFactsProps) {
  const { fee, coinbase, size } = txExplanation
  const cost = formatOwnCost(txExplanation, coin)
  const { blockhash } = transaction
  const lapsed = useLapsedNotarisation() !== undefined
  const confirmations = (lapsed ? transaction.rawconfirmations : transaction.confirmations) ?? 0
  return (
    <FactList
      facts={[
        {
          label: t('parts:drawer.state'),
          value:
            confirmations > 0 ? (
              <>
                <Badge tone="ok" icon={<CircleCheck aria-hidden className="size-3" />}>
                  {t('parts:tx.confirmations', { count: confirmations })}
                </Badge>
                <LapsedNotarisation />
              </>
            ) : (
              <Badge tone="warn" icon={<Clock3 aria-hidden className="size-3" />}>
                {t('parts:tx.inMempool')}
              </Badge>
            ),
        },
        ...(blockhash !== undefined && transaction.height !== undefined
          ? [
              {
                label: t('parts:drawer.block'),
                value: onBlock ? (
                  <button
                    type="button"
                    onClick={() => onBlock(blockhash)}
                    className="rounded-sm text-accent-text underline underline-offset-4"
                  >
                    {groupDigits(transaction.height)}
                  </button>
                ) : (
                  <ChainLink to={{ kind: 'block', id: blockhash }}>{groupDigits(transaction.height)}</ChainLink>
                ),
              },
            ]
          : []),
        ...(transaction.blocktime === undefined
          ? []
          : [{ label: t('parts:drawer.mined'), value: <Age time={transaction.blocktime} /> }]),
        { label: t('parts:drawer.size'), value: formatBytes(size) },
        ...txExplanation.tokens.map(({ tokenid, name }) => ({
          label: t('parts:card.token'),
          value: (
            <>
              <InlineTokenMark tokenid={tokenid} />
              <ChainLink to={{ kind: 'token', id: tokenid }}>
                <SafeText text={name} max={40} />
              </ChainLink>
            </>
          ),
        })),
        ...(coinbase && !typed ? [{ label: t('parts:drawer.kind'), value: t('parts:drawer.coinbase') }] : []),
        ...(coinbase
          ? []
          : [
              {
                label: t('parts:drawer.fee'),
                value:
                  fee === null ? (
                    t('parts:drawer.unknown')
                  ) : (
                    <>
                      <Shows figure="fee">{plainAmount(fee)}</Shows> {coin}
                    </>
                  ),
              },
            ]),
        ...(cost === null ? [] : [{ label: t('parts:confirm.label'), value: cost }]),
        { label: t('parts:drawer.counts'), value: `${transaction.vin.length}, ${transaction.vout.length}` },
        ...(transaction.expiryheight && confirmations === 0
          ? [
              {
                label: t('parts:drawer.expires'),
                value: t('parts:drawer.expiresAt', { height: groupDigits(transaction.expiryheight) }),
              },
            ]
          : []),
      ]}
    />
  )
}

function Decoded({ txid }: { readonly txid: string }) {
  const text = useRpcText('getrawtransaction', { txid, verbose: 1 })
  const root = useMemo(() => (text.data === undefined ? undefined : parseJson(text.data)), [text.data])
  if (root === undefined) return <SkeletonLines lines={8} />
  return <LinkedTree root={root} label={t('parts:review.decodedLabel')} className="h-100 border bg-sunken py-1.5" />
}
