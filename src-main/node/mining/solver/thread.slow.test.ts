import { afterEach, describe, expect, it, vi } from 'vitest'
import { verifyEquihash } from '../../primitives/index.ts'
import { createSolverThreads, type SolvedHeader, type SolverThread } from './index.ts'

const MAIN = { n: 200, k: 9 } as const
const EVERYTHING = 2n ** 256n
const NOTHING = 0n

let thread: SolverThread | undefined
afterEach(async () => {
  vi.useRealTimers()
  await thread?.stop()
})

const createJob = (id: number, target: bigint) => ({ id, header: new Uint8Array(140).fill(id), target })

describe('createSolverThreads', () => {
  it('searches headers until cancelled, takes another job, and ends when stopped', async () => {
    const finds: SolvedHeader[] = []
    let notify: () => unknown = () => undefined
    const waitForFind = (job: number) =>
      new Promise<void>((resolve) => {
        notify = () => finds.some((find) => find.job === job) && resolve()
      })
    thread = createSolverThreads(undefined)({
      found(find) {
        finds.push(find)
        notify()
      },
      failed: (error) => expect.unreachable(error.message),
    })
    thread.work(createJob(1, EVERYTHING))
    await waitForFind(1)
    thread.work(createJob(2, EVERYTHING))
    thread.cancelBefore(2)
    await waitForFind(2)
    for (const { header, solution } of finds) expect(verifyEquihash(MAIN, header, solution)).toBe(true)
    expect(thread.solutions()).toBeGreaterThanOrEqual(finds.length)

    thread.work(createJob(3, NOTHING))
    // With fake timers the termination timeout never fires, so the thread must end without it.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await thread.stop()
  })

  it('stops a thread that has not started yet', async () => {
    const begun = createSolverThreads('NandKPoW')({
      found: () => expect.unreachable(),
      failed: () => expect.unreachable(),
    })
    begun.work(createJob(1, EVERYTHING))
    await begun.stop()
  })
})
