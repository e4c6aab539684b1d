import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { createRenewal } from './renewal.ts'

interface Call {
  readonly method: string
  answer(height: number): void
  fail(): void
}

const queries = new QueryClient()
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  queries.clear()
})

/** Creates two active queries of the height, both answered with 7. */
async function twoFigures() {
  const calls: Call[] = []
  for (const method of ['getinfo', 'getblockchaininfo']) {
    const observer = new QueryObserver(queries, {
      queryKey: ['rpc', method, '[]'],
      queryFn: () =>
        new Promise<number>((answer, reject) =>
          calls.push({ method, answer, fail: () => reject(new Error('The connection broke')) }),
        ),
      networkMode: 'always',
      retry: false,
    })
    ends.push(observer.subscribe(() => {}))
  }
  for (const call of calls.splice(0)) call.answer(7)
  await expect.poll(heights).toEqual([7, 7])
  return calls
}

const heights = () => ['getinfo', 'getblockchaininfo'].map((method) => queries.getQueryData(['rpc', method, '[]']))

it('refetches changed queries once for all events of a block', async () => {
  const calls = await twoFigures()
  const renewal = createRenewal(queries)
  renewal.add(['getinfo'])
  renewal.add(['getinfo'])
  await expect.poll(() => calls.map(({ method }) => method)).toEqual(['getinfo'])
  calls[0]?.answer(8)
  await expect.poll(heights).toEqual([8, 7])
})

it('restores consistent answers if the connection breaks between two answers', async () => {
  const calls = await twoFigures()
  const asked = queries.getQueryState(['rpc', 'getinfo', '[]'])?.dataUpdatedAt
  const renewal = createRenewal(queries)
  renewal.add(['getinfo', 'getblockchaininfo'])
  await expect.poll(() => calls.length).toBe(2)
  calls[0]?.answer(8)
  await expect.poll(heights).toEqual([8, 7])
  calls[1]?.fail()
  renewal.takeBack()
  expect(heights()).toEqual([7, 7])
  expect(queries.getQueryState(['rpc', 'getinfo', '[]'])?.dataUpdatedAt).toBe(asked)
})

it('keeps complete answers if the connection breaks afterwards', async () => {
  const calls = await twoFigures()
  const renewal = createRenewal(queries)
  renewal.add(['getinfo', 'getblockchaininfo'])
  await expect.poll(() => calls.length).toBe(2)
  for (const call of calls) call.answer(8)
  await expect.poll(() => queries.isFetching()).toBe(0)
  renewal.takeBack()
  expect(heights()).toEqual([8, 8])
})
