import { useState } from 'react'
import { CONTRACT_FEE, FAUCET_SIZE } from '#shared/protocol/contractRules.ts'
import { formatAmount } from '#shared/units.ts'
import { CostLine } from '../../components/transaction/BuiltReview.tsx'
import type { BuiltTransaction } from '../../components/transaction/built.ts'
import { describeTransaction } from '../../components/transaction/describe.ts'
import { useForm } from '../../components/useForm.ts'
import { usePurse } from '../../components/usePurse.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { type Asked, BuiltSheet, SentDialog } from '../../tasks/BuiltSheet.tsx'
import type { NewTask } from '../../tasks/tasks.ts'
import { Button } from '../../ui/Button.tsx'
import { CoinInput } from '../../ui/CoinInput.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { amountAlone, fieldAmount, plainAmount } from '../../ui/format.ts'
import { checkDeposit } from './deposit.ts'
import { faucetStory } from './errors.ts'
import { useBuildDeposit } from './useClaim.ts'
import { depositMismatch } from './verify.ts'

export interface FundDialogProps {
  readonly coin: string
  onClose(): void
}

/** Pays into the faucet: amount → review what was built → broadcast → confirmed, in one dialog. */
export function FundDialog({ coin, onClose }: FundDialogProps) {
  const own = useRpc('faucetaddress', {})
  const purse = usePurse(own.data?.mybalance)
  const build = useBuildDeposit()
  const [amount, setAmount] = useState<bigint>()
  const [task, setTask] = useState<NewTask>()

  if (task) return <SentDialog task={task} done={t('faucet:fund.done')} onClose={onClose} />
  if (build.data && amount !== undefined && own.data) {
    return (
      <DepositReview
        built={build.data}
        amount={amount}
        ownAddress={own.data.myaddress}
        coin={coin}
        onBack={() => build.reset()}
        onSent={setTask}
      />
    )
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('faucet:fund.title')}
      description={t('faucet:fund.hint', { amount: plainAmount(FAUCET_SIZE), coin })}
    >
      <FundForm
        coin={coin}
        spendable={purse?.spendable}
        initial={amount}
        building={build.isPending}
        error={build.error ?? (own.data ? null : own.error)}
        onSubmit={(next) => {
          setAmount(next)
          build.mutate(formatAmount(next))
        }}
      />
    </Dialog>
  )
}

interface DepositReviewProps {
  readonly built: BuiltTransaction
  /** satoshis that were asked for */
  readonly amount: bigint
  readonly ownAddress: string
  readonly coin: string
  onBack(): void
  onSent(task: NewTask): void
}

function DepositReview({ built, amount, ownAddress, coin, onBack, onSent }: DepositReviewProps) {
  const mismatch = depositMismatch(built.told, amount, ownAddress)
  const back = describeTransaction(built.told)
    .outputs.slice(1)
    .reduce((sum, output) => sum + output.satoshis, 0n)
  const fee = built.told.fee ?? 0n
  const asked: Asked = {
    title: t('faucet:fund.reviewTitle', { amount: plainAmount(amount), coin }),
    hint: t('faucet:fund.reviewHint'),
    confirm: t('faucet:fund.confirm'),
    cost: (
      <CostLine
        satoshis={amount + fee}
        sentence={t('faucet:fund.cost', { amount: plainAmount(amount + fee), coin })}
        parts={[
          t('faucet:fund.parts', { amount: plainAmount(amount), fee: plainAmount(fee) }),
          ...(back > 0n ? [t('faucet:fund.change', { amount: plainAmount(back) })] : []),
        ].join('; ')}
      />
    ),
    mismatch,
    blocked: mismatch && t('faucet:blocked'),
    task: t('faucet:fund.task', { amount: plainAmount(amount), coin }),
    effect: { kind: 'faucet-deposit', amount: String(amount) },
  }
  return <BuiltSheet built={built} asked={asked} coin={coin} onBack={onBack} onSent={onSent} />
}

interface FundFormProps {
  readonly coin: string
  /** satoshis of the wallet; undefined while not known */
  readonly spendable: bigint | undefined
  /** the previous input, after going back from the review */
  readonly initial: bigint | undefined
  readonly building: boolean
  readonly error: unknown
  onSubmit(satoshis: bigint): void
}

function FundForm({ coin, spendable, initial, building, error, onSubmit }: FundFormProps) {
  const form = useForm({
    defaultValues: { amount: initial === undefined ? '' : fieldAmount(initial) },
  })
  const story = error ? faucetStory(error) : undefined
  const submit = form.onSubmit(({ amount }) => {
    const { satoshis } = checkDeposit(amount, spendable)
    if (satoshis !== undefined) onSubmit(satoshis)
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
      <Field
        label={t('faucet:amount')}
        error={form.problem('amount')}
        hint={
          spendable === undefined
            ? t('faucet:fund.feeHint', { fee: plainAmount(CONTRACT_FEE), coin })
            : t('faucet:fund.balanceHint', { amount: plainAmount(spendable), fee: amountAlone(CONTRACT_FEE), coin })
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
      <DialogActions>
        <Button type="submit" variant="primary" busy={building}>
          {t('faucet:fund.review')}
        </Button>
      </DialogActions>
    </form>
  )
}
