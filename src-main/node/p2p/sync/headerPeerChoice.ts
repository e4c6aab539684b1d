import type { Peer } from '../peer/index.ts'
import { isPreferred } from './candidates.ts'
import { HEADER_PEERS, MAX_HEADER_WAIT_MS, MIN_HEADER_WAIT_MS } from './limits.ts'

/**
 * Decides how many peers are asked for headers while the node is far behind: two, and twice that number after each wait without
 * a new header. Silent peers therefore delay the first download by a few waits, however many they are, while a peer that
 * answers is not asked along with all others.
 */
export class HeaderPeerChoice {
  readonly #millis: () => number
  #progressAt: number | undefined
  #wait = MIN_HEADER_WAIT_MS

  /** @param millis monotonic milliseconds */
  constructor(millis: () => number) {
    this.#millis = millis
  }

  /**
   * Returns the peers to ask now.
   * @param free peers that may be asked, oldest connection first
   * @param asked peers that have not answered yet
   */
  choose(free: readonly Peer[], asked: readonly Peer[]): Peer[] {
    this.#progressAt ??= this.#millis()
    const width = HEADER_PEERS * 2 ** Math.floor((this.#millis() - this.#progressAt) / this.#wait)
    // Peers that the node chose or trusts do not wait for those that came to it.
    const preferred = free.filter(isPreferred).slice(0, Math.max(0, width - asked.filter(isPreferred).length))
    const room = Math.max(0, width - asked.length - preferred.length)
    return [...preferred, ...fromBothEnds(free.filter((peer) => !isPreferred(peer))).slice(0, room)]
  }

  /** Notes that a peer sent headers that were not known. @param took ms from request to answer, undefined if there was no request */
  progressed(took: number | undefined): void {
    this.#progressAt = this.#millis()
    // On a slow line an honest answer takes longer: the others are not asked for the same headers in that time.
    if (took !== undefined) this.#wait = Math.min(MAX_HEADER_WAIT_MS, Math.max(MIN_HEADER_WAIT_MS, 2 * took))
  }
}

/** Orders them as the last, the first, the last but one …: neither peers that connect early nor those that connect late come first alone. */
function fromBothEnds(peers: readonly Peer[]): Peer[] {
  const { length } = peers
  return peers.map((_, index) => peers[index % 2 === 0 ? length - 1 - index / 2 : (index - 1) / 2]!)
}
