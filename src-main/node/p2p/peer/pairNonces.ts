import { createHmac } from 'node:crypto'

/** Both ends of a connection within this machine. */
export interface LoopbackLink {
  readonly localPort: number
  readonly remotePort: number
}

/**
 * How the two nodes of the private sandbox recognise each other. The nonces of their version messages, which are random
 * for other peers, are keyed hashes of the two ports of the connection; the answer also covers the nonce that it answers.
 * On the wire nothing else changes.
 *
 * A peer on loopback cannot fake that: the key never leaves the app's process, a nonce is of no use on a connection with other
 * ports, and two connections cannot have the same two ports at once. So a peer that takes the place of one of the nodes on its
 * old port, and passes on what it hears, is not recognised. The app gives each start of Friend a port that it did not have before.
 */
export class PairNonces {
  readonly #secret: Uint8Array

  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  /** Returns the nonce of the node that opened the connection. */
  dialled({ localPort, remotePort }: LoopbackLink): bigint {
    return this.#nonce(`dialled ${localPort} ${remotePort}`)
  }

  /** Returns the nonce by which the other node answers it. @param link as the node that opened the connection sees it */
  answered({ localPort, remotePort }: LoopbackLink, dialled: bigint): bigint {
    return this.#nonce(`answered ${localPort} ${remotePort} ${dialled}`)
  }

  #nonce(text: string): bigint {
    const hash = createHmac('sha256', this.#secret).update(text).digest()
    // 0 stands for no nonce.
    return hash.readBigUInt64LE(0) || 1n
  }
}
