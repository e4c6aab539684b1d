import type { ReactNode } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { spreadWords } from '../../parts/spread.ts'
import { Amount } from '../../ui/Amount.tsx'
import { cn } from '../../ui/cn.ts'
import { amountParts, plainAmount } from '../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../ui/KeyFigure.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'

export type WalletSummary = MethodResult<'getwalletsummary'>

export interface BalanceStripProps {
  readonly summary: WalletSummary | undefined
  readonly failed: boolean
  readonly coin: string
}

const source = <CallSource calls={[shownCall('getwalletsummary', {})]} />

/** The wallet's balance by state. Pending change counts as confirmed. */
export function BalanceStrip({ summary, failed, coin }: BalanceStripProps) {
  const figure = (label: string, read: (summary: WalletSummary) => bigint, short: string, long: string) => (
    <KeyFigure
      label={<Explained words={long}>{label}</Explained>}
      value={summary ? <Figure satoshis={read(summary)} /> : failed ? null : undefined}
      note={<Explained words={long}>{short}</Explained>}
      source={source}
    />
  )
  const locked =
    summary && summary.locked > 0n ? t('wallet:balance.locked', { amount: plainAmount(summary.locked) }) : ''
  const watched =
    summary && summary.watchonly > 0n ? t('wallet:balance.watched', { amount: plainAmount(summary.watchonly) }) : ''
  const spread = summary ? spreadWords(summary) : ''
  return (
    <div className="flex flex-col gap-2">
      <KeyFigures>
        {figure(
          t('wallet:balance.confirmed'),
          (of) => of.confirmed,
          t('wallet:balance.confirmedNote'),
          `${t('wallet:balance.confirmedHint')} ${locked}`.trim(),
        )}
        {figure(
          t('wallet:balance.pending'),
          (of) => of.pending,
          t('wallet:balance.pendingNote'),
          t('wallet:balance.pendingHint'),
        )}
        {figure(
          t('wallet:balance.immature'),
          (of) => of.immature,
          t('wallet:balance.immatureNote'),
          t('wallet:balance.immatureHint'),
        )}
        {figure(
          t('wallet:balance.tokens'),
          (of) => of.tokens,
          t('wallet:balance.tokensNote'),
          t('wallet:balance.tokensHint'),
        )}
        {figure(
          t('wallet:balance.total'),
          (of) => of.total,
          t('wallet:balance.totalNote', { coin }),
          `${t('wallet:balance.totalHint', { coin })} ${watched}`.trim(),
        )}
      </KeyFigures>
      {spread === '' ? null : <p className="px-1 text-12 text-muted">{t('wallet:balance.spread', { coin, spread })}</p>}
    </div>
  )
}

function Figure({ satoshis }: { readonly satoshis: bigint }) {
  const { whole } = amountParts(satoshis)
  return (
    <span title={plainAmount(satoshis)}>
      <Amount
        satoshis={satoshis}
        className={cn(
          'min-[1180px]:text-16',
          whole.length > 8 ? 'text-12 tracking-tight min-[1180px]:text-14' : whole.length > 4 ? 'text-12' : 'text-13',
        )}
      />
    </span>
  )
}

function Explained({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return (
    <Tooltip content={words} side="bottom">
      <span>{children}</span>
    </Tooltip>
  )
}
