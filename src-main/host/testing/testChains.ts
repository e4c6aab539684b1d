/** For tests: a chain manager on a root of its own, whose nodes are none. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import { type ChainMethodName, type ChainMethodResult, chainMethods } from '#shared/chains/index.ts'
import type { NodeEvent } from '#shared/events.ts'
import { parseJson } from '#shared/json.ts'
import { type ChainManager, createChainManager } from '../chains/chainManager.ts'
import { readStartArguments } from '../chains/startArguments.ts'
import { createTestThreads, type TestThreads } from './testThreads.ts'

export const ONE = ['-ac_name=ONE', '-ac_public=1']
export const TWO = ['-ac_name=TWO', '-ac_public=1']

export interface ChainManagerTest {
  /** around the root, which is not there at first */
  base: string
  root: string
  nodes: TestThreads
  /** of desks that are opened from now on */
  keepTipsWithin: number | undefined
  /** what all desks said to the terminal, and to their windows */
  told: string[]
  events: NodeEvent[]
  open(argv?: readonly string[]): ChainManager
  /** Ends one as a person does, and opens another on the same root. */
  reopen(chainManager: ChainManager, argv?: readonly string[]): Promise<ChainManager>
  /** Two chains that run; the first is shown. */
  two(): Promise<readonly [ChainManager, string, string]>
}

export async function ask<N extends ChainMethodName>(chainManager: ChainManager, name: N, ...params: unknown[]) {
  const text = await chainManager.call(name, JSON.stringify(params))
  return chainMethods[name].result.decode(parseJson(text)) as ChainMethodResult<N>
}

export const create = (chainManager: ChainManager, options: readonly string[], label = '') =>
  ask(chainManager, 'createchain', { label, options, testnode: true }).then(({ id }) => id)

export const stateOf = async (chainManager: ChainManager, id: string) =>
  (await ask(chainManager, 'listchains')).chains.find((chain) => chain.id === id)

/** The `-ac_name` word of the node that a call reaches. */
export const whoAnswers = async (chainManager: ChainManager) =>
  JSON.parse(await chainManager.call('getblockcount', '[]'))

export function useChainManager(): ChainManagerTest {
  let desks: ChainManager[] = []
  const test: ChainManagerTest = {
    ...{ base: '', root: '', nodes: createTestThreads(), keepTipsWithin: undefined, told: [], events: [] },
    open(argv = []) {
      const words = [...argv, `-root=${test.root}`]
      const start = readStartArguments(words, { home: test.base, cwd: test.base, chosenRoot: undefined })
      const chainManager = createChainManager(
        { start, transport: 'web' },
        {
          ...{ now: Date.now, delay, pid: process.pid, tell: (line: string) => test.told.push(line) },
          startNode: (data) => test.nodes.startNode(data),
          listeningOf: () => ({ ports: [], p2pOptional: true }),
          ...(test.keepTipsWithin !== undefined && { keepTipsWithin: test.keepTipsWithin }),
        },
      )
      chainManager.onEvent((event) => test.events.push(event))
      desks.push(chainManager)
      return chainManager
    },
    async reopen(chainManager, argv) {
      await chainManager.stop()
      return test.open(argv)
    },
    async two() {
      const chainManager = test.open()
      const ids = [await create(chainManager, ONE, 'First'), await create(chainManager, TWO)] as const
      for (const id of ids) await ask(chainManager, 'startchain', id)
      await ask(chainManager, 'selectchain', ids[0])
      return [chainManager, ...ids]
    },
  }
  beforeEach(() => {
    test.base = mkdtempSync(join(tmpdir(), 'desk-'))
    test.root = join(test.base, 'root')
    test.nodes = createTestThreads()
    test.keepTipsWithin = undefined
    test.told = []
    test.events = []
  })
  afterEach(async () => {
    await Promise.all(desks.map((chainManager) => chainManager.stop()))
    desks = []
    rmSync(test.base, { recursive: true, force: true })
  })
  return test
}
