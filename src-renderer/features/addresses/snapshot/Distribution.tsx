import { t } from '../../../i18n/texts.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { cn } from '../../../ui/cn.ts'
import { groupDigits } from '../../../ui/format.ts'
import { type Band, computeBands, shareOfTotal, shareText } from './bands.ts'
import { snapshotFigures } from './figures.ts'
import type { Snapshot, SnapshotHolder } from './holders.ts'

export interface DistributionProps {
  readonly holders: readonly SnapshotHolder[]
  readonly snapshot: Snapshot
  readonly coin: string
}

/** Shares of all coins by rank: a bar and its figures for each band, so that chart and table agree. */
export function Distribution({ holders, snapshot, coin }: DistributionProps) {
  const { all, conditions, listed } = snapshotFigures(snapshot)
  const bands = computeBands(holders, listed, snapshot.total_addresses)
  return (
    <table aria-label={t('addresses:snapshot.label', { coin })} className="w-full border-separate border-spacing-y-1.5">
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('addresses:snapshot.ranks')}</th>
          <th scope="col">{t('addresses:snapshot.share')}</th>
          <th scope="col">{coin}</th>
        </tr>
      </thead>
      <tbody>
        {bands.map((band) => (
          <Share key={band.from} label={rankText(band)} amount={band.amount} all={all.satoshis} />
        ))}
        {conditions.satoshis > 0n ? (
          <Share label={t('addresses:snapshot.inContracts')} amount={conditions.satoshis} all={all.satoshis} muted />
        ) : null}
      </tbody>
    </table>
  )
}

interface ShareProps {
  readonly label: string
  /** in satoshis */
  readonly amount: bigint
  readonly all: bigint
  /** True for the row of coins in contracts, which has no rank. */
  readonly muted?: boolean
}

function Share({ label, amount, all, muted = false }: ShareProps) {
  return (
    <tr>
      <th scope="row" className="w-px whitespace-nowrap pr-4 text-left font-normal text-muted">
        {label}
      </th>
      <td>
        <div className="flex items-center gap-3">
          <div aria-hidden className="h-3 min-w-0 flex-1 overflow-hidden rounded-sm bg-hover">
            <div
              className={cn('h-full rounded-sm', muted ? 'bg-line-strong' : 'bg-accent', amount > 0n && 'min-w-0.5')}
              style={{ width: `${shareOfTotal(amount, all) / 100}%` }}
            />
          </div>
          <span className="w-18 shrink-0 text-right font-medium">{shareText(amount, all)}</span>
        </div>
      </td>
      <td className="w-px whitespace-nowrap pl-4 text-right text-12 text-muted max-[1100px]:hidden">
        <Amount satoshis={amount} />
      </td>
    </tr>
  )
}

function rankText({ from, to }: Band): string {
  if (from === 1) return t('addresses:snapshot.largest')
  return from === to
    ? t('addresses:snapshot.rank', { from: groupDigits(from) })
    : t('addresses:snapshot.rankSpan', { from: groupDigits(from), to: groupDigits(to) })
}
