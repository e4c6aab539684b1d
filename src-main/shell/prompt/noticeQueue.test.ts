import { describe, expect, it } from 'vitest'
import type { NoticeList } from './messages.ts'
import { NoticeQueue } from './noticeQueue.ts'

/** Creates a queue whose clock the test controls. */
function setUp() {
  let time = 0
  let timers: { at: number; act(): void }[] = []
  let list: Omit<NoticeList, 'language'> = { shown: [], waiting: 0 }
  const queue = new NoticeQueue({
    after(milliseconds, act) {
      const timer = { at: time + milliseconds, act }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    changed: (next) => {
      list = next
    },
  })
  const advanceTime = (milliseconds: number) => {
    time += milliseconds
    const due = timers.filter(({ at }) => at <= time)
    timers = timers.filter(({ at }) => at > time)
    for (const { act } of due) act()
  }
  const texts = () => list.shown.map(({ text, state }) => `${text} ${state}`)
  return { queue, pass: advanceTime, texts, waiting: () => list.waiting }
}
const flushPromises = () => new Promise((resolve) => setImmediate(resolve))
const notice = (text: string, undo?: () => Promise<void>) => ({ chain: null, text, ...(undo && { undo }) })

describe('NoticeQueue', () => {
  it('shows three notices at a time for ten seconds each, and counts queued ones', () => {
    const { queue, pass: advanceTime, texts, waiting } = setUp()
    for (const text of ['a', 'b', 'c', 'd']) queue.add(notice(text))
    expect(texts()).toEqual(['a plain', 'b plain', 'c plain'])
    expect(waiting()).toBe(1)
    advanceTime(9999)
    expect(waiting()).toBe(1)
    advanceTime(1)
    expect(texts()).toEqual(['d plain'])
    advanceTime(10_000)
    expect(texts()).toEqual([])
  })

  it('undoes an action once and shows the result for a while', async () => {
    const { queue, pass: advanceTime, texts } = setUp()
    let undone = 0
    queue.add(
      notice('ban', async () => {
        undone += 1
      }),
    )
    queue.undo(1)
    queue.undo(1)
    expect(texts()).toEqual(['ban undoing'])
    // The ten seconds of the notice end during the undo.
    advanceTime(10_000)
    expect(texts()).toEqual(['ban undoing'])
    await flushPromises()
    expect(texts()).toEqual(['ban undone'])
    queue.undoLast()
    await flushPromises()
    expect(undone).toBe(1)
    advanceTime(5000)
    expect(texts()).toEqual([])
  })

  it('shows that an undo failed', async () => {
    const { queue, texts } = setUp()
    queue.add(notice('ban', () => Promise.reject(new Error('the node has stopped'))))
    queue.undoLast()
    await flushPromises()
    expect(texts()).toEqual(['ban failed'])
  })

  it('undoes the last actions through the menu one by one, even after their notices left the screen', async () => {
    const { queue, pass: advanceTime } = setUp()
    const order: string[] = []
    for (const text of ['a', 'b']) {
      queue.add(
        notice(text, async () => {
          order.push(text)
        }),
      )
    }
    queue.add(notice('plain'))
    advanceTime(10_000)
    queue.undoLast()
    queue.undoLast()
    queue.undoLast()
    await flushPromises()
    expect(order).toEqual(['b', 'a'])
  })

  it('limits the queue for a thousand notices, but counts them all', () => {
    const { queue, pass: advanceTime, waiting } = setUp()
    for (let count = 0; count < 1000; count += 1) queue.add(notice(String(count)))
    expect(waiting()).toBe(997)
    for (let round = 0; round < 40; round += 1) advanceTime(10_000)
    expect(waiting()).toBe(0)
  })
})
