import { ShieldCheck } from 'lucide-react'
import { InCoins } from '../components/InCoins.tsx'
import { BuiltDetails, BuiltWarnings } from '../components/transaction/BuiltDetails.tsx'
import type { BuiltTransaction } from '../components/transaction/built.ts'
import { builtFigures, formatCost } from '../components/transaction/figures.ts'
import { t } from '../i18n/texts.ts'
import { useCurrentChain } from '../node/chains.ts'
import { ReviewSheet } from '../ui/ReviewSheet.tsx'
import { ChangedFigures } from './ConfirmNote.tsx'
import type { ConfirmationFlow } from './useConfirmation.ts'

export interface ConfirmSheetProps {
  readonly flow: Pick<ConfirmationFlow<never>, 'stage' | 'review' | 'confirm' | 'back'>
  readonly coin: string
  /** why it cannot be sent any more */
  readonly blocked?: string | undefined
  /** leaves the sheet; by default to the form */
  onBack?(): void
}

/** The page's own confirmation, the only one in the private sandbox, where the app asks nothing about toy coins. */
export function ConfirmSheet({ flow, coin, blocked, onBack = flow.back }: ConfirmSheetProps) {
  const { review } = flow
  if (flow.stage !== 'review' || !review) return null
  const { built, asked, before } = review
  const now = builtFigures(built)
  return (
    <ReviewSheet
      open
      onOpenChange={onBack}
      title={asked.title}
      description={asked.hint}
      confirmLabel={asked.confirm}
      danger={asked.danger}
      onConfirm={flow.confirm}
      blocked={blocked}
    >
      <div className="flex flex-col gap-4">
        <Cost built={built} coin={coin} />
        {now && before ? <ChangedFigures before={before} now={now} coin={coin} /> : null}
        {asked.extra}
        <BuiltWarnings told={built.told} />
        <NoFurtherQuestion />
        <BuiltDetails built={built} story={asked.story} coin={coin} />
      </div>
    </ReviewSheet>
  )
}

/** Nothing where the app asks, or may ask: the list is not known yet, or contact with the outside came while the sheet is open. */
function NoFurtherQuestion() {
  if (useCurrentChain()?.asks !== false) return null
  return (
    <p className="flex items-start gap-2 text-muted">
      <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
      {t('parts:confirm.sandbox')}
    </p>
  )
}

function Cost({ built, coin }: { readonly built: BuiltTransaction; readonly coin: string }) {
  const figures = builtFigures(built)
  const total = figures?.total ?? 0n
  return (
    <div className="rounded-md bg-accent-soft px-4 py-3">
      <p className="font-medium">
        {figures ? formatCost(figures, coin) : t('parts:confirm.unknown')} {t('parts:confirm.final')}
      </p>
      <InCoins satoshis={total === 0n ? undefined : total < 0n ? -total : total} />
    </div>
  )
}
