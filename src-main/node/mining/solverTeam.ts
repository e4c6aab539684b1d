import type { SolverEvents, SolverJob, SolverThread, StartSolverThread } from './solver/index.ts'

/** The solver threads: all work on the same block, and their number can change. */
export class SolverTeam {
  readonly #start: StartSolverThread
  readonly #events: SolverEvents
  #threads: readonly SolverThread[] = []
  readonly #ending = new Set<Promise<void>>()
  #oldest = 0
  #createJob: (() => SolverJob) | undefined
  /** solutions of ended threads, less those that the others had when the count began */
  #before = 0

  /** @param events called for every thread; `failed` after the thread has left the team */
  constructor(start: StartSolverThread, events: SolverEvents) {
    this.#start = start
    this.#events = events
  }

  size(): number {
    return this.#threads.length
  }

  /** Starts or ends threads; new ones take part in the present job. */
  resize(threads: number): void {
    for (const thread of this.#threads.slice(threads)) this.#dismiss(thread)
    while (this.#threads.length < threads) this.#add()
  }

  /** Gives every thread, present and future, a job of its own with the same number. */
  work(createJob: () => SolverJob): void {
    this.#createJob = createJob
    for (const thread of this.#threads) thread.work(createJob())
  }

  /** Ends the present and future jobs with a lower number. */
  cancelBefore(job: number): void {
    this.#oldest = job
    for (const thread of this.#threads) thread.cancelBefore(job)
  }

  /** Returns the solutions of all threads since the count began, including ended ones. */
  solutions(): number {
    return this.#threads.reduce((sum, thread) => sum + thread.solutions(), this.#before)
  }

  /** Restarts the count. */
  recount(): void {
    this.#before = this.#threads.reduce((sum, thread) => sum - thread.solutions(), 0)
  }

  /** Resolves when all dismissed threads have ended. */
  async stopped(): Promise<void> {
    await Promise.allSettled([...this.#ending])
  }

  #dismiss(thread: SolverThread): void {
    this.#before += thread.solutions()
    this.#threads = this.#threads.filter((other) => other !== thread)
    const end = thread.stop().finally(() => this.#ending.delete(end))
    this.#ending.add(end)
  }

  #add(): void {
    const thread: SolverThread = this.#start({
      found: (find) => this.#events.found(find),
      failed: (error) => {
        if (this.#threads.includes(thread)) this.#dismiss(thread)
        this.#events.failed(error)
      },
    })
    this.#threads = [...this.#threads, thread]
    thread.cancelBefore(this.#oldest)
    if (this.#createJob) thread.work(this.#createJob())
  }
}
