import { beforeEach, describe, expect, it } from 'vitest'
import { CallQueue } from './callQueue.ts'

describe('CallQueue', () => {
  let steps: string[]
  let queue: CallQueue
  beforeEach(() => {
    steps = []
    queue = new CallQueue({ before: () => void steps.push('before'), after: () => void steps.push('after') })
  })
  const call = (name: string) => () => {
    steps.push(name)
    return name
  }

  it('runs a synchronous call immediately, and calls the after hook if it fails', () => {
    expect(queue.run(call('a'))).toBe('a')
    expect(() =>
      queue.run(() => {
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(steps).toEqual(['before', 'a', 'after', 'before', 'after'])
  })

  it('queues calls behind an asynchronous one, in order', async () => {
    const gate = Promise.withResolvers<string>()
    const long = queue.run(() => gate.promise)
    const waiting = [queue.run(call('b')), queue.run(call('c'))]
    expect(steps).toEqual(['before'])
    expect(queue.waiting()).toBe(2)
    gate.resolve('long')
    expect(await Promise.all([long, ...waiting])).toEqual(['long', 'b', 'c'])
    expect(steps).toEqual(['before', 'after', 'before', 'b', 'after', 'before', 'c', 'after'])
    expect(queue.waiting()).toBe(0)
    expect(queue.run(call('d'))).toBe('d')
  })

  it('continues after an asynchronous call that failed', async () => {
    const failing = queue.run(() => Promise.reject(new Error('late')))
    const next = queue.run(call('e'))
    await expect(failing).rejects.toThrow('late')
    expect(await next).toBe('e')
  })
})
