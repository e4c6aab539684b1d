import { useEffect } from 'react'
import { toast } from '../ui/toasts.ts'
import { ConfirmedIn } from './ConfirmedIn.tsx'
import { TaskCost } from './TaskCost.tsx'
import { isFinished, type TransactionTask, useTasks } from './tasks.ts'
import { useChainTasks, useTaskProgress } from './useTask.ts'

/** Mounted once: notifies when a task is done, and stops polling it. */
export function TaskWatch() {
  return useChainTasks()
    .filter((task) => !isFinished(task))
    .map((task) => <Watch key={task.txid} task={task} />)
}

function Watch({ task }: { readonly task: TransactionTask }) {
  const progress = useTaskProgress(task)
  const update = useTasks((state) => state.update)
  const height = progress.stage === 'confirmed' ? progress.height : undefined
  useEffect(() => {
    if (height === undefined) return
    update(task.txid, { confirmedHeight: height, refusal: undefined })
    toast({
      tone: 'ok',
      title: task.title,
      detail: (
        <>
          <ConfirmedIn height={height} /> <TaskCost task={task} done />
        </>
      ),
    })
  }, [height, task, update])
  return null
}
