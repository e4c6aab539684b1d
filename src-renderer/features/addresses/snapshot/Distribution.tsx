import { t } from '../../../i18n/texts.ts'
import { cn } from '../../../ui/cn.ts'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import { type Band, shareText } from './bands.ts'

export interface DistributionProps {
  readonly bands: readonly Band[]
  /** satoshis */
  readonly total: bigint
  readonly coin: string
}

/** Shares of the coins by rank: a bar and its figures for each band, so that the picture and its table are one thing. */
export function Distribution({ bands, total, coin }: DistributionProps) {
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
          <tr key={band.from}>
            <th scope="row" className="w-px whitespace-nowrap pr-4 text-left font-normal text-muted">
              {name(band)}
            </th>
            <td>
              <div className="flex items-center gap-3">
                <div aria-hidden className="h-3 min-w-0 flex-1 overflow-hidden rounded-sm bg-hover">
                  <div
                    className={cn('h-full rounded-sm bg-accent', band.amount > 0n && 'min-w-0.5')}
                    style={{ width: `${band.share / 100}%` }}
                  />
                </div>
                <span className="w-18 shrink-0 text-right font-medium">{shareText(band.amount, total)}</span>
              </div>
            </td>
            <td className="w-px whitespace-nowrap pl-4 text-right text-12 text-muted max-[1100px]:hidden">
              {plainAmount(band.amount)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function name({ from, to }: Band): string {
  if (from === 1) return t('addresses:snapshot.largest')
  return from === to
    ? t('addresses:snapshot.rank', { from: groupDigits(from) })
    : t('addresses:snapshot.rankSpan', { from: groupDigits(from), to: groupDigits(to) })
}
