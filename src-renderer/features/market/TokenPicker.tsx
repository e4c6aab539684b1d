import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { isMovableData } from '../../components/movableData.ts'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { TokenMark } from '../../components/TokenMark.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { groupDigits } from '../../ui/format.ts'
import { SafeText } from '../../ui/SafeText.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { FramedTable } from '../../ui/table/FramedTable.tsx'
import { visibleString } from '../../ui/visibleText.ts'

type Token = MethodResult<'tokensummary'>['rows'][number]

/** Maximum number of tokens loaded. If there are more, the node's filter finds the others. */
const MAX_TOKENS = 1000

const buildColumns = (): readonly Column<Token>[] => [
  {
    id: 'name',
    header: t('market:list.token'),
    width: 'minmax(140px, 1fr)',
    cell: (row) => (
      <span className="flex items-center gap-2.5">
        <TokenMark tokenid={row.tokenid} name={row.name} nft={row.data !== undefined} />
        <span className="min-w-0 truncate font-medium">
          <SafeText text={row.name} max={40} />
        </span>
      </span>
    ),
  },
  {
    id: 'balance',
    header: t('market:pick.balance'),
    align: 'right',
    width: '140px',
    cell: ({ mybalance }) => <span className={mybalance === 0n ? 'text-faint' : ''}>{groupDigits(mybalance)}</span>,
  },
]

/**
 * Selects the token for an order. Tokens held by this node's key are first, and tokens that cannot be transferred are
 * omitted.
 */
export function TokenPicker({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const filter = useDeferredValue(typed.trim())
  const tokens = useRpc('tokensummary', { limit: MAX_TOKENS, ...(filter && { filter }) })
  const rows = useMemo(
    () =>
      tokens.data?.rows
        .filter(({ data }) => isMovableData(data))
        .toSorted((a, b) => Number(b.mybalance > 0n) - Number(a.mybalance > 0n)),
    [tokens.data],
  )
  const columns = useMemo(buildColumns, [])
  return (
    <Dialog open onOpenChange={onClose} title={t('market:pick.title')} description={t('market:pick.text')}>
      <div className="flex flex-col gap-3 pt-0.5">
        <SearchField
          label={t('market:list.search')}
          placeholder={t('market:list.searchHint')}
          value={typed}
          wait={120}
          onChange={setTyped}
        />
        <FramedTable
          label={t('market:pick.title')}
          columns={columns}
          rows={rows}
          rowKey={({ tokenid }) => tokenid}
          rowLabel={({ name }) => visibleString(name, 40)}
          onOpen={({ tokenid, mybalance }) => {
            onClose()
            // Start with selling if the user owns units.
            const search = mybalance > 0n ? { side: 'ask' as const } : {}
            void navigate({ to: '/market/$tokenid', params: { tokenid }, search })
          }}
          maxRows={8}
          skeletonRows={4}
          error={tokens.error && !tokens.data ? <RpcErrorState error={tokens.error} compact /> : undefined}
          empty={<EmptyState title={t('market:pick.nothing')} className="py-6" />}
        />
      </div>
    </Dialog>
  )
}
