/** For tests: a desk on a root of its own, whose nodes are none. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import { type ChainMethodName, type ChainMethodResult, chainMethods } from '#shared/chains/index.ts'
import type { NodeEvent } from '#shared/events.ts'
import { parseJson } from '#shared/json.ts'
import { createDesk, type Desk } from './desk.ts'
import { readStartArguments } from './startArguments.ts'
import { createTestNodes, type TestNodes } from './testNode.ts'

export const ONE = ['-ac_name=ONE', '-ac_public=1']
export const TWO = ['-ac_name=TWO', '-ac_public=1']

export interface DeskTest {
  /** around the root, which is not there at first */
  base: string
  root: string
  nodes: TestNodes
  /** of desks that are opened from now on */
  keepTipsWithin: number | undefined
  /** what all desks said to the terminal, and to their windows */
  told: string[]
  events: NodeEvent[]
  open(argv?: readonly string[]): Desk
  /** Ends one as a person does, and opens another on the same root. */
  reopen(desk: Desk, argv?: readonly string[]): Promise<Desk>
  /** Two chains that run; the first is shown. */
  two(): Promise<readonly [Desk, string, string]>
}

export async function ask<N extends ChainMethodName>(desk: Desk, name: N, ...params: unknown[]) {
  const text = await desk.call(name, JSON.stringify(params))
  return chainMethods[name].result.decode(parseJson(text)) as ChainMethodResult<N>
}

export const create = (desk: Desk, options: readonly string[], label = '') =>
  ask(desk, 'createchain', { label, options, testnode: true }).then(({ id }) => id)

export const stateOf = async (desk: Desk, id: string) =>
  (await ask(desk, 'listchains')).chains.find((chain) => chain.id === id)

/** The `-ac_name` word of the node that a call reaches. */
export const whoAnswers = async (desk: Desk) => JSON.parse(await desk.call('getblockcount', '[]'))

export function useDesk(): DeskTest {
  let desks: Desk[] = []
  const test: DeskTest = {
    ...{ base: '', root: '', nodes: createTestNodes(), keepTipsWithin: undefined, told: [], events: [] },
    open(argv = []) {
      const words = [...argv, `-root=${test.root}`]
      const start = readStartArguments(words, { home: test.base, cwd: test.base, chosenRoot: undefined })
      const desk = createDesk(
        { start, transport: 'web' },
        {
          ...{ now: Date.now, delay, pid: process.pid, tell: (line: string) => test.told.push(line) },
          startNode: (data) => test.nodes.startNode(data),
          listeningOf: () => ({ ports: [], p2pOptional: true }),
          ...(test.keepTipsWithin !== undefined && { keepTipsWithin: test.keepTipsWithin }),
        },
      )
      desk.onEvent((event) => test.events.push(event))
      desks.push(desk)
      return desk
    },
    async reopen(desk, argv) {
      await desk.stop()
      return test.open(argv)
    },
    async two() {
      const desk = test.open()
      const ids = [await create(desk, ONE, 'First'), await create(desk, TWO)] as const
      for (const id of ids) await ask(desk, 'startchain', id)
      await ask(desk, 'selectchain', ids[0])
      return [desk, ...ids]
    },
  }
  beforeEach(() => {
    test.base = mkdtempSync(join(tmpdir(), 'desk-'))
    test.root = join(test.base, 'root')
    test.nodes = createTestNodes()
    test.keepTipsWithin = undefined
    test.told = []
    test.events = []
  })
  afterEach(async () => {
    await Promise.all(desks.map((desk) => desk.stop()))
    desks = []
    rmSync(test.base, { recursive: true, force: true })
  })
  return test
}
