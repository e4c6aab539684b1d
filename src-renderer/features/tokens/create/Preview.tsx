import { formatAmount } from '#shared/units.ts'
import { TokenMark } from '../../../components/TokenMark.tsx'
import { totalLabel } from '../../../components/transaction/figures.ts'
import type { TokenDraft } from '../../../components/uiStore.ts'
import type { Purse } from '../../../components/useSpendableFunds.ts'
import { WaitingNote } from '../../../components/WaitingNote.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import type { FormCost } from '../../../tasks/useFormCost.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { Card } from '../../../ui/Card.tsx'
import { cn } from '../../../ui/cn.ts'
import { Folded } from '../../../ui/Folded.tsx'
import { amountAlone, plainAmount } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { draftUnits, unitsText } from '../draft.ts'
import { createCosts } from '../move/cost.ts'

export interface PreviewProps {
  readonly draft: TokenDraft
  readonly coin: string
  readonly purse: Purse | undefined
  /** address of the token key */
  readonly address: string | undefined
  /** cost of the transaction that the node builds for the draft */
  readonly cost: FormCost
}

/**
 * Returns the fee for moving coins to the token key if it has too few. Returns undefined if no move is required or the
 * fee is unknown.
 */
function useMoveFee(taken: bigint, purse: Purse | undefined, address: string | undefined): bigint | undefined {
  const wanted = purse !== undefined && taken > purse.tokenKey && taken <= purse.spendable && address !== undefined
  const payment = { outputs: [{ address: address ?? '', amount: formatAmount(taken) }] }
  const { data } = useRpc('estimatesend', { payment }, { enabled: wanted })
  return wanted ? data?.fee : undefined
}

/** Preview of the token and its cost while the user types. */
export function Preview({ draft, coin, purse, address, cost }: PreviewProps) {
  const units = draftUnits(draft)
  const usual = createCosts(units ?? 0n)
  const taken = usual.locked + usual.listing + usual.fee
  const spendable = purse?.spendable
  const estimated = useMoveFee(taken, purse, address)
  const built = cost.state === 'known' ? cost.figures : undefined
  // In the built transactions both fees are one sum.
  const move = built ? undefined : estimated
  const listing = built?.markers ?? usual.listing
  const fee = built?.fee ?? usual.fee
  const total = built?.total ?? taken + (move ?? 0n)
  const lines = [
    {
      label: t('tokens:preview.locked'),
      note: t('tokens:preview.lockedNote', { amount: amountAlone(1n) }),
      satoshis: units,
    },
    { label: t('tokens:preview.marker'), note: undefined, satoshis: listing },
    { label: t('tokens:preview.fee'), note: undefined, satoshis: fee },
    ...(move === undefined
      ? []
      : [{ label: t('tokens:preview.move'), note: t('tokens:preview.moveNote'), satoshis: move }]),
  ]
  return (
    <div className="sticky top-0 flex flex-col gap-4">
      <Card title={t('tokens:preview.title')}>
        <div className="flex items-center gap-3">
          <TokenMark name={draft.name} nft={draft.kind === 'nft'} large />
          <div className="min-w-0">
            <p className="truncate font-semibold text-14">
              <SafeText text={draft.name} max={32} empty={t('tokens:preview.name')} />
            </p>
            <p className="truncate text-12 text-muted">
              {units === undefined
                ? t('tokens:preview.supply')
                : draft.kind === 'nft'
                  ? t('tokens:preview.single')
                  : unitsText(units)}
            </p>
          </div>
        </div>
        {draft.kind === 'nft' && draft.link.trim() ? (
          <p className="mt-3 line-clamp-2 wrap-anywhere font-mono text-12 text-muted">
            <SafeText text={draft.link.trim()} max={200} />
          </p>
        ) : null}
        {draft.description ? (
          <p className="mt-3 line-clamp-4 text-12 text-muted">
            <SafeText text={draft.description} max={240} multiline />
          </p>
        ) : null}
      </Card>
      <Card title={t('tokens:preview.cost', { coin })}>
        <dl>
          <div className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium">
            <dt>{totalLabel(false, built !== undefined)}</dt>
            <dd className={cn('ml-auto', spendable !== undefined && total > spendable && 'text-bad')}>
              {units === undefined ? '—' : <Amount satoshis={total} />}
            </dd>
          </div>
        </dl>
        <Folded label={t('parts:confirm.details')} className="py-1.5 text-12">
          <dl className="border-t">
            {lines.map((line) => (
              <div key={line.label} className="flex flex-wrap items-baseline justify-between gap-x-3 border-b py-1.5">
                <dt>{line.label}</dt>
                <dd className="ml-auto">{line.satoshis === undefined ? '—' : <Amount satoshis={line.satoshis} />}</dd>
                {line.note ? <dd className="basis-full text-12 text-faint">{line.note}</dd> : null}
              </div>
            ))}
          </dl>
        </Folded>
        <p className="text-12 text-muted">
          {spendable === undefined ? (
            <Skeleton className="h-3 w-40" />
          ) : (
            t('tokens:preview.available', { amount: plainAmount(spendable), coin })
          )}
        </p>
        {spendable === undefined || total <= spendable ? null : (
          <div className="mt-2">
            <WaitingNote coin={coin} />
          </div>
        )}
      </Card>
    </div>
  )
}
