import { logReason, type Violation } from '../../consensus/index.ts'
import type { ChainView, Logger } from '../../core/index.ts'
import { type BlockHeader, blockHash } from '../../primitives/index.ts'
import { equal, toDisplayHex } from '../../util/index.ts'
import type { Peer } from '../peer/index.ts'
import { HEADER_POINTS, HEADER_SCORES } from '../scores.ts'

/** Logs invalid headers of peers, each once per peer, and adds their ban score. */
export class HeaderFaults {
  readonly #chain: Pick<ChainView, 'byHash'>
  readonly #logger: Logger
  /** last invalid header of each peer, which peers send again with each of their blocks */
  readonly #last = new Map<Peer, Uint8Array>()

  constructor(chain: Pick<ChainView, 'byHash'>, logger: Logger) {
    this.#chain = chain
    this.#logger = logger
  }

  note(peer: Peer, header: BlockHeader, violation: Violation): void {
    const { reason } = violation
    const hash = blockHash(header)
    const last = this.#last.get(peer)
    this.#last.set(peer, hash)
    if (last === undefined || !equal(last, hash)) {
      const parent = this.#chain.byHash(header.prevHash)
      const position = { block: toDisplayHex(hash), ...(parent && { height: parent.height + 1 }) }
      this.#logger.info('invalid header', { peer: peer.id, ...position, reason: logReason(violation) })
    }
    if (Object.hasOwn(HEADER_SCORES, reason)) peer.misbehaving(HEADER_POINTS, `header: ${reason}`)
  }

  forget(peer: Peer): void {
    this.#last.delete(peer)
  }
}
