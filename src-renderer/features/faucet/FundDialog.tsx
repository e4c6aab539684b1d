import { CONTRACT_FEE, FAUCET_SIZE } from '#shared/protocol/contractRules.ts'
import { formatAmount } from '#shared/units.ts'
import { useForm } from '../../components/useForm.ts'
import { useSpendableFunds } from '../../components/useSpendableFunds.ts'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { useRpc } from '../../node/queries.ts'
import { ConfirmNote } from '../../tasks/ConfirmNote.tsx'
import { ConfirmSheet } from '../../tasks/ConfirmSheet.tsx'
import { FormCostLine } from '../../tasks/FormCostLine.tsx'
import { SentDialog } from '../../tasks/SentDialog.tsx'
import { type ConfirmationFlow, useConfirmation } from '../../tasks/useConfirmation.ts'
import { useFormCost } from '../../tasks/useFormCost.ts'
import { Button } from '../../ui/Button.tsx'
import { CoinInput } from '../../ui/CoinInput.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { plainAmount } from '../../ui/format.ts'
import { claimsLeft, type Eligibility, eligibilityCheck } from './claimStatus.ts'
import { checkDeposit } from './deposit.ts'
import { describeFaucetError } from './errors.ts'
import { type BuiltDeposit, buildFaucetDeposit } from './useClaim.ts'
import { depositMismatch } from './verify.ts'

export interface FundDialogProps {
  readonly coin: string
  onClose(): void
}

/** Pays into the faucet in one dialog: amount → confirmation → broadcast → confirmed. */
export function FundDialog({ coin, onClose }: FundDialogProps) {
  const { client } = useNode()
  const own = useRpc('faucetaddress', {})
  const purse = useSpendableFunds(own.data?.mybalance)
  // Deposit in satoshis.
  const flow = useConfirmation<bigint, BuiltDeposit>({
    build: (amount) => buildFaucetDeposit(client, formatAmount(amount)),
    describe({ told: txExplanation, ownAddress }, satoshis) {
      const words = { amount: plainAmount(satoshis), coin }
      return {
        title: t('faucet:fund.reviewTitle', words),
        confirm: t('faucet:fund.confirm'),
        mismatch: depositMismatch(txExplanation, satoshis, ownAddress),
        task: t('faucet:fund.task', words),
        effect: { kind: 'faucet-deposit', amount: String(satoshis) },
      }
    },
  })
  if (flow.task) return <SentDialog task={flow.task} done={t('faucet:fund.done')} onClose={onClose} />
  return (
    <>
      <Dialog
        open
        onOpenChange={onClose}
        title={t('faucet:fund.title')}
        description={t('faucet:fund.hint', { amount: plainAmount(FAUCET_SIZE), coin })}
      >
        <FundForm coin={coin} spendable={purse?.spendable} flow={flow} />
      </Dialog>
      <ConfirmSheet flow={flow} coin={coin} />
    </>
  )
}

/** Returns true if the faucet can pay more claims with this deposit than without it. */
function addsClaim(deposit: bigint, eligibility: Eligibility): boolean {
  const pool = eligibilityCheck(eligibility, 'pool')?.amount ?? 0n
  const left = (amount: bigint) => claimsLeft(amount, eligibility.payout, CONTRACT_FEE)
  return left(pool + deposit) > left(pool)
}

interface FundFormProps {
  readonly coin: string
  /** satoshis of the wallet, or undefined while unknown */
  readonly spendable: bigint | undefined
  readonly flow: ConfirmationFlow<bigint, BuiltDeposit>
}

function FundForm({ coin, spendable, flow }: FundFormProps) {
  const form = useForm({ defaultValues: { amount: '' } })
  const eligibility = useRpc('fauceteligibility', {}).data
  const { satoshis: deposit } = checkDeposit(form.values.amount, spendable)
  const cost = useFormCost(flow, deposit)
  const waits = deposit !== undefined && eligibility !== undefined && !addsClaim(deposit, eligibility)
  const story = flow.error ? describeFaucetError(flow.error) : undefined
  const submit = form.onSubmit(({ amount }) => {
    const { satoshis } = checkDeposit(amount, spendable)
    if (satoshis !== undefined) flow.start(satoshis)
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
      <Field
        label={t('faucet:amount')}
        error={form.problem('amount')}
        hint={
          waits
            ? t('faucet:fund.belowClaim', { amount: plainAmount(eligibility.payout + CONTRACT_FEE), coin })
            : spendable === undefined
              ? undefined
              : t('faucet:fund.balanceHint', { amount: plainAmount(spendable), coin })
        }
      >
        <CoinInput
          {...form.register('amount', { validate: (value) => checkDeposit(value, spendable).error })}
          coin={coin}
        />
      </Field>
      {story ? (
        <ErrorState
          compact
          title={story.title}
          safe={story.safe ?? t('faucet:nothingSent')}
          advice={story.advice}
          details={story.details}
        />
      ) : null}
      <FormCostLine cost={cost} coin={coin} />
      <ConfirmNote flow={flow} coin={coin} />
      <DialogActions>
        <Button type="submit" variant="primary" busy={flow.busy}>
          {t('faucet:fund.review')}
        </Button>
      </DialogActions>
    </form>
  )
}
