import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CostLine } from '../../components/transaction/BuiltReview.tsx'
import type { BuiltTransaction } from '../../components/transaction/built.ts'
import { t } from '../../i18n/texts.ts'
import { type Asked, BuiltSheet, SentDialog } from '../../tasks/BuiltSheet.tsx'
import type { NewTask } from '../../tasks/tasks.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { type RewardsRequest, rewardsStory } from './build.ts'

/** What is asked before something is sent, and what is said once it is in a block. */
export interface RewardsQuestion extends Omit<Asked, 'blocked' | 'cost'> {
  readonly sentence: string
  /** what the sentence names */
  readonly satoshis: bigint
  readonly parts: string
  readonly done: string
}

export interface ActionDialogProps {
  readonly title: string
  readonly description: string
  readonly coin: string
  readonly build: UseMutationResult<BuiltTransaction, Error, RewardsRequest>
  ask(built: BuiltTransaction): RewardsQuestion
  onClose(): void
  /** what is filled in first */
  readonly children: ReactNode
}

/** Fill in → review what was built → send → confirmed, in one dialog. */
export function ActionDialog({ title, description, coin, build, ask, onClose, children }: ActionDialogProps) {
  const [sent, setSent] = useState<{ readonly task: NewTask; readonly done: string }>()
  if (sent) return <SentDialog {...sent} onClose={onClose} />
  if (build.data) {
    const { sentence, satoshis, parts, done, ...asked } = ask(build.data)
    return (
      <BuiltSheet
        built={build.data}
        asked={{
          ...asked,
          cost: <CostLine sentence={sentence} satoshis={satoshis} parts={parts} />,
          blocked: asked.mismatch && t('rewards:blocked'),
        }}
        coin={coin}
        onBack={() => build.reset()}
        onSent={(task) => setSent({ task, done })}
      />
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      {children}
    </Dialog>
  )
}

export interface FormEndProps {
  readonly build: Pick<ActionDialogProps['build'], 'error' | 'isPending'>
  /** one's own address in the contract, which the review is checked against */
  readonly own: Pick<UseQueryResult, 'data' | 'error' | 'isFetching'>
}

/** Why nothing could be built, above the button that tries it. */
export function FormEnd({ build, own }: FormEndProps) {
  const known = own.data !== undefined
  const error = build.error ?? (known ? null : own.error)
  const story = error ? rewardsStory(error) : undefined
  return (
    <>
      {story ? (
        <ErrorState
          compact
          title={story.title}
          safe={story.safe ?? t('rewards:nothingSent')}
          advice={story.advice}
          details={story.details}
        />
      ) : null}
      <DialogActions>
        <Button type="submit" variant="primary" busy={build.isPending || (!known && own.isFetching)}>
          {t('rewards:form.review')}
        </Button>
      </DialogActions>
    </>
  )
}
