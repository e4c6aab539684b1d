import type { ReactNode } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useRpc } from '../../node/queries.ts'
import { Age } from '../../ui/Age.tsx'
import { formatBytes, groupDigits, plainAmount, plural } from '../../ui/format.ts'
import { Identicon } from '../../ui/Identicon.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { KindBadge } from './KindBadge.tsx'
import type { ChainTarget } from './target.ts'

/** What a link leads to, in a few lines. It asks the node once, and only while it is shown. */
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

const LOADING: readonly Line[] = [{ label: 'Loading …', value: '' }]

function useCoin(): string {
  return useRpc('getnodestatus', {}).data?.name ?? ''
}

function AddressCard({ address }: { readonly address: string }) {
  const coin = useCoin()
  const { data, error } = useRpc('getaddresssummary', { address }, { keepPrevious: false })
  const lines: readonly Line[] = data
    ? [
        { label: 'Balance', value: `${plainAmount(data.balance)} ${coin}` },
        { label: 'Transactions', value: groupDigits(data.transactions) },
        ...(data.last ? [{ label: 'Last used', value: <Age time={data.last.time} /> }] : []),
      ]
    : error
      ? [{ label: 'Not known to this node', value: '' }]
      : LOADING
  return (
    <CardFrame
      title={data?.label ? <SafeText text={data.label} max={60} className="truncate" /> : 'Address'}
      id={address}
      lines={lines}
    />
  )
}

function BlockCard({ block }: { readonly block: string }) {
  const coin = useCoin()
  const { data, error } = useRpc('getblocksummary', { 'hash|height': block }, { keepPrevious: false })
  if (!data) return <CardFrame title="Block" id={block} lines={error ? [NOT_FOUND] : LOADING} />
  return (
    <CardFrame
      title={`Block ${groupDigits(data.height)}`}
      id={data.hash}
      lines={[
        { label: 'Mined', value: <Age time={data.time} /> },
        { label: 'Transactions', value: groupDigits(data.txcount) },
        { label: 'Size', value: formatBytes(data.size) },
        ...(data.fees === null ? [] : [{ label: 'Fees', value: `${plainAmount(data.fees)} ${coin}` }]),
        {
          label: 'Confirmations',
          value: data.active ? groupDigits(data.confirmations) : 'orphaned: not on the active chain',
        },
      ]}
    />
  )
}

const NOT_FOUND: Line = { label: 'Not known to this node', value: '' }

function HashCard({ target }: { readonly target: ChainTarget }) {
  const { data, error } = useRpc('resolvehash', { hash: target.id }, { keepPrevious: false })
  if (!data) return <CardFrame title="Hash" id={target.id} lines={error ? [NOT_FOUND] : LOADING} />
  if (data.block) return <BlockCard block={target.id} />
  if (data.token && target.kind !== 'transaction') return <TokenCard token={data.token} />
  if (data.transaction) return <TransactionCard transaction={data.transaction} />
  return <CardFrame title="Hash" id={target.id} lines={[NOT_FOUND]} />
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
        { label: 'Kind', value: token.nft ? 'NFT' : 'Token' },
        { label: 'Supply', value: groupDigits(token.supply) },
      ]}
    />
  )
}

function TransactionCard({ transaction }: { readonly transaction: NonNullable<Resolved['transaction']> }) {
  const coin = useCoin()
  const { kind, block, state, size, outputs, amount, confirmations, time } = transaction
  return (
    <CardFrame
      title={
        <>
          Transaction <KindBadge kind={kind} />
        </>
      }
      id={transaction.txid}
      lines={[
        {
          label: 'State',
          value:
            state === 'confirmed'
              ? plural(confirmations, 'confirmation')
              : state === 'mempool'
                ? 'In the mempool'
                : 'Not in the chain or mempool',
        },
        ...(block ? [{ label: 'Block', value: groupDigits(block.height) }] : []),
        ...(block || time !== null
          ? [{ label: block ? 'Mined' : 'Received', value: <Age time={block?.time ?? time ?? 0} /> }]
          : []),
        { label: plural(outputs, 'output'), value: `${plainAmount(amount)} ${coin}` },
        { label: 'Size', value: formatBytes(size) },
      ]}
    />
  )
}
