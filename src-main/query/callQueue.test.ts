import { beforeEach, describe, expect, it } from 'vitest'
import { createTurns, type Turns } from './callQueue.ts'

describe('createTurns', () => {
  let steps: string[]
  let turns: Turns
  beforeEach(() => {
    steps = []
    turns = createTurns({ before: () => void steps.push('before'), after: () => void steps.push('after') })
  })
  const call = (name: string) => () => {
    steps.push(name)
    return name
  }

  it('runs a synchronous call at once, and ends its turn where it fails', () => {
    expect(turns.take(call('a'))).toBe('a')
    expect(() =>
      turns.take(() => {
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(steps).toEqual(['before', 'a', 'after', 'before', 'after'])
  })

  it('lets calls wait for one that takes longer, in their order', async () => {
    const gate = Promise.withResolvers<string>()
    const long = turns.take(() => gate.promise)
    const waiting = [turns.take(call('b')), turns.take(call('c'))]
    expect(steps).toEqual(['before'])
    gate.resolve('long')
    expect(await Promise.all([long, ...waiting])).toEqual(['long', 'b', 'c'])
    expect(steps).toEqual(['before', 'after', 'before', 'b', 'after', 'before', 'c', 'after'])
    expect(turns.take(call('d'))).toBe('d')
  })

  it('goes on after one that failed later', async () => {
    const failing = turns.take(() => Promise.reject(new Error('late')))
    const next = turns.take(call('e'))
    await expect(failing).rejects.toThrow('late')
    expect(await next).toBe('e')
  })
})
