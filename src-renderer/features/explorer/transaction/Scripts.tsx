import type { UseQueryResult } from '@tanstack/react-query'
import type { MethodResult } from '#shared/rpc/index.ts'
import { RpcErrorState } from '../../../parts/RpcErrorState.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { Hash, middleTruncated } from '../../../ui/Hash.tsx'
import { SkeletonLines } from '../../../ui/Skeleton.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'

interface ScriptRow {
  readonly key: string
  readonly where: string
  readonly type: string
  readonly asm: string
  readonly hex: string
}

const TYPES: Readonly<Record<string, string>> = {
  pubkey: 'Public key',
  pubkeyhash: 'Public key hash',
  scripthash: 'Script hash',
  multisig: 'Multisig',
  nulldata: 'Data',
  cryptocondition: 'Crypto-condition',
  nonstandard: 'Non-standard',
}

const columns: readonly Column<ScriptRow>[] = [
  { id: 'where', header: 'Of', width: '96px', cell: ({ where }) => where },
  { id: 'type', header: 'Type', width: '136px', cell: ({ type }) => <span className="text-muted">{type}</span> },
  {
    id: 'asm',
    header: 'Script',
    width: 'minmax(160px, 1fr)',
    cell: ({ asm }) => (
      <span className="font-mono text-12">{asm === '' ? '(empty)' : middleTruncated(asm, 70, 24)}</span>
    ),
  },
  {
    id: 'hex',
    header: 'Hex',
    width: '150px',
    cell: ({ hex }) => (hex === '' ? '—' : <Hash value={hex} label="script in hex" head={6} tail={6} inRow />),
  },
  {
    id: 'size',
    header: 'Size',
    width: '72px',
    align: 'right',
    cell: ({ hex }) => formatBytes(hex.length / 2),
  },
]

type Raw = Exclude<MethodResult<'getrawtransaction'>, string>

/** What signs each input, and the condition that each output has to be spent by. */
function rowsOf({ vin, vout }: Raw): ScriptRow[] {
  const inputs = vin.map((input, n): ScriptRow => {
    const script = 'scriptSig' in input ? input.scriptSig : undefined
    const coinbase = 'coinbase' in input ? input.coinbase : undefined
    return {
      ...{ key: `in ${n}`, where: `Input ${n}`, type: coinbase === undefined ? 'Signature script' : 'Coinbase data' },
      ...{ asm: script?.asm ?? '', hex: script?.hex ?? coinbase ?? '' },
    }
  })
  const outputs = vout.map(
    ({ n, scriptPubKey: { type, asm, hex } }): ScriptRow => ({
      ...{ key: `out ${n}`, where: `Output ${n}`, type: TYPES[type] ?? type, asm, hex },
    }),
  )
  return [...outputs, ...inputs]
}

export function Scripts({ query }: { readonly query: UseQueryResult<MethodResult<'getrawtransaction'>> }) {
  const { data, error } = query
  if (data === undefined || typeof data === 'string') {
    return error ? (
      <RpcErrorState error={error} compact onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonLines lines={6} />
    )
  }
  return (
    <DataTable
      label="Scripts of the transaction"
      columns={columns}
      rows={rowsOf(data)}
      rowKey={({ key }) => key}
      maxRows={10}
      empty={null}
    />
  )
}
