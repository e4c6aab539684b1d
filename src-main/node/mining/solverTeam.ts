import type { SolverEvents, SolverJob, SolverThread, StartSolverThread } from './solver/index.ts'

/** Group of solver threads that work on the same block; its size can change. */
export class SolverTeam {
  readonly #start: StartSolverThread
  readonly #events: SolverEvents
  #threads: readonly SolverThread[] = []
  readonly #ending = new Set<Promise<void>>()
  #oldest = 0
  #createJob: (() => SolverJob) | undefined
  /** solutions of ended threads, minus those of the running threads at the last recount */
  #before = 0

  /** @param events called for every thread; `failed` is called after the thread was removed */
  constructor(start: StartSolverThread, events: SolverEvents) {
    this.#start = start
    this.#events = events
  }

  size(): number {
    return this.#threads.length
  }

  /** Starts or ends threads; new threads join the current job. */
  resize(threads: number): void {
    for (const thread of this.#threads.slice(threads)) this.#dismiss(thread)
    while (this.#threads.length < threads) this.#add()
  }

  /** Gives every current and future thread a separate job with the same number. */
  work(createJob: () => SolverJob): void {
    this.#createJob = createJob
    for (const thread of this.#threads) thread.work(createJob())
  }

  /** Cancels current and future jobs with a lower number. */
  cancelBefore(job: number): void {
    this.#oldest = job
    for (const thread of this.#threads) thread.cancelBefore(job)
  }

  /** Returns the solutions of all threads since the last recount, including ended threads. */
  solutions(): number {
    return this.#threads.reduce((sum, thread) => sum + thread.solutions(), this.#before)
  }

  recount(): void {
    this.#before = this.#threads.reduce((sum, thread) => sum - thread.solutions(), 0)
  }

  /** Resolves when all removed threads have ended. */
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
