import { describe, expect, it } from 'vitest'
import { mapped, runInSlices, runToEnd, type Steps, sorted } from './runInSlices.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
/** Runs the steps, and returns the number of yields and the result. */
function paused<T>(steps: Steps<T>) {
  for (let pauses = 0; ; pauses++) {
    const next = steps.next()
    if (next.done) return { pauses, value: next.value }
  }
}

describe('runInSlices', () => {
  it('yields to the event loop after each slice', async () => {
    const seen: string[] = []
    const work = runInSlices(() => mapped(numbers(5), 2, (item) => seen.push(`item ${item}`)))
    setImmediate(() => seen.push('another'))
    expect(await work).toHaveLength(5)
    expect(seen.indexOf('another')).toBeGreaterThan(seen.indexOf('item 1'))
    expect(seen.indexOf('another')).toBeLessThan(seen.indexOf('item 4'))
  })

  it('returns the result of a single slice synchronously, as runToEnd does for any work', () => {
    expect(runInSlices(() => mapped(numbers(3), 3, (item) => item * 2))).toEqual([0, 2, 4])
    expect(runToEnd(mapped(numbers(9), 2, (item) => item * 2))).toHaveLength(9)
    expect(() =>
      runInSlices(() =>
        mapped([1], 1, () => {
          throw new Error('no')
        }),
      ),
    ).toThrow('no')
  })

  it('maps and sorts with a yield after `size` items', () => {
    expect(paused(mapped(numbers(10), 3, String))).toEqual({ pauses: 3, value: numbers(10).map(String) })
    expect(paused(mapped([], 3, String))).toEqual({ pauses: 0, value: [] })
    const shuffled = numbers(10_000).map((item) => ({ key: (item * 7919) % 1000, item }))
    const compare = (a: { key: number }, b: { key: number }) => a.key - b.key
    const { pauses, value } = paused(sorted(shuffled, compare))
    expect(value).toEqual(shuffled.toSorted(compare))
    expect(pauses).toBeGreaterThan(10)
    expect(runToEnd(sorted([], compare))).toEqual([])
  })

  it('ends when its caller aborts', async () => {
    const gone = new AbortController()
    let done = 0
    const work = runInSlices(() => mapped(numbers(100), 1, () => done++), { signal: gone.signal })
    gone.abort(new Error('gone'))
    await expect(work).rejects.toThrow('gone')
    expect(done).toBe(1)
  })

  it('restarts when its state has changed, up to a limit', async () => {
    let state = 0
    let begun = 0
    const work = (changes: () => void) => () => {
      begun++
      return mapped(numbers(4), 1, (item) => {
        changes()
        return `${state} ${item}`
      })
    }
    let changed = false
    const once = () => {
      if (!changed) state++
      changed = true
    }
    expect(await runInSlices(work(once), { state: () => state })).toEqual(['1 0', '1 1', '1 2', '1 3'])
    begun = 0
    const always = await runInSlices(
      work(() => state++),
      { state: () => state },
    )
    expect(always).toHaveLength(4)
    expect(begun).toBe(4)
  })
})
