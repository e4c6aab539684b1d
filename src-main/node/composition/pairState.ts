/**
 * Shared state of the two nodes of the private sandbox and the app's own thread: memory that all three read and write, so that a
 * payment without a question and a contact with the outside cannot pass each other unseen.
 */

import { RPC_ERROR, RpcError } from '#shared/errors.ts'

/** The two wallets of the sandbox. */
export type PairRole = 'me' | 'friend'

/** Start data of a node of the pair. */
export interface PairData {
  readonly role: PairRole
  /** 32 bytes that only the app and both nodes have */
  readonly secret: Uint8Array
  readonly memory: SharedArrayBuffer
  /** data folder of the other wallet's node, if there is one */
  readonly otherFolder: string | null
}

/** Int32 cells of the memory. */
const CELLS = { exposed: 0, sending: 1, me: 2, friend: 3 } as const
const BYTES_PER_CELL = 4

/** Error text of a payment without a question on a chain that is not private, or no longer. */
export const NOT_PRIVATE = 'Payments of this chain need an answer'

/**
 * Whether both wallets are the sandbox's own and nothing from outside has reached them. Exposure is never undone: another
 * sandbox gets memory of its own.
 */
export class PairState {
  readonly memory: SharedArrayBuffer
  readonly #cells: Int32Array
  readonly #onExposure: () => void

  /** @param onExposure called in the thread that exposes, once */
  constructor(memory?: SharedArrayBuffer, onExposure: () => void = () => undefined) {
    this.memory = memory ?? new SharedArrayBuffer(Object.keys(CELLS).length * BYTES_PER_CELL)
    this.#cells = new Int32Array(this.memory)
    this.#onExposure = onExposure
  }

  isPrivate(): boolean {
    const [exposed, me, friend] = [CELLS.exposed, CELLS.me, CELLS.friend].map((cell) => Atomics.load(this.#cells, cell))
    return exposed === 0 && me === 1 && friend === 1
  }

  /** Says whether a wallet was checked since its node was started, or does not exist. */
  setChecked(role: PairRole, checked: boolean): void {
    Atomics.store(this.#cells, CELLS[role], checked ? 1 : 0)
  }

  expose(): void {
    if (Atomics.exchange(this.#cells, CELLS.exposed, 1) === 0) this.#onExposure()
  }

  /** Returns true while a payment goes out without a question, which was decided before an exposure that just came. */
  isSending(): boolean {
    return Atomics.load(this.#cells, CELLS.sending) > 0
  }

  /**
   * Sends something without a question. Exposing stores first and looks for such sending then; this counts itself first
   * and looks for an exposure then: of two at the same time at least one sees the other.
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
