import { ShieldCheck } from 'lucide-react'
import type { Explanation } from '#shared/rpc/index.ts'
import { findSolePayee, isUndoable, sayPayment } from '#shared/rpc/payees.ts'
import { CoinEquivalent } from '../components/CoinEquivalent.tsx'
import { useKnownName } from '../components/people/names.ts'
import { BuiltDetails, BuiltWarnings } from '../components/transaction/BuiltDetails.tsx'
import type { BuiltTransaction } from '../components/transaction/built.ts'
import { builtFigures, formatConfirmedCost } from '../components/transaction/figures.ts'
import { sayText } from '../i18n/nodeText.ts'
import { t } from '../i18n/texts.ts'
import { useCurrentChain } from '../node/chains.ts'
import { middleTruncated } from '../ui/Hash.tsx'
import { ReviewSheet } from '../ui/ReviewSheet.tsx'
import { ChangedFigures } from './ConfirmNote.tsx'
import type { ConfirmationFlow, ConfirmationText } from './useConfirmation.ts'

export interface ConfirmSheetProps {
  readonly flow: Pick<ConfirmationFlow<never>, 'stage' | 'review' | 'confirm' | 'back' | 'reject'>
  readonly coin: string
  /** Reason why it can no longer be sent. */
  readonly blocked?: string | undefined
  /** Leaves a sheet that has no form behind it. */
  readonly onBack?: (() => void) | undefined
}

/**
 * Confirmation in the page. In the private sandbox it is the only one, because the app does not ask about test coins.
 */
export function ConfirmSheet({ flow, coin, blocked, onBack }: ConfirmSheetProps) {
  const { review } = flow
  if (flow.stage !== 'review' || !review) return null
  return <Sheet review={review} flow={flow} coin={coin} blocked={blocked} onBack={onBack} />
}

interface SheetProps extends Pick<ConfirmSheetProps, 'flow' | 'coin' | 'blocked' | 'onBack'> {
  readonly review: NonNullable<ConfirmSheetProps['flow']['review']>
}

function Sheet({ review, flow, coin, blocked, onBack }: SheetProps) {
  const { built, asked, before } = review
  const now = builtFigures(built)
  const { recipient, title } = usePaymentTitle(built.told, asked)
  return (
    <ReviewSheet
      open
      onOpenChange={onBack ?? flow.back}
      title={title}
      description={asked.hint}
      confirmLabel={asked.confirm}
      danger={asked.danger}
      onConfirm={flow.confirm}
      backLabel={onBack ? undefined : t('parts:question.change')}
      reject={onBack ? undefined : { label: t('parts:question.reject'), run: flow.reject }}
      blocked={blocked}
    >
      <div className="flex flex-col gap-4">
        {recipient ? <Recipient {...recipient} /> : null}
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

/** Number of characters at each end of an address or key in the title. An address fits completely, a key does not. */
const TITLE_ENDS = 17

/** Returns the sheet's title with the only recipient of a payment, named by contact or owner, and the recipient. */
function usePaymentTitle(txExplanation: Explanation, { sends, title }: Pick<ConfirmationText, 'sends' | 'title'>) {
  const payee = sends === undefined ? undefined : findSolePayee(txExplanation)
  const [first, second] = payee?.token ? [payee.pubkey, payee.address] : [payee?.address, payee?.pubkey]
  const names = [useKnownName(first ?? undefined), useKnownName(second ?? undefined)]
  const place = first ?? second
  if (sends === undefined || !place) return { title }
  const name = names.find((known) => known)?.name
  const what = sayText(sayPayment(sends, name ?? middleTruncated(place, TITLE_ENDS, TITLE_ENDS)))
  return { title: t('parts:confirm.question', { title: what }), recipient: { name, place } }
}

/** The complete address or key of the recipient. */
function Recipient({ name, place }: { readonly name: string | undefined; readonly place: string }) {
  return (
    <p>
      <span className="text-muted">{t('parts:confirm.recipient')}</span> {name}{' '}
      <span className="block break-all font-mono">{place}</span>
    </p>
  )
}

/**
 * Says that no further question follows. Renders nothing if the app asks or may ask: the chain list is not loaded, or
 * the chain connected to other nodes while the sheet was open.
 */
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
  const total = builtFigures(built)?.total ?? 0n
  return (
    <div className="rounded-md bg-accent-soft px-4 py-3">
      <p className="font-medium">
        {formatConfirmedCost(built, coin)} {isUndoable(built.told.action) ? null : t('parts:confirm.final')}
      </p>
      <CoinEquivalent satoshis={total === 0n ? undefined : total < 0n ? -total : total} />
    </div>
  )
}
