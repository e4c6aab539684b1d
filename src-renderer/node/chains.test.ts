import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { forgetNodeAnswers, type ListedChains, showChain } from './chains.ts'
import { rpcKey } from './queries.ts'

const list: ListedChains = { current: 'A', root: '/r', client: 'chainwright-cli', notice: null, chains: [] }
const listKey = rpcKey('listchains', {})
const heightKey = rpcKey('getblockcount', {})

describe('forgetNodeAnswers', () => {
  it('drops what the node said and keeps what the app said', () => {
    const queries = new QueryClient()
    queries.setQueryData(listKey, list)
    queries.setQueryData(heightKey, 7)
    queries.setQueryData(['rpc', 'tokensummary', 'pages'], { pages: [] })
    forgetNodeAnswers(queries)
    expect(queries.getQueryData(heightKey)).toBeUndefined()
    expect(queries.getQueryData(['rpc', 'tokensummary', 'pages'])).toBeUndefined()
    expect(queries.getQueryData(listKey)).toBe(list)
  })

  it('asks again what is on screen, and lets no late answer of the last node come to it', async () => {
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
  it('says at once which chain is shown', () => {
    const queries = new QueryClient()
    queries.setQueryData(listKey, list)
    showChain(queries, 'B')
    expect(queries.getQueryData<ListedChains>(listKey)?.current).toBe('B')
    expect(queries.getQueryState(listKey)?.isInvalidated).toBe(true)
  })

  it('claims nothing before the list is known', () => {
    const queries = new QueryClient()
    showChain(queries, 'B')
    expect(queries.getQueryData(listKey)).toBeUndefined()
  })
})
