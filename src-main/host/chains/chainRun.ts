import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent } from '#shared/events.ts'
import { decodeResult } from '#shared/rpc/index.ts'
import type { ThreadData } from '../messages.ts'
import type { NodeCallOptions, NodeClient } from '../nodeClient.ts'

export type RunState = 'stopped' | 'starting' | 'running' | 'stopping' | 'failed'

export interface Tip {
  readonly height: number
  /** unix seconds, of its header */
  readonly time: number
}

/** The node of a chain as it runs now, whatever is started in its place later. */
export interface HeldNode {
  call(method: string, params: string, options?: NodeCallOptions): Promise<string>
  /** aborted as soon as this node stops, or is told to */
  readonly gone: AbortSignal
}

/** One chain's node: a thread while it runs, and what is known of it. */
export interface ChainRun {
  now(): { readonly state: RunState; readonly detail: string }
  /** as last heard of */
  tip(): Tip | undefined
  /** a faucet claim is being searched */
  searching(): boolean
  /** whether there is a thread to ask, which may also be one that failed to start */
  alive(): boolean
  /** Resolves at once, but during a start when there is a thread or a reason why not. */
  idle(): Promise<void>
  /** Resolves when the node answers; rejects with an Error for people. One that runs is left alone. */
  start(argv: readonly string[]): Promise<void>
  /** In bounded time. Safe in every state. */
  stop(): Promise<void>
  /** As NodeClient's; while there is no thread it rejects with the reason. */
  call(method: string, params: string, options?: NodeCallOptions): Promise<string>
  /** Rejects as `call` does. */
  hold(): Promise<HeldNode>
}

export interface ChainRunDeps {
  readonly transport: ThreadData['transport']
  startNode(data: ThreadData): NodeClient
  /** What keeps this chain from being started at all, as a sentence; undefined: nothing. */
  obstacle(argv: readonly string[]): Promise<string | undefined>
  /** the state, the tip or whether a search runs is not what it was */
  changed(what: 'state' | 'tip' | 'search'): void
  event(event: NodeEvent): void
  /** The thread has ended and nobody here asked for it: over RPC (undefined), or by a crash. */
  ended(crash: string | undefined): void
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export function createChainRun(deps: ChainRunDeps): ChainRun {
  let state: RunState = 'stopped'
  let detail = ''
  let tip: Tip | undefined
  let searching = false
  let client: NodeClient | undefined
  /** of the client */
  let leaving = new AbortController()
  let starting: Promise<void> | undefined
  /** the part of a start that has no thread yet */
  let preparing: Promise<unknown> | undefined
  let stopping: Promise<void> | undefined

  const show = (next: RunState, text: string) => {
    if (state === next && detail === text) return
    state = next
    detail = text
    deps.changed('state')
  }
  /** For a window that waits for a status and has no thread to hear it from. */
  const tell = (phase: 'failed' | 'stopped' | 'starting', text: string) =>
    deps.event({ type: 'status', phase, detail: text, progress: null })

  const search = (now: boolean) => {
    if (searching === now) return
    searching = now
    deps.changed('search')
  }

  const noticed = (event: NodeEvent) => {
    if (event.type === 'tip') {
      tip = { height: event.height, time: event.time }
      deps.changed('tip')
    } else if (event.type === 'faucet') search(event.claim.state === 'searching')
    else if (event.type === 'status') {
      if (event.phase !== 'ready') search(false)
      if (event.phase === 'ready') show('running', event.detail)
      else if (event.phase === 'failed') show('failed', event.detail)
      else if (event.phase === 'stopping') {
        leaving.abort()
        show('stopping', '')
      } else if (event.phase !== 'stopped') show('starting', event.detail)
    }
    deps.event(event)
  }

  /** The thread of a start, from its first word to its end. */
  const follow = (node: NodeClient) => {
    client = node
    const left = new AbortController()
    leaving = left
    node.onEvent((event) => {
      if (client === node) noticed(event)
    })
    void node.ended.then((crash) => {
      left.abort()
      if (client !== node) return
      client = undefined
      search(false)
      if (stopping === undefined) {
        show(crash === undefined ? 'stopped' : 'failed', crash ?? '')
        deps.ended(crash)
      }
    })
  }

  async function prepare(argv: readonly string[]): Promise<string | undefined> {
    // One that failed stayed to say why.
    const old = client
    client = undefined
    leaving.abort()
    show('starting', '')
    tell('starting', '')
    await old?.stop()
    return deps.obstacle(argv)
  }

  async function begin(argv: readonly string[]): Promise<void> {
    const prepared = prepare(argv).catch(textOf)
    preparing = prepared
    const obstacle = await prepared
    if (stopping !== undefined) return
    if (obstacle !== undefined) {
      show('failed', obstacle)
      tell('failed', obstacle)
      throw new Error(obstacle)
    }
    follow(deps.startNode({ argv, transport: deps.transport }))
    const node = client
    try {
      await node?.started
      if (client !== node || stopping !== undefined) return
      show('running', detail)
      if (node !== undefined) void learnTip(node)
    } catch (error) {
      if (stopping !== undefined) return
      show('failed', textOf(error))
      throw error
    }
  }

  /** Events tell of new blocks only; a node that does not answer this will tell of its next one. */
  async function learnTip(node: NodeClient): Promise<void> {
    try {
      const { blocks, tiptime } = decodeResult('getinfo', await node.call('getinfo', '[]'))
      if (client !== node || tip !== undefined) return
      tip = { height: blocks, time: tiptime }
      deps.changed('tip')
    } catch {
      // Only the height in a list is missing.
    }
  }

  async function end(): Promise<void> {
    leaving.abort()
    if (client !== undefined || starting !== undefined) show('stopping', '')
    // A start that is still looking for obstacles sees that it is not wanted any more.
    if (client === undefined) await starting?.catch(() => undefined)
    await client?.stop()
    await starting?.catch(() => undefined)
    client = undefined
    search(false)
  }

  async function idle(): Promise<void> {
    if (client === undefined && starting !== undefined) await preparing
  }

  const reached = async (): Promise<NodeClient> => {
    await idle()
    if (client !== undefined) return client
    if (state === 'failed') throw new RpcError(RPC_ERROR.INTERNAL, detail)
    throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'The chain is stopped')
  }

  return {
    now: () => ({ state, detail }),
    tip: () => tip,
    searching: () => searching,
    alive: () => client !== undefined,
    idle,
    async start(argv) {
      await stopping
      if (state === 'running' && client !== undefined) return
      starting ??= begin(argv).finally(() => {
        starting = undefined
      })
      await starting
    },
    async stop() {
      stopping ??= end().finally(() => {
        stopping = undefined
        show('stopped', '')
      })
      await stopping
    },
    call: async (method, params, options) => (await reached()).call(method, params, options),
    async hold() {
      const node = await reached()
      const { signal: gone } = leaving
      return {
        gone,
        async call(method, params, options) {
          if (gone.aborted) throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'The chain is stopped')
          return node.call(method, params, options)
        },
      }
    },
  }
}
