import type { SolverEvents, SolverJob, SolverThread, StartSolverThread } from './solver/index.ts'

/** The solver threads: all work on the same block, and their number can change. */
export interface SolverTeam {
  size(): number
  /** Starts or ends threads; new ones take part in the present job. */
  resize(threads: number): void
  /** Gives every thread, present and future, a job of its own with the same number. */
  work(jobOf: () => SolverJob): void
  cancelBefore(job: number): void
  /** of all threads since the count began, including ended ones */
  solutions(): number
  /** Restarts the count. */
  recount(): void
  /** Resolves when all dismissed threads have ended. */
  stopped(): Promise<void>
}

export function createSolverTeam(start: StartSolverThread, { found, failed }: SolverEvents): SolverTeam {
  let threads: readonly SolverThread[] = []
  const ending = new Set<Promise<void>>()
  let oldest = 0
  let present: (() => SolverJob) | undefined
  /** found by ended threads, less what the others had found when the count began */
  let before = 0

  function dismiss(thread: SolverThread): void {
    before += thread.solutions()
    threads = threads.filter((other) => other !== thread)
    const end = thread.stop().finally(() => ending.delete(end))
    ending.add(end)
  }

  function add(): void {
    const thread: SolverThread = start({
      found,
      failed(error) {
        if (threads.includes(thread)) dismiss(thread)
        failed(error)
      },
    })
    threads = [...threads, thread]
    thread.cancelBefore(oldest)
    if (present) thread.work(present())
  }

  return {
    size: () => threads.length,
    resize(wanted) {
      for (const thread of threads.slice(wanted)) dismiss(thread)
      while (threads.length < wanted) add()
    },
    work(jobOf) {
      present = jobOf
      for (const thread of threads) thread.work(jobOf())
    },
    cancelBefore(job) {
      oldest = job
      for (const thread of threads) thread.cancelBefore(job)
    },
    solutions: () => threads.reduce((sum, thread) => sum + thread.solutions(), before),
    recount() {
      before = threads.reduce((sum, thread) => sum - thread.solutions(), 0)
    },
    async stopped() {
      await Promise.allSettled([...ending])
    },
  }
}
