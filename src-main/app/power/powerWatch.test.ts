import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PowerSource } from '../../node/composition/node.ts'
import { PowerWatch } from './powerWatch.ts'

let source: PowerSource | Error | 'hangs'
let reads: number
let changed: () => void

const watch = () =>
  new PowerWatch({
    read() {
      reads++
      if (source === 'hangs') return new Promise(() => undefined)
      return source instanceof Error ? Promise.reject(source) : Promise.resolve(source)
    },
    onChange: (listener) => {
      changed = listener
    },
  })

function node() {
  const reported: PowerSource[] = []
  const ended = Promise.withResolvers<string | undefined>()
  return {
    reported,
    end: () => ended.resolve(undefined),
    setPower: (now: PowerSource) => void reported.push(now),
    ended: ended.promise,
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  source = 'mains'
  reads = 0
})
afterEach(() => vi.useRealTimers())
const later = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

describe('PowerWatch', () => {
  it('notifies each node of the power source and of changes within ten seconds', async () => {
    const power = watch()
    const [one, two] = [node(), node()]
    power.follow(one)
    await later(0)
    power.follow(two)
    expect([one.reported, two.reported]).toEqual([['mains'], ['mains']])
    await later(10)
    expect(one.reported).toEqual(['mains'])
    source = 'battery'
    await later(10)
    expect([one.reported, two.reported]).toEqual([
      ['mains', 'battery'],
      ['mains', 'battery'],
    ])
  })

  it('checks immediately when the system reports a change', async () => {
    const power = watch()
    const one = node()
    power.follow(one)
    await later(0)
    source = 'battery'
    changed()
    await later(0)
    expect(one.reported).toEqual(['mains', 'battery'])
  })

  it('reports unknown after a failed or hanging check, and starts no check while one hangs', async () => {
    const power = watch()
    const one = node()
    power.follow(one)
    await later(0)
    source = new Error('EIO')
    await later(30)
    expect(one.reported).toEqual(['mains', 'unknown'])
    source = 'battery'
    await later(30)
    source = 'hangs'
    await later(35)
    expect(one.reported).toEqual(['mains', 'unknown', 'battery', 'unknown'])
    const before = reads
    await later(120)
    expect(reads).toBe(before)
  })

  it('checks only while a node runs', async () => {
    const power = watch()
    await later(60)
    expect(reads).toBe(0)
    const one = node()
    power.follow(one)
    await later(30)
    one.end()
    await later(60)
    const before = reads
    await later(300)
    expect(reads).toBe(before)
    const two = node()
    power.follow(two)
    await later(0)
    expect(two.reported).toEqual(['mains'])
    expect(one.reported).toEqual(['mains'])
    expect(reads).toBe(before + 1)
  })
})
