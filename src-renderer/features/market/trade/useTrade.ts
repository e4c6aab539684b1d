import { useState } from 'react'
import type { BuiltTransaction } from '../../../components/transaction/built.ts'
import type { NewTask } from '../../../tasks/tasks.ts'
import type { TradeRequest } from './request.ts'
import { useBuildTrade } from './useBuildTrade.ts'

export interface TradeFlow {
  readonly request: TradeRequest | undefined
  /** what was built for the request, to be reviewed */
  readonly built: BuiltTransaction | undefined
  /** what was sent */
  readonly task: NewTask | undefined
  readonly building: boolean
  readonly error: unknown
  start(request: TradeRequest): void
  /** back from the review: what was built is dropped */
  back(): void
  sent(task: NewTask): void
  /** as if nothing had been started */
  end(): void
}

/** One trade on its way: asked for → built and reviewed → sent. */
export function useTrade(): TradeFlow {
  const build = useBuildTrade()
  const [request, setRequest] = useState<TradeRequest>()
  const [task, setTask] = useState<NewTask>()
  return {
    request,
    built: build.data,
    task,
    building: build.isPending,
    error: build.error,
    start(next) {
      setRequest(next)
      build.mutate(next)
    },
    back: () => build.reset(),
    sent: setTask,
    end() {
      build.reset()
      setRequest(undefined)
      setTask(undefined)
    },
  }
}
