import { createHmac } from 'node:crypto'

/** Ports of both ends of a connection within this machine. */
export interface LoopbackLink {
  readonly localPort: number
  readonly remotePort: number
}

/**
 * Lets the two nodes of the private sandbox recognise each other. The nonces of their version messages, which are
 * random for other peers, are keyed hashes of the connection's two ports. The answering nonce also covers the nonce
 * that it answers. Nothing else changes on the wire.
 *
 * Another peer on loopback cannot fake this: the key never leaves the app's process, a nonce is valid only for its
 * ports, and two simultaneous connections cannot have the same two ports. A peer that takes over a node's old port and
 * forwards messages is therefore not recognised. The app gives Friend a new port at each start.
 */
export class PairNonces {
  readonly #secret: Uint8Array

  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  /** Returns the nonce of the node that opened the connection. */
  dialledNonce({ localPort, remotePort }: LoopbackLink): bigint {
    return this.#nonce(`dialled ${localPort} ${remotePort}`)
  }

  /** Returns the nonce with which the other node answers. @param link as seen by the node that opened the connection */
  answerNonce({ localPort, remotePort }: LoopbackLink, dialled: bigint): bigint {
    return this.#nonce(`answered ${localPort} ${remotePort} ${dialled}`)
  }

  #nonce(text: string): bigint {
    const hash = createHmac('sha256', this.#secret).update(text).digest()
    // 0 means that a version has no nonce.
    return hash.readBigUInt64LE(0) || 1n
  }
}
