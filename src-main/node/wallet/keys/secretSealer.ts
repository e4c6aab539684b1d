import type { Random } from '../../core/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'
import type { WalletFile } from '../file/index.ts'
import { seal } from './seal.ts'
import { ENTROPY_PURPOSE, keyPurpose, SEED_PURPOSE } from './sealPurpose.ts'

/** Reports the number of sealed keys and the number of all; nothing is written before the last one. */
export type SealProgress = (done: number, total: number) => void

/** Secrets that are sealed between two yields to the event loop: some milliseconds. */
const SECRETS_PER_SLICE = 100

/** Seals the plain secrets of a wallet file with a new master key. */
export class SecretSealer {
  readonly #file: WalletFile
  readonly #random: Random
  readonly #master: Uint8Array

  constructor(file: WalletFile, random: Random, master: Uint8Array) {
    this.#file = file
    this.#random = random
    this.#master = master
  }

  seal(secret: Uint8Array, purpose: Uint8Array): Uint8Array {
    return seal(this.#master, secret, purpose, this.#random)
  }

  /** Seals the secrets step by step into memory; the file is not written. */
  async sealAhead(onSealed: SealProgress | undefined): Promise<void> {
    const file = this.#file
    file.forgetKept()
    const plain = file.plainKeys()
    for (const [index, pubkey] of plain.entries()) {
      const sealed = this.#sealKey(pubkey)
      if (sealed) file.keepSealed(pubkey, sealed)
      const done = index + 1
      if (done % SECRETS_PER_SLICE !== 0 && done !== plain.length) continue
      onSealed?.(done, plain.length)
      await yieldToEventLoop()
    }
  }

  /** Inside the transaction that writes everything: replaces all plain secrets. Keys added since `sealAhead` are sealed here. */
  write(): void {
    const file = this.#file
    for (const pubkey of file.plainUnkept()) {
      const sealed = this.#sealKey(pubkey)
      if (sealed) file.sealKey(pubkey, sealed)
    }
    file.sealKept()
    const [seed, entropy] = [file.seed(), file.entropy()]
    if (seed?.plain) file.putSeed({ ...seed, plain: null, sealed: this.seal(seed.plain, SEED_PURPOSE) })
    if (entropy?.plain) file.putEntropy({ plain: null, sealed: this.seal(entropy.plain, ENTROPY_PURPOSE) })
    seed?.plain?.fill(0)
    entropy?.plain?.fill(0)
  }

  #sealKey(pubkey: Uint8Array): Uint8Array | null | undefined {
    const secret = this.#file.secretOf(pubkey)?.secret
    const sealed = secret && this.seal(secret, keyPurpose(pubkey))
    secret?.fill(0)
    return sealed
  }
}
