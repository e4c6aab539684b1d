/** A chain manager with a temporary root and fake node threads. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import { type ChainMethodName, type ChainMethodResult, chainMethods } from '#shared/chains/index.ts'
import type { NodeEvent } from '#shared/events.ts'
import { parseJson } from '#shared/json.ts'
import { ChainManager } from '../chains/chainManager.ts'
import type { WantedPort } from '../chains/preflight/ports.ts'
import { readStartArguments } from '../chains/startArguments.ts'
import { createTestThreads, type TestThreads } from './testThreads.ts'

export const ONE = ['-ac_name=ONE', '-ac_public=1']
export const TWO = ['-ac_name=TWO', '-ac_public=1']

export interface ChainManagerTest {
  /** parent of the root; the root does not exist at first */
  base: string
  root: string
  nodes: TestThreads
  /** value for chain managers opened from now on */
  keepTipsWithin: number | undefined
  /** ports that every chain needs, for chain managers opened from now on */
  ports: WantedPort[]
  /** lines that all chain managers printed, and events sent to their windows */
  printed: string[]
  events: NodeEvent[]
  open(argv?: readonly string[]): ChainManager
  /** Stops a chain manager and opens another one on the same root. */
  reopen(chainManager: ChainManager, argv?: readonly string[]): Promise<ChainManager>
  /** Opens two running chains; the first is shown. */
  two(): Promise<readonly [ChainManager, string, string]>
}

export async function ask<N extends ChainMethodName>(chainManager: ChainManager, name: N, ...params: unknown[]) {
  const text = await chainManager.call(name, JSON.stringify(params))
  return chainMethods[name].result.decode(parseJson(text)) as ChainMethodResult<N>
}

export const create = (chainManager: ChainManager, options: readonly string[], label = '') =>
  ask(chainManager, 'createchain', { label, options, testnode: true }).then(({ id }) => id)

export const findChainState = async (chainManager: ChainManager, id: string) =>
  (await ask(chainManager, 'listchains')).chains.find((chain) => chain.id === id)

/** Returns the `-ac_name` argument of the node that replies. */
export const whoAnswers = async (chainManager: ChainManager) =>
  JSON.parse(await chainManager.call('getblockcount', '[]'))

/** Returns the ports, with the RPC port given in the arguments. */
function portsWith(ports: readonly WantedPort[], words: readonly string[]): readonly WantedPort[] {
  const chosen = words.findLast((word) => word.startsWith('-rpcport='))?.split('=')[1]
  return ports.map((wanted) =>
    wanted.name === 'rpcport' && chosen !== undefined ? { ...wanted, port: Number(chosen) } : wanted,
  )
}

export function useChainManager(): ChainManagerTest {
  let managers: ChainManager[] = []
  const test: ChainManagerTest = {
    ...{
      base: '',
      root: '',
      nodes: createTestThreads(),
      keepTipsWithin: undefined,
      ports: [],
      printed: [],
      events: [],
    },
    open(argv = []) {
      const words = [...argv, `-root=${test.root}`]
      const start = readStartArguments(words, { home: test.base, cwd: test.base, chosenRoot: undefined })
      const chainManager = new ChainManager(
        { start, transport: 'web' },
        {
          ...{ now: Date.now, delay, pid: process.pid, print: (line: string) => test.printed.push(line) },
          startNode: (data) => test.nodes.startNode(data),
          listeningOf: (words) => ({ ports: portsWith(test.ports, words), p2pOptional: true }),
          ...(test.keepTipsWithin !== undefined && { keepTipsWithin: test.keepTipsWithin }),
        },
      )
      chainManager.onEvent((event) => test.events.push(event))
      managers.push(chainManager)
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
    test.base = mkdtempSync(join(tmpdir(), 'chains-'))
    test.root = join(test.base, 'root')
    test.nodes = createTestThreads()
    test.keepTipsWithin = undefined
    test.ports = []
    test.printed = []
    test.events = []
  })
  afterEach(async () => {
    await Promise.all(managers.map((chainManager) => chainManager.stop()))
    managers = []
    rmSync(test.base, { recursive: true, force: true })
  })
  return test
}
