import { describe, expect, it } from 'vitest'
import { sampleOrder } from '../testing/orders.ts'
import type { OrderRow } from '../trade/request.ts'
import { createPicker } from './pick.ts'

const level = (price: string) => ({ token: '22'.repeat(32), side: 'ask', price }) as const
const other = sampleOrder({ price: '8.00000000' })

/** Returns a picker whose answers the test resolves. */
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

describe('createPicker', () => {
  it('reports the best order as fillable, as shown only, or as gone', async () => {
    const { pick, heard } = setUp()
    const own = sampleOrder({ mine: true })
    await pick(other.price).answer(other)
    await pick(own.price).answer(own)
    await pick(own.price).answer()
    const failure = new Error('no node')
    await pick(own.price).fail(failure)
    expect(heard).toEqual([['fill', other], ['show', own], 'gone', ['failed', failure]])
  })

  it('reports only the last pick, in any order of the answers', async () => {
    const { pick, heard } = setUp()
    const [first, second, third] = [pick('7.77000000'), pick('7.77000000'), pick(other.price)]
    await third.answer(other)
    await first.answer(sampleOrder())
    await second.fail(new Error('no node'))
    expect(heard).toEqual([['fill', other]])
  })

  it('reports nothing after the market was left', async () => {
    const { picker, pick, heard } = setUp()
    const left = pick(other.price)
    picker.forget()
    await left.answer(other)
    expect(heard).toEqual([])
  })
})
