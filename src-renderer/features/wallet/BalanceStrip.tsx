import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { BalanceFigure } from '../../components/BalanceFigure.tsx'
import { balanceBreakdown } from '../../components/balanceBreakdown.ts'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { t } from '../../i18n/texts.ts'
import { useCoinName } from '../../node/coin.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { amountAlone, coinWithUnit, plainAmount } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'

export type WalletSummary = MethodResult<'getwalletsummary'>

export interface BalanceStripProps {
  readonly summary: WalletSummary | undefined
  readonly failed: boolean
  readonly coin: string
  /** True if an open tab has the main action, with which these buttons must not compete. */
  readonly quiet: boolean
  onTab(tab: 'receive' | 'send'): void
}

/**
 * Parts of the balance, and the coins in tokens, which do not belong to the balance. A part is shown only if it adds
 * information.
 */
const PARTS = ['confirmed', 'pending', 'immature', 'tokens'] as const

/** Shows the total balance as on the home page, its parts, and the actions. Pending change counts as confirmed. */
export function BalanceStrip({ summary, failed, coin, quiet, onTab }: BalanceStripProps) {
  const parts = PARTS.filter(
    (part) => summary && summary[part] > 0n && !(part === 'confirmed' && summary.confirmed === summary.total),
  )
  const name = useCoinName()
  const spread = summary ? balanceBreakdown(summary) : ''
  return (
    <section
      aria-label={t('wallet:panel.balance')}
      className="group/source flex shrink-0 flex-wrap items-center gap-x-8 gap-y-3 rounded-lg border bg-surface px-5 py-4 shadow-card max-[719px]:flex-col max-[719px]:items-start"
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-10 gap-y-3">
        <div data-part>
          <p className="flex items-center gap-1 text-12 text-muted">
            <Explained words={totalHint(summary, coin)}>{t('wallet:balance.total')}</Explained>
            <CallSource calls={[shownCall('getwalletsummary', {})]} />
          </p>
          <BalanceFigure total={summary?.total} coin={coin}>
            {failed ? <span className="text-28 text-faint">—</span> : <Skeleton className="mt-1 h-7 w-64" />}
          </BalanceFigure>
          <p className="text-12 text-muted">
            {failed && !summary
              ? t('ui:unknownNow')
              : spread === ''
                ? null
                : t('wallet:balance.spread', { coin: coinWithUnit(name), spread })}
          </p>
        </div>
        {summary && parts.length > 0 ? (
          <div className="flex flex-wrap gap-x-8 gap-y-2">
            {parts.map((part) => (
              <Part
                key={part}
                label={t(`wallet:balance.${part}`)}
                words={
                  part === 'confirmed'
                    ? confirmedHint(summary)
                    : t(`wallet:balance.${part}Hint`, { amount: amountAlone(1n) })
                }
                satoshis={summary[part]}
                coin={coin}
              />
            ))}
          </div>
        ) : null}
      </div>
      <div className="flex shrink-0 gap-2">
        <Button size="lg" icon={<ArrowDownLeft aria-hidden className="size-4" />} onClick={() => onTab('receive')}>
          {t('wallet:tab.receive')}
        </Button>
        <Button
          size="lg"
          variant={quiet ? 'secondary' : 'primary'}
          icon={<ArrowUpRight aria-hidden className="size-4" />}
          onClick={() => onTab('send')}
        >
          {t('wallet:tab.send')}
        </Button>
      </div>
    </section>
  )
}

function confirmedHint({ locked: kept }: WalletSummary): string {
  const locked = kept > 0n ? t('wallet:balance.locked', { amount: amountAlone(kept) }) : ''
  return `${t('wallet:balance.confirmedHint')} ${locked}`.trim()
}

function totalHint(summary: WalletSummary | undefined, coin: string): string {
  const watchonly = summary?.watchonly ?? 0n
  const watched = watchonly > 0n ? t('wallet:balance.watched', { amount: amountAlone(watchonly) }) : ''
  return `${t('wallet:balance.totalHint', { coin })} ${watched}`.trim()
}

interface PartProps {
  readonly label: string
  /** explanation of the part */
  readonly words: string
  readonly satoshis: bigint
  readonly coin: string
}

function Part({ label, words, satoshis, coin }: PartProps) {
  return (
    <div data-part>
      <p className="text-12 text-muted">
        <Explained words={words}>{label}</Explained>
      </p>
      <p data-figure title={plainAmount(satoshis)} className="whitespace-nowrap font-medium text-14">
        <Amount satoshis={satoshis} unit={coin} className="whitespace-nowrap" />
      </p>
    </div>
  )
}

function Explained({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return (
    <Tooltip content={words} side="bottom">
      <span>{children}</span>
    </Tooltip>
  )
}
