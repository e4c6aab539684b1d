import { ListChecks, X } from 'lucide-react'
import { useNextStep } from '../components/firstSteps/useNextStep.ts'
import { BlockLink } from '../components/links/BlockLink.tsx'
import { ChainLink } from '../components/links/ChainLink.tsx'
import { usePerson } from '../components/people/persons.ts'
import { describeUnsent } from '../components/refusal.ts'
import { Trans } from '../i18n/Trans.tsx'
import { t } from '../i18n/texts.ts'
import { Age } from '../ui/Age.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import { Popover } from '../ui/Popover.tsx'
import { StepList } from '../ui/StepList.tsx'
import { useToasts } from '../ui/toasts.ts'
import { ClaimItem, OtherClaimItem, useRunningClaim } from './ClaimTask.tsx'
import { formatWaiting, progressSteps } from './progress.ts'
import { TaskCost } from './TaskCost.tsx'
import { isFinished, type TransactionTask, useTasks } from './tasks.ts'
import { useTaskTitle } from './taskTitle.ts'
import { useChainTasks, useSendTransaction, useTaskProgress } from './useTask.ts'

/** Status-bar button with the number of running tasks, and the list of tasks. */
export function TaskTray() {
  const tasks = useChainTasks()
  const noticed = useToasts((state) => state.toasts.length > 0)
  const refused = tasks.filter((task) => !isFinished(task) && task.refusal !== undefined).length
  const claim = useRunningClaim()
  const { person } = usePerson()
  const others = useNextStep().claiming.filter((each) => each !== person)
  const found = claim?.state === 'found'
  const running = tasks.filter((task) => !isFinished(task)).length - refused + (claim && !found ? 1 : 0) + others.length
  return (
    <Popover
      label={t('tasks:title')}
      side="top"
      align="end"
      className={cn('w-140 p-0', noticed && 'mb-9')}
      trigger={
        <button
          type="button"
          className="flex h-full shrink-0 items-center gap-1.5 whitespace-nowrap px-2.5 hover:bg-hover hover:text-text focus-visible:-outline-offset-2"
        >
          <ListChecks aria-hidden className={running > 0 ? 'size-3.5 text-accent-text' : 'size-3.5'} />
          <span className="max-[479px]:sr-only">
            {running > 0
              ? t('frame:tasks.running', { count: running })
              : refused > 0 || found
                ? ''
                : t('frame:tasks.none')}
          </span>
          {found ? <span className="font-medium text-ok max-[479px]:sr-only">{t('tasks:claim.found')}</span> : null}
          {refused > 0 ? <span className="font-medium text-bad">{t('tasks:refused', { count: refused })}</span> : null}
        </button>
      }
    >
      <h2 className="px-4 pt-3 pb-2 font-semibold text-13">{t('tasks:title')}</h2>
      {tasks.length === 0 && !claim && others.length === 0 ? (
        <p className="px-4 pb-4 text-muted">{t('tasks:empty')}</p>
      ) : (
        <ul className="max-h-96 divide-y overflow-y-auto border-t">
          {claim ? <ClaimItem claim={claim} /> : null}
          {others.map((who) => (
            <OtherClaimItem key={who} who={who} />
          ))}
          {tasks.toReversed().map((task) => (
            <TaskItem key={task.txid} task={task} />
          ))}
        </ul>
      )}
    </Popover>
  )
}

function TaskItem({ task }: { readonly task: TransactionTask }) {
  const progress = useTaskProgress(task)
  const title = useTaskTitle(task)
  const send = useSendTransaction()
  const dismiss = useTasks((state) => state.dismiss)
  const stuck = progress.stage === 'lost' || progress.stage === 'refused'
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
        <Age time={Math.floor(task.startedAt / 1000)} className="text-12 text-faint" />
        {stuck || isFinished(task) ? (
          <IconButton
            small
            label={t('tasks:remove', { title })}
            icon={<X aria-hidden className="size-3.5" />}
            onClick={() => dismiss(task.txid)}
          />
        ) : null}
      </div>
      <p className="text-12 text-muted empty:hidden">
        <TaskCost task={task} />
      </p>
      <StepList label={t('tasks:progressOf', { title })} steps={progressSteps(progress)} working />
      {stuck ? (
        <div className="flex items-start justify-between gap-4 text-12">
          <p className="text-bad">
            {progress.stage === 'refused' ? describeUnsent(progress.reason, task.hex) : t('tasks:lost')}
          </p>
          <Button size="sm" busy={send.isPending} onClick={() => send.mutate(task)}>
            {t('tasks:sendAgain')}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-12 text-muted">
          <ChainLink to={{ kind: 'transaction', id: task.txid }} copy />
          {progress.stage === 'confirmed' ? (
            <span>
              <Trans
                i18nKey="tasks:inBlock"
                components={{
                  block: <BlockLink height={progress.height} />,
                }}
              />
            </span>
          ) : null}
          {progress.stage === 'mempool' ? <p className="basis-full">{formatWaiting(progress)}</p> : null}
        </div>
      )}
    </li>
  )
}
