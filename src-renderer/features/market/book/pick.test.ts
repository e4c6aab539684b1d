import { describe, expect, it } from 'vitest'
import { sampleOrder } from '../testing/orders.ts'
import type { OrderRow } from '../trade/request.ts'
import { createPicker } from './pick.ts'

const level = (price: string) => ({ token: '22'.repeat(32), side: 'ask', price }) as const
const other = sampleOrder({ price: '8.00000000' })

/** A picker whose answers come when the test says so. */
function setUp() {
  const picker = createPicker()
  const heard: unknown[] = []
  const pick = (price: string) => {
    const answer = Promise.withResolvers<{ rows: OrderRow[] }>()
    const done = picker.pick(level(price), () => answer.promise, {
      fill: (order) => heard.push(['fill', order]),
      show: (order) => heard.push(['show', order]),
      gone: () => heard.push('gone'),
      failed: (error) => heard.push(['failed', error]),
    })
    return {
      answer: (...rows: OrderRow[]) => {
        answer.resolve({ rows })
        return done
      },
      fail: (error: unknown) => {
        answer.reject(error)
        return done
      },
    }
  }
  return { picker, pick, heard }
}

describe('choosing levels of the book', () => {
  it('comes to the best order: filled, shown where nobody can fill it, or gone', async () => {
    const { pick, heard } = setUp()
    const own = sampleOrder({ mine: true })
    await pick(other.price).answer(other)
    await pick(own.price).answer(own)
    await pick(own.price).answer()
    const failure = new Error('no node')
    await pick(own.price).fail(failure)
    expect(heard).toEqual([['fill', other], ['show', own], 'gone', ['failed', failure]])
  })

  it('means the last one, whichever answer comes first', async () => {
    const { pick, heard } = setUp()
    const [first, second, third] = [pick('7.77000000'), pick('7.77000000'), pick(other.price)]
    await third.answer(other)
    await first.answer(sampleOrder())
    await second.fail(new Error('no node'))
    expect(heard).toEqual([['fill', other]])
  })

  it('means none after the market was left', async () => {
    const { picker, pick, heard } = setUp()
    const left = pick(other.price)
    picker.forget()
    await left.answer(other)
    expect(heard).toEqual([])
  })
})
