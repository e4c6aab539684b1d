import { describe, expect, it } from 'vitest'
import { createSharedQueue, JobQueue, RESULT, SLOTS } from './jobQueue.ts'

describe('JobQueue', () => {
  function create(): JobQueue {
    return new JobQueue(createSharedQueue())
  }

  it('returns each job once, in order, with its bytes', () => {
    const queue = create()
    queue.arena().set([1, 2, 3, 4, 5])
    queue.publish(0, 2)
    queue.publish(2, 3)
    const [first, second] = [queue.claim()!, queue.claim()!]
    expect(queue.claim()).toBeUndefined()
    expect(queue.readBytes(first)).toEqual(Uint8Array.of(1, 2))
    expect(queue.readBytes(second)).toEqual(Uint8Array.of(3, 4, 5))
  })

  it('returns copies that later jobs do not overwrite', () => {
    const queue = create()
    queue.arena().set([1])
    queue.publish(0, 1)
    const bytes = queue.readBytes(queue.claim()!)
    queue.arena().set([9])
    expect(bytes).toEqual(Uint8Array.of(1))
    expect(bytes.buffer).toBeInstanceOf(ArrayBuffer)
  })

  it('keeps the first result of a job and ignores later ones', () => {
    const queue = create()
    queue.publish(0, 0)
    const job = queue.claim()!
    expect(queue.readResult(job)).toBe(RESULT.PENDING)
    queue.finish(job, RESULT.FAILED)
    queue.finish(job, RESULT.OK)
    expect(queue.readResult(job)).toBe(RESULT.FAILED)
    expect(queue.doneCount()).toBe(1)
  })

  it('ignores a late result for a slot that another job uses now', () => {
    const queue = create()
    for (let i = 0; i <= SLOTS; i++) queue.publish(0, 0)
    const late = queue.claim()!
    for (let i = 1; i < SLOTS; i++) queue.claim()
    const successor = queue.claim()!
    expect(successor - late).toBe(SLOTS)
    queue.finish(late, RESULT.OK)
    expect(queue.readResult(successor)).toBe(RESULT.PENDING)
  })

  it('returns immediately from waitForJobs if there is a job, or after stop()', () => {
    const queue = create()
    queue.publish(0, 0)
    queue.waitForJobs()
    queue.claim()
    queue.stop()
    queue.waitForJobs()
    expect(queue.stopped()).toBe(true)
  })

  it('reports whether any job finished in time', () => {
    const queue = create()
    queue.publish(0, 0)
    const done = queue.doneCount()
    expect(queue.waitForAny(done, 10)).toBe(false)
    queue.finish(queue.claim()!, RESULT.OK)
    expect(queue.waitForAny(done, 10)).toBe(true)
  })
})
