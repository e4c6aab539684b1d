import { Clock3 } from 'lucide-react'
import { BlockLink } from '../../components/links/BlockLink.tsx'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { KnownHash } from '../../components/people/KnownHash.tsx'
import { TokenMark } from '../../components/TokenMark.tsx'
import { t } from '../../i18n/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { groupDigits } from '../../ui/format.ts'
import { SafeText } from '../../ui/SafeText.tsx'
import type { Column } from '../../ui/table/columns.ts'
import type { ListedToken } from './useTokens.ts'

/** Shows a holder or creator: a shortened key, or "you". */
export function Party({
  value,
  label,
  own,
}: {
  readonly value: string
  readonly label: string
  readonly own: boolean
}) {
  return own ? <Badge tone="accent">{t('tokens:you')}</Badge> : <KnownHash value={value} label={label} inRow />
}

const DIGIT_PX = 8
/** Minimum width in px, so that the header fits too. */
const MIN_WIDTH_PX = 88

/** Returns the number of characters of the longest number of units among the tokens. */
export function longestNumber(rows: readonly ListedToken[] | undefined): number {
  const most = (rows ?? []).reduce((max, { supply, mybalance }) => {
    const larger = supply > mybalance ? supply : mybalance
    return larger > max ? larger : max
  }, 0n)
  return groupDigits(most).length
}

/** Returns the columns. Numbers get the width of the longest one, and names the rest. */
export function tokenColumns(ownKey: string | undefined, longest: number): readonly Column<ListedToken>[] {
  const units = `minmax(${Math.max(MIN_WIDTH_PX, longest * DIGIT_PX)}px, 1fr)`
  return [
    {
      id: 'name',
      header: t('tokens:column.name'),
      width: 'minmax(180px, 4fr)',
      sortBy: (row) => row.name,
      cell: (row) => (
        <span className="flex items-center gap-2.5">
          <TokenMark tokenid={row.tokenid} name={row.name} nft={row.data !== undefined} />
          <span className="min-w-0 truncate font-medium">
            <SafeText text={row.name} max={40} />
          </span>
          {row.data === undefined ? null : <Badge>{t('tokens:nft')}</Badge>}
          {row.pending ? (
            <Badge tone="warn" icon={<Clock3 aria-hidden className="size-3" />}>
              {row.height === undefined ? t('tokens:pending') : t('tokens:moving')}
            </Badge>
          ) : null}
        </span>
      ),
    },
    {
      id: 'balance',
      header: t('tokens:column.balance'),
      hint: t('tokens:column.balanceHint'),
      align: 'right',
      width: units,
      firstSort: 'descending',
      sortBy: (row) => row.mybalance,
      cell: (row) =>
        row.mybalance === 0n ? (
          <span className="text-faint">0</span>
        ) : (
          <span className="font-medium">{groupDigits(row.mybalance)}</span>
        ),
    },
    {
      id: 'supply',
      header: t('tokens:column.supply'),
      hint: t('tokens:column.supplyHint'),
      align: 'right',
      width: units,
      firstSort: 'descending',
      sortBy: (row) => row.supply,
      cell: (row) => groupDigits(row.supply),
    },
    {
      id: 'height',
      header: t('tokens:column.created'),
      hint: t('tokens:column.createdHint'),
      width: '96px',
      align: 'right',
      firstSort: 'descending',
      sortBy: (row) => row.height ?? Number.MAX_SAFE_INTEGER,
      cell: (row) =>
        row.height === undefined ? (
          <span className="text-warn">{t('tokens:column.next')}</span>
        ) : (
          <BlockLink height={row.height} inRow />
        ),
    },
    {
      id: 'owner',
      header: t('tokens:column.creator'),
      width: '136px',
      hideBelow: 1010,
      sortBy: (row) => (row.owner === ownKey ? '' : row.owner),
      cell: (row) => <Party value={row.owner} label={t('tokens:creatorKey')} own={row.owner === ownKey} />,
    },
    {
      id: 'id',
      header: t('tokens:column.id'),
      width: '136px',
      hideBelow: 860,
      cell: (row) => <ChainLink to={{ kind: 'token', id: row.tokenid }} label={t('tokens:tokenId')} inRow />,
    },
  ]
}
