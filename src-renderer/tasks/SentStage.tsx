import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { DECLINED } from '#shared/errors.ts'
import { LazyNextStep } from '../components/firstSteps/lazyNextStep.ts'
import { ChainLink } from '../components/links/ChainLink.tsx'
import { describeUnsent } from '../components/refusal.ts'
import { t } from '../i18n/texts.ts'
import { useAppQuestion } from '../node/useAppQuestion.ts'
import { Button } from '../ui/Button.tsx'
import { Hash } from '../ui/Hash.tsx'
import { StepList } from '../ui/StepList.tsx'
import { ConfirmedIn } from './ConfirmedIn.tsx'
import { formatWaiting, progressSteps, type TaskProgress } from './progress.ts'
import { TaskCost } from './TaskCost.tsx'
import type { NewTask } from './tasks.ts'
import { useSendTransaction, useTask, useTaskProgress } from './useTask.ts'
import { useWatchedTask } from './watchedTasks.ts'

export interface SentStageProps {
  readonly task: NewTask
  /** Shown after the transaction is confirmed. */
  readonly done: ReactNode
  /** Buttons shown in every stage. */
  readonly actions: ReactNode
  /** Set if the buttons lead to the next step, so that the next of the sandbox's first steps is not shown. */
  readonly leadsOn?: boolean | undefined
}

function formatPendingStage(stage: 'broadcasting' | 'mempool' | 'lost'): string {
  if (stage === 'lost') return t('tasks:lost')
  return t(stage === 'mempool' ? 'tasks:inMempool' : 'tasks:broadcasting')
}

/** Transaction id, linked to its page once the node has the transaction. */
function Sent({ txid, stage }: { readonly txid: string; readonly stage: TaskProgress['stage'] }) {
  const shown = { label: t('tasks:transactionName'), head: 12, tail: 12 }
  const known = stage === 'mempool' || stage === 'confirmed'
  return known ? <ChainLink to={{ kind: 'transaction', id: txid }} {...shown} copy /> : <Hash value={txid} {...shown} />
}

function NextStep({ confirmed, leadsOn }: { readonly confirmed: boolean; readonly leadsOn: boolean }) {
  return confirmed && !leadsOn ? <LazyNextStep /> : null
}

/** Explains what can be done while a transaction is unconfirmed. */
function Options({ progress }: { readonly progress: TaskProgress }) {
  return progress.stage === 'mempool' ? <p className="text-12 text-muted">{formatWaiting(progress)}</p> : null
}

/** Progress of a sent transaction, with the same steps as in the task tray. */
export function SentStage({ task: sent, done, actions, leadsOn = false }: SentStageProps) {
  const task = useTask(sent)
  const progress = useTaskProgress(task)
  useWatchedTask(task.txid)
  const send = useSendTransaction()
  const confirmed = progress.stage === 'confirmed'
  const asked = useAppQuestion()
  const declined = progress.stage === 'refused' && progress.reason.startsWith(DECLINED)
  const stuck = progress.stage === 'lost' || progress.stage === 'refused'
  return (
    <div className="flex flex-col gap-4">
      <StepList label={t('tasks:progress')} steps={progressSteps(progress)} working />
      <div role="status" className="flex items-start gap-2">
        {confirmed ? <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" /> : null}
        <p className={stuck && !declined ? 'text-bad' : undefined}>
          {confirmed ? (
            <>
              {done} <ConfirmedIn height={progress.height} />
            </>
          ) : progress.stage === 'refused' ? (
            <>
              {describeUnsent(progress.reason, task.hex)}
              {declined ? null : <code className="mt-1 block font-mono text-12 text-muted">{progress.reason}</code>}
            </>
          ) : progress.stage === 'broadcasting' && asked ? (
            t('tasks:askedOutside')
          ) : (
            formatPendingStage(progress.stage)
          )}
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-x-2 text-12 text-muted">
        <TaskCost task={task} />
        {t('tasks:transaction')} <Sent txid={task.txid} stage={progress.stage} />
        {confirmed || stuck ? null : <span>{t('tasks:leave')}</span>}
      </p>
      <Options progress={progress} />
      <NextStep confirmed={confirmed} leadsOn={leadsOn} />
      <div className="flex flex-wrap gap-2">
        {stuck ? (
          <Button variant="primary" busy={send.isPending} onClick={() => send.mutate(task)}>
            {t(declined ? 'tasks:sendAnyway' : 'tasks:sendAgain')}
          </Button>
        ) : null}
        {actions}
      </div>
    </div>
  )
}
