import type { ReactNode } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
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
  const apart = summary && summary.locked > 0n ? ` ${plainAmount(summary.locked)} of it are kept back.` : ''
  const watched =
    summary && summary.watchonly > 0n ? ` Besides, ${plainAmount(summary.watchonly)} are only watched.` : ''
  const spread = summary ? spreadWords(summary) : ''
  return (
    <div className="flex flex-col gap-2">
      <KeyFigures>
        {figure('Confirmed', (of) => of.confirmed, 'ready to be spent', `In a block, and ready to be spent.${apart}`)}
        {figure('Pending', (of) => of.pending, 'waits for a block', 'Sent to you, and not in a block yet.')}
        {figure('Immature', (of) => of.immature, 'still maturing', 'Mined, and free after more blocks have followed.')}
        {figure(
          'In tokens',
          (of) => of.tokens,
          'locked as units',
          'Locked in tokens and other outputs with rules: each unit is one satoshi. Sending coins never spends them.',
        )}
        {figure('Total', (of) => of.total, `${coin} in all`, `All of it together, in ${coin}.${watched}`)}
      </KeyFigures>
      {spread === '' ? null : (
        <p className="px-1 text-12 text-muted">
          Your {coin}: {spread}
        </p>
      )}
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
