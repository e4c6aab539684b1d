import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent } from '#shared/events.ts'
import { decodeResult } from '#shared/rpc/index.ts'
import type { ThreadData } from '../thread/messages.ts'
import { type NodeCallOptions, type NodeClient, NodeLease, type SlowStop } from '../thread/nodeClient.ts'

export type RunState = 'stopped' | 'starting' | 'running' | 'stopping' | 'failed'

export interface Tip {
  readonly height: number
  /** block time of the tip in unix seconds */
  readonly time: number
}

/** Part of NodeClient that a run uses. */
export type RunningNode = Pick<NodeClient, 'started' | 'ended' | 'call' | 'onEvent' | 'stop'>

export interface ChainRunDeps {
  readonly transport: ThreadData['transport']
  startNode(data: ThreadData): RunningNode
  /**
   * Returns the arguments to start with; a sandbox may have been moved to other ports. Rejects with an Error whose text
   * is for the user.
   */
  prepare(kept: readonly string[], once: readonly string[]): Promise<readonly string[]>
  /**
   * Called when the state, the tip or the faucet search changed, and when the approval rule for sandbox payments
   * changed.
   */
  changed(what: 'state' | 'tip' | 'search'): void
  event(event: NodeEvent): void
  /**
   * Called when the thread ended without a request of the app: after `stop` over RPC (undefined) or a crash (its text).
   */
  ended(crash: string | undefined): void
  /** Called every ten seconds while a stop takes long. */
  slowStop(wait: SlowStop): void
}

const toMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** One chain instance: runs the node of a chain in a thread and keeps its last known state. */
export class ChainRun {
  readonly #deps: ChainRunDeps
  #state: RunState = 'stopped'
  #detail = ''
  #tip: Tip | undefined
  #searching = false
  #client: RunningNode | undefined
  #argv: readonly string[] = []
  /** aborted when the node stops or crashes */
  #gone = new AbortController()
  #starting: Promise<void> | undefined
  /** first phase of a start, before the thread exists */
  #preparing: Promise<unknown> | undefined
  #stopping: Promise<void> | undefined

  constructor(deps: ChainRunDeps) {
    this.#deps = deps
  }

  now(): { readonly state: RunState; readonly detail: string } {
    return { state: this.#state, detail: this.#detail }
  }

  tip(): Tip | undefined {
    return this.#tip
  }

  searching(): boolean {
    return this.#searching
  }

  /** Returns true if there is a thread to call; a node that failed to start also has one. */
  alive(): boolean {
    return this.#client !== undefined
  }

  /**
   * Returns true if the node holds the chain's ports. A node that failed to start has a thread, but may not have bound
   * the ports.
   */
  holdsPorts(): boolean {
    return this.alive() && this.#state !== 'failed'
  }

  /** Returns the arguments of the current node, without those for a single start; undefined if no node runs. */
  arguments(): readonly string[] | undefined {
    return this.#client === undefined ? undefined : this.#argv
  }

  /** Resolves immediately, except during a start: then once a thread exists or the start has failed. */
  async idle(): Promise<void> {
    if (this.#client === undefined && this.#starting !== undefined) await this.#preparing
  }

  /**
   * Resolves when the node responds; rejects with an Error whose text is for users. Does nothing if the node already
   * runs.
   */
  async start(argv: readonly string[], once: readonly string[] = []): Promise<void> {
    await this.#stopping
    if (this.#state === 'running' && this.#client !== undefined) return
    this.#starting ??= this.#begin(argv, once).finally(() => {
      this.#starting = undefined
    })
    await this.#starting
  }

  /** Resolves when the node has closed its files. Safe in every state. */
  async stop(): Promise<void> {
    this.#stopping ??= this.#end().finally(() => {
      this.#stopping = undefined
      this.#show('stopped', '')
    })
    await this.#stopping
  }

  /** Like NodeClient.call. Rejects with the reason if there is no thread. */
  async call(method: string, params: string, options?: NodeCallOptions): Promise<string> {
    return (await this.#node()).call(method, params, options)
  }

  /** Returns a lease on the node. Rejects like `call`. */
  async lease(): Promise<NodeLease> {
    const node = await this.#node()
    return new NodeLease(node, this.#gone.signal)
  }

  #show(state: RunState, detail: string): void {
    if (this.#state === state && this.#detail === detail) return
    this.#state = state
    this.#detail = detail
    this.#deps.changed('state')
  }

  /** Sends a status to windows that wait for one while no thread can send it. */
  #emitStatus(phase: 'failed' | 'starting', detail: string): void {
    this.#deps.event({ type: 'status', phase, detail, progress: null })
  }

  #showSearch(searching: boolean): void {
    if (this.#searching === searching) return
    this.#searching = searching
    this.#deps.changed('search')
  }

  #showTip(tip: Tip): void {
    this.#tip = tip
    this.#deps.changed('tip')
  }

  #handleEvent(event: NodeEvent): void {
    if (event.type === 'tip') this.#showTip({ height: event.height, time: event.time })
    else if (event.type === 'faucet') this.#showSearch(event.claim.state === 'searching')
    else if (event.type === 'status') this.#handleStatus(event)
    if (event.type === 'chains') this.#deps.changed('state')
    else this.#deps.event(event)
  }

  #handleStatus({ phase, detail }: Extract<NodeEvent, { type: 'status' }>): void {
    if (phase !== 'ready') this.#showSearch(false)
    if (phase === 'ready') this.#show('running', detail)
    else if (phase === 'failed') this.#show('failed', detail)
    else if (phase === 'stopping') {
      this.#gone.abort()
      this.#show('stopping', '')
    } else if (phase !== 'stopped') this.#show('starting', detail)
  }

  /** Forwards the events of a started thread until it ends. */
  #follow(node: RunningNode): void {
    const gone = new AbortController()
    this.#client = node
    this.#gone = gone
    node.onEvent((event) => {
      if (this.#client === node) this.#handleEvent(event)
    })
    void node.ended.then((crash) => {
      gone.abort()
      if (this.#client !== node) return
      this.#client = undefined
      this.#showSearch(false)
      if (this.#stopping !== undefined) return
      this.#show(crash === undefined ? 'stopped' : 'failed', crash ?? '')
      this.#deps.ended(crash)
    })
  }

  /** Ends a failed thread that was kept to report its error. Resolves to the arguments to keep for this start. */
  async #prepare(kept: readonly string[], once: readonly string[]): Promise<readonly string[]> {
    const old = this.#client
    this.#client = undefined
    this.#gone.abort()
    this.#show('starting', '')
    this.#emitStatus('starting', '')
    await old?.stop(this.#deps.slowStop)
    return this.#deps.prepare(kept, once)
  }

  async #begin(given: readonly string[], once: readonly string[]): Promise<void> {
    const { transport } = this.#deps
    const prepared = this.#prepare(given, once).catch(toMessage)
    this.#preparing = prepared
    const kept = await prepared
    if (this.#stopping !== undefined) return
    if (typeof kept === 'string') {
      this.#show('failed', kept)
      this.#emitStatus('failed', kept)
      throw new Error(kept)
    }
    const node = this.#deps.startNode({ argv: [...kept, ...once], transport })
    this.#argv = kept
    this.#follow(node)
    try {
      await node.started
      if (this.#client !== node || this.#stopping !== undefined) return
      this.#show('running', this.#detail)
      void this.#learnTip(node)
    } catch (error) {
      if (this.#stopping !== undefined) return
      this.#show('failed', toMessage(error))
      throw error
    }
  }

  /** Requests the first tip, because events report only new blocks. */
  async #learnTip(node: RunningNode): Promise<void> {
    try {
      const { blocks, tiptime } = decodeResult('getinfo', await node.call('getinfo', '[]'))
      if (this.#client === node && this.#tip === undefined) this.#showTip({ height: blocks, time: tiptime })
    } catch {
      // Only the height in the list stays unknown until the next block.
    }
  }

  async #end(): Promise<void> {
    this.#gone.abort()
    if (this.#client !== undefined || this.#starting !== undefined) this.#show('stopping', '')
    // A start that is still preparing notices that a stop has begun.
    if (this.#client === undefined) await this.#starting?.catch(() => undefined)
    await this.#client?.stop(this.#deps.slowStop)
    await this.#starting?.catch(() => undefined)
    this.#client = undefined
    this.#showSearch(false)
  }

  async #node(): Promise<RunningNode> {
    await this.idle()
    if (this.#client !== undefined) return this.#client
    if (this.#state === 'failed') throw new RpcError(RPC_ERROR.INTERNAL, this.#detail)
    throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'The chain is stopped')
  }
}
