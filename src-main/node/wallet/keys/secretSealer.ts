import type { Random } from '../../core/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'
import type { WalletFile } from '../file/index.ts'
import { seal } from './seal.ts'
import { ENTROPY_PURPOSE, keyPurpose, SEED_PURPOSE, shieldedPurpose } from './sealPurpose.ts'

/** Called with the number of sealed keys and the total number. The file is not written before the last call. */
export type SealProgress = (done: number, total: number) => void

/** Secrets sealed per event-loop slice: a few milliseconds. */
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

  /** Seals the plain secrets ahead, in memory, yielding to the event loop. Does not write the file. */
  async sealAhead(onSealed: SealProgress | undefined): Promise<void> {
    const file = this.#file
    file.clearSealedAhead()
    const plain = file.plainKeys()
    for (const [index, pubkey] of plain.entries()) {
      const sealed = this.#sealKey(pubkey)
      if (sealed) file.addSealedAhead(pubkey, sealed)
      const done = index + 1
      if (done % SECRETS_PER_SLICE !== 0 && done !== plain.length) continue
      onSealed?.(done, plain.length)
      await yieldToEventLoop()
    }
  }

  /**
   * Replaces all plain secrets, inside the transaction that encrypts the wallet. Seals keys added since `sealAhead`.
   */
  write(): void {
    const file = this.#file
    for (const pubkey of file.plainKeysNotSealedAhead()) {
      const sealed = this.#sealKey(pubkey)
      if (sealed) file.sealKey(pubkey, sealed)
    }
    file.writeSealedAhead()
    const [seed, entropy] = [file.seed(), file.entropy()]
    if (seed?.plain) file.putSeed({ ...seed, plain: null, sealed: this.seal(seed.plain, SEED_PURPOSE) })
    if (entropy?.plain) file.putEntropy({ plain: null, sealed: this.seal(entropy.plain, ENTROPY_PURPOSE) })
    seed?.plain?.fill(0)
    entropy?.plain?.fill(0)
    this.#writeShielded()
  }

  #writeShielded(): void {
    for (const { kind, id, plain } of this.#file.shielded()) {
      if (!plain) continue
      this.#file.sealShielded({ kind, id, plain: null, sealed: this.seal(plain, shieldedPurpose(kind, id)) })
      plain.fill(0)
    }
  }

  #sealKey(pubkey: Uint8Array): Uint8Array | null | undefined {
    const secret = this.#file.secretOf(pubkey)?.secret
    const sealed = secret && this.seal(secret, keyPurpose(pubkey))
    secret?.fill(0)
    return sealed
  }
}
