import type { Peer } from '../peer/index.ts'
import { isPreferred } from './candidates.ts'
import { HEADER_PEERS, MAX_HEADER_WAIT_MS, MIN_HEADER_WAIT_MS } from './limits.ts'

/**
 * Decides how many peers are asked for headers while the node is far behind: two, and twice as many after each wait
 * without a new header. Any number of silent peers therefore delays the first download by a few waits only, and not all
 * peers are asked while one answers.
 */
export class HeaderPeerChoice {
  readonly #millis: () => number
  #progressAt: number | undefined
  #wait = MIN_HEADER_WAIT_MS

  /** @param millis monotonic clock in ms */
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
    // Outbound and whitelisted peers do not wait for inbound peers.
    const preferred = free.filter(isPreferred).slice(0, Math.max(0, width - asked.filter(isPreferred).length))
    const room = Math.max(0, width - asked.length - preferred.length)
    return [...preferred, ...fromBothEnds(free.filter((peer) => !isPreferred(peer))).slice(0, room)]
  }

  /** Records that a peer sent new headers. @param took ms from request to reply, undefined without a request */
  progressed(took: number | undefined): void {
    this.#progressAt = this.#millis()
    // On a slow line an honest reply takes longer; wait before asking others for the same headers.
    if (took !== undefined) this.#wait = Math.min(MAX_HEADER_WAIT_MS, Math.max(MIN_HEADER_WAIT_MS, 2 * took))
  }
}

/** Orders the peers as the last, the first, the last but one …, so that neither early nor late connections dominate. */
function fromBothEnds(peers: readonly Peer[]): Peer[] {
  const { length } = peers
  return peers.map((_, index) => peers[index % 2 === 0 ? length - 1 - index / 2 : (index - 1) / 2]!)
}
