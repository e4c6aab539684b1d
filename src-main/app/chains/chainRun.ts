import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent } from '#shared/events.ts'
import { decodeResult } from '#shared/rpc/index.ts'
import type { ThreadData } from '../thread/messages.ts'
import type { NodeCallOptions, NodeClient, SlowStop } from '../thread/nodeClient.ts'

export type RunState = 'stopped' | 'starting' | 'running' | 'stopping' | 'failed'

export interface Tip {
  readonly height: number
  /** unix seconds, of its header */
  readonly time: number
}

/** The node of a chain that runs now; it stays this one when the chain is started again. */
export interface NodeLease {
  call(method: string, params: string, options?: NodeCallOptions): Promise<string>
  /** aborted as soon as this node stops or is asked to stop */
  readonly gone: AbortSignal
}

/** The node of one chain: its thread while it runs, and its last known state. */
export interface ChainRun {
  now(): { readonly state: RunState; readonly detail: string }
  /** the last one reported */
  tip(): Tip | undefined
  /** a faucet claim is being searched */
  searching(): boolean
  /** whether there is a thread to call; a node that failed to start has one, too */
  alive(): boolean
  /** the arguments that the present node was started with, without those for one start only; undefined: there is none */
  arguments(): readonly string[] | undefined
  /** Resolves at once, except during a start: then when there is a thread or a reason why not. */
  idle(): Promise<void>
  /** Resolves when the node answers; rejects with an Error for people. Does nothing if it runs already. */
  start(argv: readonly string[], once?: readonly string[]): Promise<void>
  /** Resolves when the node has closed its files. Safe in every state. */
  stop(): Promise<void>
  /** As NodeClient's; without a thread it rejects with the reason. */
  call(method: string, params: string, options?: NodeCallOptions): Promise<string>
  /** Rejects as `call` does. */
  hold(): Promise<NodeLease>
}

export interface ChainRunDeps {
  readonly transport: ThreadData['transport']
  startNode(data: ThreadData): NodeClient
  /** Why this chain cannot be started at all, as a sentence; undefined: it can. */
  obstacle(argv: readonly string[]): Promise<string | undefined>
  /** the state, the tip or whether a search runs has changed */
  changed(what: 'state' | 'tip' | 'search'): void
  event(event: NodeEvent): void
  /** The thread ended unasked: by `stop` over RPC (undefined), or by a crash. */
  ended(crash: string | undefined): void
  /** a stop takes long; every ten seconds */
  slowStop(wait: SlowStop): void
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

interface RunData {
  readonly deps: ChainRunDeps
  state: RunState
  detail: string
  tip: Tip | undefined
  searching: boolean
  client: NodeClient | undefined
  argv: readonly string[]
  /** aborted when the client stops */
  gone: AbortController
  starting: Promise<void> | undefined
  /** the part of a start that has no thread yet */
  preparing: Promise<unknown> | undefined
  stopping: Promise<void> | undefined
}

export function createChainRun(deps: ChainRunDeps): ChainRun {
  const run: RunData = {
    ...{ deps, state: 'stopped', detail: '', tip: undefined, searching: false, client: undefined, argv: [] },
    ...{ gone: new AbortController(), starting: undefined, preparing: undefined, stopping: undefined },
  }
  return {
    now: () => ({ state: run.state, detail: run.detail }),
    tip: () => run.tip,
    searching: () => run.searching,
    alive: () => run.client !== undefined,
    arguments: () => (run.client === undefined ? undefined : run.argv),
    idle: () => idle(run),
    async start(argv, once = []) {
      await run.stopping
      if (run.state === 'running' && run.client !== undefined) return
      run.starting ??= begin(run, argv, once).finally(() => {
        run.starting = undefined
      })
      await run.starting
    },
    async stop() {
      run.stopping ??= end(run).finally(() => {
        run.stopping = undefined
        show(run, 'stopped', '')
      })
      await run.stopping
    },
    call: async (method, params, options) => (await clientOf(run)).call(method, params, options),
    hold: () => hold(run),
  }
}

function show(run: RunData, state: RunState, detail: string): void {
  if (run.state === state && run.detail === detail) return
  run.state = state
  run.detail = detail
  run.deps.changed('state')
}

/** For a window that waits for a status while there is no thread that could send one. */
function emitStatus({ deps }: RunData, phase: 'failed' | 'starting', detail: string): void {
  deps.event({ type: 'status', phase, detail, progress: null })
}

function showSearch(run: RunData, searching: boolean): void {
  if (run.searching === searching) return
  run.searching = searching
  run.deps.changed('search')
}

function showTip(run: RunData, tip: Tip): void {
  run.tip = tip
  run.deps.changed('tip')
}

function handleEvent(run: RunData, event: NodeEvent): void {
  if (event.type === 'tip') showTip(run, { height: event.height, time: event.time })
  else if (event.type === 'faucet') showSearch(run, event.claim.state === 'searching')
  else if (event.type === 'status') handleStatus(run, event)
  run.deps.event(event)
}

function handleStatus(run: RunData, { phase, detail }: Extract<NodeEvent, { type: 'status' }>): void {
  if (phase !== 'ready') showSearch(run, false)
  if (phase === 'ready') show(run, 'running', detail)
  else if (phase === 'failed') show(run, 'failed', detail)
  else if (phase === 'stopping') {
    run.gone.abort()
    show(run, 'stopping', '')
  } else if (phase !== 'stopped') show(run, 'starting', detail)
}

/** Takes over the thread of a start until it ends. */
function follow(run: RunData, node: NodeClient): void {
  const gone = new AbortController()
  run.client = node
  run.gone = gone
  node.onEvent((event) => {
    if (run.client === node) handleEvent(run, event)
  })
  void node.ended.then((crash) => {
    gone.abort()
    if (run.client !== node) return
    run.client = undefined
    showSearch(run, false)
    if (run.stopping !== undefined) return
    show(run, crash === undefined ? 'stopped' : 'failed', crash ?? '')
    run.deps.ended(crash)
  })
}

/** Ends a thread that failed earlier and stayed to give the reason. Returns what prevents the start. */
async function prepare(run: RunData, argv: readonly string[]): Promise<string | undefined> {
  const old = run.client
  run.client = undefined
  run.gone.abort()
  show(run, 'starting', '')
  emitStatus(run, 'starting', '')
  await old?.stop(run.deps.slowStop)
  return run.deps.obstacle(argv)
}

async function begin(run: RunData, kept: readonly string[], once: readonly string[]): Promise<void> {
  const argv = [...kept, ...once]
  const { deps } = run
  const prepared = prepare(run, argv).catch(textOf)
  run.preparing = prepared
  const obstacle = await prepared
  if (run.stopping !== undefined) return
  if (obstacle !== undefined) {
    show(run, 'failed', obstacle)
    emitStatus(run, 'failed', obstacle)
    throw new Error(obstacle)
  }
  const node = deps.startNode({ argv, transport: deps.transport })
  run.argv = kept
  follow(run, node)
  try {
    await node.started
    if (run.client !== node || run.stopping !== undefined) return
    show(run, 'running', run.detail)
    void learnTip(run, node)
  } catch (error) {
    if (run.stopping !== undefined) return
    show(run, 'failed', textOf(error))
    throw error
  }
}

/** Events report new blocks only, so the first tip is asked for. */
async function learnTip(run: RunData, node: NodeClient): Promise<void> {
  try {
    const { blocks, tiptime } = decodeResult('getinfo', await node.call('getinfo', '[]'))
    if (run.client === node && run.tip === undefined) showTip(run, { height: blocks, time: tiptime })
  } catch {
    // Only the height in the list is missing, until the next block.
  }
}

async function end(run: RunData): Promise<void> {
  run.gone.abort()
  if (run.client !== undefined || run.starting !== undefined) show(run, 'stopping', '')
  // A start that is still looking for obstacles notices that a stop has begun.
  if (run.client === undefined) await run.starting?.catch(() => undefined)
  await run.client?.stop(run.deps.slowStop)
  await run.starting?.catch(() => undefined)
  run.client = undefined
  showSearch(run, false)
}

async function idle(run: RunData): Promise<void> {
  if (run.client === undefined && run.starting !== undefined) await run.preparing
}

async function clientOf(run: RunData): Promise<NodeClient> {
  await idle(run)
  if (run.client !== undefined) return run.client
  if (run.state === 'failed') throw new RpcError(RPC_ERROR.INTERNAL, run.detail)
  throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'The chain is stopped')
}

async function hold(run: RunData): Promise<NodeLease> {
  const node = await clientOf(run)
  const { signal: gone } = run.gone
  return {
    gone,
    async call(method, params, options) {
      if (gone.aborted) throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'The chain is stopped')
      return node.call(method, params, options)
    },
  }
}
