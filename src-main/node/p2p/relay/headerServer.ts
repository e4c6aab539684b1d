import type { Chain } from '../../chain/index.ts'
import type { BlockEntry, Logger } from '../../core/index.ts'
import { equal } from '../../util/index.ts'
import type { Peer } from '../peer/index.ts'
import { forkPoint, MAX_LOCATOR } from '../sync/index.ts'
import { INV, LIMITS, type Locator } from '../wire/index.ts'
import type { Announcer } from './announcer.ts'
import { HEADERS_WHILE_LOADING } from './limits.ts'
import { readStored } from './readStored.ts'

export interface HeaderServerDeps {
  readonly chain: Pick<Chain, 'tip' | 'byHash' | 'byHeight' | 'isActive'>
  readonly isInitialDownload: () => boolean
  readonly announcer: (peer: Peer) => Announcer | undefined
  readonly logger: Logger
}

const NOWHERE = new Uint8Array(32)
/** Number of entries charged for a repeated request, in addition to those of its reply. */
const REQUEST_ENTRIES = 10

/** Greatest heights sent in replies, and the number of blocks announced since the last request. */
interface ServedProgress {
  headers: number
  blocks: number
  announced: number
}

/** Answers getheaders and getblocks (p2p.md §3). */
export class HeaderServer {
  readonly #deps: HeaderServerDeps
  /**
   * Last block of a full reply to getblocks. After it is fetched, the tip is announced, so that the peer requests more.
   */
  readonly #continuations = new Map<Peer, Uint8Array>()
  readonly #progress = new Map<Peer, ServedProgress>()

  constructor(deps: HeaderServerDeps) {
    this.#deps = deps
  }

  headers(peer: Peer, { hashes, stop }: Locator): undefined {
    const { chain, isInitialDownload, logger } = this.#deps
    if (chain.tip().height > HEADERS_WHILE_LOADING && isInitialDownload()) return
    let found: BlockEntry[]
    if (hashes.length === 0) {
      const entry = chain.byHash(stop)
      if (entry === undefined) return
      // A block outside the active chain is sent alone.
      const parent = chain.isActive(entry) ? entry.prev : null
      found = parent ? this.#above(parent, NOWHERE, LIMITS.headers, true) : [entry]
    } else found = this.#above(forkPoint(hashes.slice(0, MAX_LOCATOR), chain), stop, LIMITS.headers, true)
    this.#account(peer, 'headers', found)
    if (peer.closed) return
    const known = readStored(() => found.map(({ header }) => header), logger)
    if (known !== undefined) peer.send({ type: 'headers', headers: known })
  }

  blocks(peer: Peer, { hashes, stop }: Locator): undefined {
    const { chain, announcer } = this.#deps
    const found = this.#above(forkPoint(hashes.slice(0, MAX_LOCATOR), chain), stop, LIMITS.blocks, false)
    this.#account(peer, 'blocks', found)
    if (peer.closed) return
    const last = found.at(-1)
    if (last !== undefined && found.length === LIMITS.blocks) this.#continuations.set(peer, last.hash)
    const items = found.map(({ hash }) => ({ type: INV.block, hash }))
    for (const { hash } of items) announcer(peer)?.knows(hash)
    if (items.length > 0) peer.send({ type: 'inv', items })
  }

  /** Records that the block was sent to the peer. */
  sent(peer: Peer, hash: Uint8Array): void {
    const last = this.#continuations.get(peer)
    if (last === undefined || !equal(last, hash)) return
    this.#continuations.delete(peer)
    peer.send({ type: 'inv', items: [{ type: INV.block, hash: this.#deps.chain.tip().hash }] })
  }

  /** Records that a block was announced to the peer. */
  announced(peer: Peer): void {
    const own = this.#progress.get(peer)
    if (own !== undefined) own.announced++
  }

  left(peer: Peer): void {
    this.#continuations.delete(peer)
    this.#progress.delete(peer)
  }

  /** Charges a reply that contains nothing new for the peer, unless a block was announced to it since. */
  #account(peer: Peer, kind: 'headers' | 'blocks', found: readonly BlockEntry[]): void {
    const own = this.#progress.get(peer) ?? { headers: -1, blocks: -1, announced: 0 }
    this.#progress.set(peer, own)
    const height = found.at(-1)?.height ?? -1
    if (height > own[kind]) own[kind] = height
    else if (own.announced > 0) own.announced--
    else peer.spend('repeatedEntry', REQUEST_ENTRIES + found.length)
  }

  #above(fork: BlockEntry, stop: Uint8Array, count: number, withStop: boolean): BlockEntry[] {
    const found: BlockEntry[] = []
    for (let height = fork.height + 1; found.length < count; height++) {
      const entry = this.#deps.chain.byHeight(height)
      const last = entry !== undefined && equal(entry.hash, stop)
      if (entry === undefined || (last && !withStop)) break
      found.push(entry)
      if (last) break
    }
    return found
  }
}
