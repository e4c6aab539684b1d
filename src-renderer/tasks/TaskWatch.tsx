import { useEffect } from 'react'
import { useCoinUnit } from '../node/coin.ts'
import { toast } from '../ui/toasts.ts'
import { ConfirmedIn } from './ConfirmedIn.tsx'
import { TaskCost } from './TaskCost.tsx'
import { isFinished, type TransactionTask, useTasks } from './tasks.ts'
import { taskTitle } from './taskTitle.ts'
import { useChainTasks, useTaskProgress } from './useTask.ts'
import { isWatched } from './watchedTasks.ts'

/** Notifies when a task is confirmed that no visible view follows, and stops polling it. Mounted once. */
export function TaskWatch() {
  return useChainTasks()
    .filter((task) => !isFinished(task))
    .map((task) => <Watch key={task.txid} task={task} />)
}

function Watch({ task }: { readonly task: TransactionTask }) {
  const progress = useTaskProgress(task)
  const update = useTasks((state) => state.update)
  const coin = useCoinUnit()
  const height = progress.stage === 'confirmed' ? progress.height : undefined
  useEffect(() => {
    if (height === undefined) return
    update(task.txid, { confirmedHeight: height, refusal: undefined })
    // The visible view of the task shows this already.
    if (isWatched(task.txid)) return
    toast({
      tone: 'ok',
      title: taskTitle({ ...task, confirmedHeight: height }, coin),
      detail: (
        <>
          <ConfirmedIn height={height} /> <TaskCost task={task} />
        </>
      ),
    })
  }, [height, task, update, coin])
  return null
}
