import type { ReactNode } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { useCoinUnit } from '../../node/coin.ts'
import { useRpc } from '../../node/queries.ts'
import { Age } from '../../ui/Age.tsx'
import { formatBytes, groupDigits, plainAmount } from '../../ui/format.ts'
import { Identicon } from '../../ui/Identicon.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { KindBadge } from './KindBadge.tsx'
import type { ChainTarget } from './target.ts'

/** Summary of a link's target in a few lines. Queries the node once, and only while shown. */
export function HoverCard({ target }: { readonly target: ChainTarget }) {
  switch (target.kind) {
    case 'address':
      return <AddressCard address={target.id} />
    case 'block':
      return <BlockCard block={target.id} />
    default:
      return <HashCard target={target} />
  }
}

interface Line {
  readonly label: string
  readonly value: ReactNode
}

function CardFrame(props: { readonly title: ReactNode; readonly id: string; readonly lines: readonly Line[] }) {
  return (
    <span className="flex flex-col gap-1.5 p-3 text-12">
      <span className="flex min-w-0 items-center gap-2 font-medium text-13">{props.title}</span>
      {props.id === '' ? null : <span className="break-all font-mono text-faint">{props.id}</span>}
      {props.lines.length === 0 ? null : (
        <span className="mt-0.5 flex flex-col gap-0.5 border-t pt-1.5">
          {props.lines.map(({ label, value }) => (
            <span key={label} className="flex justify-between gap-4">
              <span className="text-muted">{label}</span>
              <span className="min-w-0 truncate">{value}</span>
            </span>
          ))}
        </span>
      )}
    </span>
  )
}

const loading = (): readonly Line[] => [{ label: t('parts:card.loading'), value: '' }]
const notFound = (): readonly Line[] => [{ label: t('parts:card.unknown'), value: '' }]

function AddressCard({ address }: { readonly address: string }) {
  const coin = useCoinUnit()
  const { data, error } = useRpc('getaddresssummary', { address }, { keepPrevious: false })
  const lines: readonly Line[] = data
    ? [
        { label: t('parts:card.balance'), value: `${plainAmount(data.balance)} ${coin}` },
        { label: t('parts:card.transactions'), value: groupDigits(data.transactions) },
        ...(data.last ? [{ label: t('parts:card.lastUsed'), value: <Age time={data.last.time} /> }] : []),
      ]
    : error
      ? notFound()
      : loading()
  return (
    <CardFrame
      title={data?.label ? <SafeText text={data.label} max={60} className="truncate" /> : t('parts:card.address')}
      id={address}
      lines={lines}
    />
  )
}

function BlockCard({ block }: { readonly block: string }) {
  const coin = useCoinUnit()
  const { data, error } = useRpc('getblocksummary', { 'hash|height': block }, { keepPrevious: false })
  if (!data) return <CardFrame title={t('parts:card.block')} id={block} lines={error ? notFound() : loading()} />
  return (
    <CardFrame
      title={t('parts:card.blockAt', { height: groupDigits(data.height) })}
      id={data.hash}
      lines={[
        { label: t('parts:card.mined'), value: <Age time={data.time} /> },
        { label: t('parts:card.transactions'), value: groupDigits(data.txcount) },
        { label: t('parts:card.size'), value: formatBytes(data.size) },
        ...(data.fees === null ? [] : [{ label: t('parts:card.fees'), value: `${plainAmount(data.fees)} ${coin}` }]),
        {
          label: t('parts:card.confirmations'),
          value: data.active ? groupDigits(data.confirmations) : t('parts:card.orphaned'),
        },
      ]}
    />
  )
}

function HashCard({ target }: { readonly target: ChainTarget }) {
  const { data, error } = useRpc('resolvehash', { hash: target.id }, { keepPrevious: false })
  if (!data) return <CardFrame title={t('parts:card.hash')} id={target.id} lines={error ? notFound() : loading()} />
  if (data.block) return <BlockCard block={target.id} />
  if (data.token && target.kind !== 'transaction') return <TokenCard token={data.token} />
  if (data.transaction) return <TransactionCard transaction={data.transaction} />
  return <CardFrame title={t('parts:card.hash')} id={target.id} lines={notFound()} />
}

type Resolved = MethodResult<'resolvehash'>

function TokenCard({ token }: { readonly token: NonNullable<Resolved['token']> }) {
  return (
    <CardFrame
      title={
        <>
          <Identicon seed={token.tokenid} className="size-5" />
          <SafeText text={token.name} max={40} className="truncate" />
        </>
      }
      id={token.tokenid}
      lines={[
        { label: t('parts:card.kind'), value: token.nft ? t('parts:card.nft') : t('parts:card.token') },
        { label: t('parts:card.supply'), value: groupDigits(token.supply) },
      ]}
    />
  )
}

function TransactionCard({ transaction }: { readonly transaction: NonNullable<Resolved['transaction']> }) {
  const coin = useCoinUnit()
  const { kind, block, state, size, outputs, amount, confirmations, time } = transaction
  return (
    <CardFrame
      title={
        <>
          {t('parts:card.transaction')} <KindBadge kind={kind} />
        </>
      }
      id={transaction.txid}
      lines={[
        {
          label: t('parts:card.state'),
          value:
            state === 'confirmed'
              ? t('parts:tx.confirmations', { count: confirmations })
              : state === 'mempool'
                ? t('parts:tx.inMempool')
                : t('parts:tx.unknown'),
        },
        ...(block ? [{ label: t('parts:card.block'), value: groupDigits(block.height) }] : []),
        ...(block || time !== null
          ? [
              {
                label: block ? t('parts:drawer.mined') : t('parts:card.received'),
                value: <Age time={block?.time ?? time ?? 0} />,
              },
            ]
          : []),
        { label: t('parts:card.outputs', { count: outputs }), value: `${plainAmount(amount)} ${coin}` },
        { label: t('parts:card.size'), value: formatBytes(size) },
      ]}
    />
  )
}
