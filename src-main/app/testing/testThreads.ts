/** Fake node threads that a test controls. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent } from '#shared/events.ts'
import type { PairData } from '../../node/index.ts'
import type { RunningNode } from '../chains/chainRun.ts'
import type { ThreadData } from '../thread/messages.ts'

export interface TestThread {
  readonly argv: readonly string[]
  readonly calls: readonly string[]
  /** start data of a node in the private sandbox */
  readonly pair: PairData | undefined
  emit(event: NodeEvent): void
  /** Makes the node reply from now on. */
  becomeReady(): void
  failToStart(reason: string): void
  crash(reason: string): void
  /** Ends the thread as after `stop` over RPC. */
  endByItself(): void
  stopped(): boolean
}

export interface TestThreads {
  startNode(data: ThreadData): RunningNode
  /** Returns the last thread with this argument. */
  of(word: string): TestThread
  count(): number
  /** true if new threads become ready immediately */
  ready: boolean
  /** Returns the reply of a node as JSON text; undefined for its `-ac_name` argument. */
  answer: (method: string, argv: readonly string[], params: string) => string | undefined
}

export function createTestThreads(): TestThreads {
  const nodes: TestThread[] = []
  const all: TestThreads = {
    ready: true,
    answer: () => undefined,
    startNode({ argv, pair }) {
      const { node, client } = createOne(argv, all, pair)
      nodes.push(node)
      if (all.ready) node.becomeReady()
      return client
    },
    of(word) {
      const node = nodes.findLast(({ argv }) => argv.includes(word))
      if (!node) throw new Error(`no thread was started with ${word}`)
      return node
    },
    count: () => nodes.length,
  }
  return all
}

function createOne(
  argv: readonly string[],
  all: TestThreads,
  pair: PairData | undefined,
): { node: TestThread; client: RunningNode } {
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string | undefined>()
  started.promise.catch(() => {})
  const listeners = new Set<(event: NodeEvent) => void>()
  const calls: string[] = []
  let alive = true
  const emit = (event: NodeEvent) => {
    for (const listener of listeners) listener(event)
  }
  const end = (crash: string | undefined) => {
    if (!alive) return
    alive = false
    started.reject(new Error(crash ?? 'The node has stopped'))
    ended.resolve(crash)
  }
  const client: RunningNode = {
    started: started.promise,
    ended: ended.promise,
    async call(method, params) {
      if (!alive) throw new RpcError(RPC_ERROR.INTERNAL, 'The node has stopped')
      calls.push(`${method} ${params}`)
      const answer = all.answer(method, argv, params)
      if (answer !== undefined) return answer
      return JSON.stringify(argv.find((word) => word.startsWith('-ac_name=')) ?? 'SANDBOX')
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async stop() {
      end(undefined)
      await ended.promise
    },
  }
  const node: TestThread = {
    argv,
    calls,
    pair,
    emit,
    becomeReady: () => started.resolve(),
    failToStart: (reason) => started.reject(new Error(reason)),
    crash: end,
    endByItself: () => end(undefined),
    stopped: () => !alive,
  }
  return { node, client }
}
