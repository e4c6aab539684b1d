/**
 * Shared state of the two nodes of the private sandbox and the app's own thread. All three read and write its memory,
 * so that a payment without approval and a contact with the outside always notice each other.
 */

import { RPC_ERROR, RpcError } from '#shared/errors.ts'

/** The two wallets of the sandbox. */
export type PairRole = 'me' | 'friend'

/** Start data of a node of the pair. */
export interface PairData {
  readonly role: PairRole
  /** 32 bytes known only to the app and both nodes */
  readonly secret: Uint8Array
  readonly memory: SharedArrayBuffer
  /** data folder of the other wallet's node, if there is one */
  readonly otherFolder: string | null
}

/** Int32 cells of the shared memory. */
const CELLS = { exposed: 0, sending: 1, me: 2, friend: 3 } as const
const BYTES_PER_CELL = 4

/** Error of a payment without approval on a chain that is not, or no longer, private. */
export const NOT_PRIVATE = 'Payments on this chain require approval'

/**
 * True if both wallets are the sandbox's own and nothing from outside has reached them. Exposure is never undone:
 * another sandbox gets its own memory.
 */
export class PairState {
  readonly memory: SharedArrayBuffer
  readonly #cells: Int32Array
  readonly #onExposure: () => void

  /** @param onExposure called once, in the thread that exposes */
  constructor(memory?: SharedArrayBuffer, onExposure: () => void = () => undefined) {
    this.memory = memory ?? new SharedArrayBuffer(Object.keys(CELLS).length * BYTES_PER_CELL)
    this.#cells = new Int32Array(this.memory)
    this.#onExposure = onExposure
  }

  isPrivate(): boolean {
    const [exposed, me, friend] = [CELLS.exposed, CELLS.me, CELLS.friend].map((cell) => Atomics.load(this.#cells, cell))
    return exposed === 0 && me === 1 && friend === 1
  }

  /** Sets whether a wallet passed the check since its node was started, or does not exist. */
  setChecked(role: PairRole, checked: boolean): void {
    Atomics.store(this.#cells, CELLS[role], checked ? 1 : 0)
  }

  expose(): void {
    if (Atomics.exchange(this.#cells, CELLS.exposed, 1) === 0) this.#onExposure()
  }

  /** Returns true while a payment without approval is being sent. It may have been allowed just before an exposure. */
  isSending(): boolean {
    return Atomics.load(this.#cells, CELLS.sending) > 0
  }

  /**
   * Sends a payment without approval. An exposing thread first stores the exposure and then checks for sending; this
   * method counts itself first and then checks for an exposure. If both happen at the same time, at least one sees the
   * other.
   * @throws RpcError NOT_PRIVATE before anything is sent
   */
  async sendUnasked<T>(send: () => Promise<T>): Promise<T> {
    Atomics.add(this.#cells, CELLS.sending, 1)
    try {
      if (!this.isPrivate()) throw new RpcError(RPC_ERROR.MISC, NOT_PRIVATE)
      return await send()
    } finally {
      Atomics.sub(this.#cells, CELLS.sending, 1)
    }
  }
}
