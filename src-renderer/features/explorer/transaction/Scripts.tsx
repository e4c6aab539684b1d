import type { UseQueryResult } from '@tanstack/react-query'
import type { MethodResult } from '#shared/rpc/index.ts'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
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

const TYPES = ['pubkey', 'pubkeyhash', 'scripthash', 'multisig', 'nulldata', 'cryptocondition', 'nonstandard'] as const

/** Returns the label of a script type. A type without a label is shown as the node names it. */
function formatScriptType(type: string): string {
  const known = TYPES.find((one) => one === type)
  return known ? t(`explorer:script.kind.${known}`) : type
}

const buildColumns = (): readonly Column<ScriptRow>[] => [
  { id: 'where', header: t('explorer:script.of'), width: '124px', cell: ({ where }) => where },
  {
    id: 'type',
    header: t('explorer:script.type'),
    width: '136px',
    cell: ({ type }) => <span className="text-muted">{type}</span>,
  },
  {
    id: 'asm',
    header: t('explorer:script.script'),
    width: 'minmax(160px, 1fr)',
    cell: ({ asm }) => (
      <span className="font-mono text-12">
        {asm === '' ? t('explorer:script.empty') : middleTruncated(asm, 70, 24)}
      </span>
    ),
  },
  {
    id: 'hex',
    header: t('explorer:script.hex'),
    width: '150px',
    hideBelow: 760,
    cell: ({ hex }) =>
      hex === '' ? '—' : <Hash value={hex} label={t('explorer:script.hexLabel')} head={6} tail={6} inRow />,
  },
  {
    id: 'size',
    header: t('explorer:script.size'),
    width: '72px',
    align: 'right',
    cell: ({ hex }) => formatBytes(hex.length / 2),
  },
]

type Raw = Exclude<MethodResult<'getrawtransaction'>, string>

/** Returns the signature script of each input, and the script of each output. */
function toRows({ vin, vout }: Raw): ScriptRow[] {
  const inputs = vin.map((input, n): ScriptRow => {
    const script = 'scriptSig' in input ? input.scriptSig : undefined
    const coinbase = 'coinbase' in input ? input.coinbase : undefined
    const type = coinbase === undefined ? t('explorer:script.signature') : t('explorer:script.coinbase')
    return {
      ...{ key: `in ${n}`, where: t('explorer:script.input', { n }), type },
      ...{ asm: script?.asm ?? '', hex: script?.hex ?? coinbase ?? '' },
    }
  })
  const outputs = vout.map(
    ({ n, scriptPubKey: { type, asm, hex } }): ScriptRow => ({
      ...{ key: `out ${n}`, where: t('explorer:script.output', { n }), type: formatScriptType(type), asm, hex },
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
      label={t('explorer:script.label')}
      columns={buildColumns()}
      rows={toRows(data)}
      rowKey={({ key }) => key}
      maxRows={10}
      empty={null}
    />
  )
}
