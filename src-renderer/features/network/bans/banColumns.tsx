import { Gavel, ShieldAlert, ShieldOff } from 'lucide-react'
import { shortSubnet } from '../../../components/shortSubnet.ts'
import { t } from '../../../i18n/texts.ts'
import { Age, Countdown } from '../../../ui/Age.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { kindColumn } from '../../../ui/table/kindColumn.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { coversText } from '../subnets.ts'
import type { ListedBan } from '../useBans.ts'
import { BannedAddress } from './BannedAddress.tsx'

const REASONS = {
  manual: { tone: 'neutral', icon: Gavel },
  misbehaving: { tone: 'warn', icon: ShieldAlert },
} as const

export function banColumns(unban: (bans: readonly ListedBan[]) => void): readonly Column<ListedBan>[] {
  return [
    {
      id: 'address',
      header: t('network:column.subnet'),
      width: 'minmax(152px, 4fr)',
      sortBy: (ban) => ban.address,
      cell: (ban) => <BannedAddress address={ban.address} />,
    },
    {
      id: 'until',
      header: t('network:column.ends'),
      width: '108px',
      sortBy: (ban) => ban.banned_until,
      cell: (ban) => <Countdown time={ban.banned_until} />,
    },
    {
      ...kindColumn(({ reason }: ListedBan) => ({ word: t(`network:column.${reason}`), ...REASONS[reason] }), '124px'),
      id: 'reason',
      header: t('network:column.reason'),
    },
    {
      id: 'note',
      header: t('network:column.note'),
      width: 'minmax(96px, 5fr)',
      sortBy: (ban) => ban.note || null,
      cell: (ban) =>
        ban.note === '' ? (
          <span className="text-faint">—</span>
        ) : (
          <span title={visibleString(ban.note, 200)}>
            <SafeText text={ban.note} max={200} />
          </span>
        ),
    },
    {
      id: 'covers',
      header: t('network:column.covers'),
      width: '128px',
      align: 'right',
      firstSort: 'descending',
      hideBelow: 760,
      sortBy: (ban) => BigInt(ban.covers),
      cell: (ban) => <span className="text-muted">{coversText(ban.covers)}</span>,
    },
    {
      id: 'created',
      header: t('network:column.since'),
      width: '104px',
      hideBelow: 900,
      firstSort: 'descending',
      sortBy: (ban) => ban.created,
      cell: (ban) => <Age time={ban.created} className="text-muted" />,
    },
    {
      id: 'act',
      header: t('network:column.unban'),
      width: '60px',
      align: 'right',
      cell: (ban) => (
        <IconButton
          small
          once
          tabIndex={-1}
          label={t('network:bans.unbanOne', { address: shortSubnet(ban.address) })}
          icon={<ShieldOff aria-hidden className="size-3.5" />}
          onClick={(event) => {
            event.stopPropagation()
            unban([ban])
          }}
        />
      ),
    },
  ]
}
