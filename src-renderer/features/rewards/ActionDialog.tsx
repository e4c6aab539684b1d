import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BuiltTransaction } from '../../components/transaction/built.ts'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { ConfirmNote } from '../../tasks/ConfirmNote.tsx'
import { ConfirmSheet } from '../../tasks/ConfirmSheet.tsx'
import { FormCostLine } from '../../tasks/FormCostLine.tsx'
import { SentDialog } from '../../tasks/SentDialog.tsx'
import { type ConfirmationFlow, type ConfirmationText, useConfirmation } from '../../tasks/useConfirmation.ts'
import { useFormCost } from '../../tasks/useFormCost.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { buildRewards, describeRewardsError, type RewardsRequest } from './build.ts'

/** Order of a form: the call that builds it, and further data for its confirmation. */
export interface RewardsOrder<Asked> {
  readonly request: RewardsRequest
  readonly asked: Asked
}

export type RewardsFlow<Asked> = ConfirmationFlow<RewardsOrder<Asked>>

/** Steps of one transaction of the contract: requested → built → confirmed → sent. */
export function useRewardsFlow<Asked>(
  describe: (built: BuiltTransaction, asked: Asked) => ConfirmationText,
): RewardsFlow<Asked> {
  const { client } = useNode()
  return useConfirmation<RewardsOrder<Asked>>({
    build: ({ request }) => buildRewards(client, request),
    describe: (built, { asked }) => describe(built, asked),
  })
}

export interface ActionDialogProps {
  readonly title: string
  readonly description: string
  readonly coin: string
  readonly flow: Pick<RewardsFlow<never>, 'stage' | 'review' | 'task' | 'confirm' | 'back' | 'reject'>
  /** text shown once the transaction is confirmed */
  readonly done: string
  onClose(): void
  readonly children: ReactNode
}

/** Form → confirmation → broadcast → confirmed, in one dialog. */
export function ActionDialog({ title, description, coin, flow, done, onClose, children }: ActionDialogProps) {
  if (flow.task) return <SentDialog task={flow.task} done={done} onClose={onClose} />
  return (
    <>
      <Dialog open onOpenChange={onClose} title={title} description={description}>
        {children}
      </Dialog>
      <ConfirmSheet flow={flow} coin={coin} />
    </>
  )
}

export interface FormEndProps<Asked> {
  readonly flow: RewardsFlow<Asked>
  /** order of the form, if it is complete */
  readonly order: RewardsOrder<Asked> | undefined
  readonly coin: string
  /** this node's address in the contract, with which the built transaction is compared */
  readonly own: Pick<UseQueryResult, 'data' | 'error' | 'isFetching'>
}

/** Shows the cost, and the error if nothing was sent, above the button that sends. */
export function FormEnd<Asked>({ flow, order, coin, own }: FormEndProps<Asked>) {
  const cost = useFormCost(flow, order)
  const known = own.data !== undefined
  const error = flow.error ?? (known ? null : own.error)
  const story = error ? describeRewardsError(error) : undefined
  return (
    <>
      <FormCostLine cost={cost} coin={coin} />
      {story ? (
        <ErrorState
          compact
          title={story.title}
          safe={story.safe ?? t('rewards:nothingSent')}
          advice={story.advice}
          details={story.details}
        />
      ) : null}
      <ConfirmNote flow={flow} coin={coin} />
      <DialogActions>
        <Button type="submit" variant="primary" busy={flow.busy || (!known && own.isFetching)}>
          {t('rewards:form.review')}
        </Button>
      </DialogActions>
    </>
  )
}
