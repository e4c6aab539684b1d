import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { forgetNodeAnswers, type ListedChains, showChain } from './chains.ts'
import { rpcKey } from './queries.ts'

const list: ListedChains = { current: 'A', root: '/r', client: 'chainwright-cli', notice: null, chains: [] }
const listKey = rpcKey('listchains', {})
const heightKey = rpcKey('getblockcount', {})

describe('forgetNodeAnswers', () => {
  it('drops answers of the node and keeps those of the app', () => {
    const queries = new QueryClient()
    queries.setQueryData(listKey, list)
    queries.setQueryData(heightKey, 7)
    queries.setQueryData(['rpc', 'tokensummary', 'pages'], { pages: [] })
    forgetNodeAnswers(queries)
    expect(queries.getQueryData(heightKey)).toBeUndefined()
    expect(queries.getQueryData(['rpc', 'tokensummary', 'pages'])).toBeUndefined()
    expect(queries.getQueryData(listKey)).toBe(list)
  })

  it('refetches active queries, and ignores late answers of the previous node', async () => {
    const queries = new QueryClient()
    const answers: ((height: number) => void)[] = []
    const observer = new QueryObserver<number>(queries, {
      queryKey: heightKey,
      queryFn: () => new Promise((resolve) => answers.push(resolve)),
      networkMode: 'always',
    })
    const end = observer.subscribe(() => {})
    expect(answers).toHaveLength(1)
    forgetNodeAnswers(queries)
    await expect.poll(() => answers.length).toBe(2)
    answers[0]?.(1000)
    answers[1]?.(3)
    await expect.poll(() => queries.getQueryData(heightKey)).toBe(3)
    end()
  })
})

describe('showChain', () => {
  it('marks the selected chain immediately, and refetches the list', () => {
    const queries = new QueryClient()
    queries.setQueryData(listKey, list)
    showChain(queries, 'B')
    expect(queries.getQueryData<ListedChains>(listKey)?.current).toBe('B')
    expect(queries.getQueryState(listKey)?.isInvalidated).toBe(true)
  })

  it('changes nothing before the list is loaded', () => {
    const queries = new QueryClient()
    showChain(queries, 'B')
    expect(queries.getQueryData(listKey)).toBeUndefined()
  })
})
