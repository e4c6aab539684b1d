import { MADE_FOR_SANDBOX, type WalletFile } from '../file/index.ts'
import { WalletError } from '../walletError.ts'

export interface OutsideKeysDeps {
  readonly file: Pick<WalletFile, 'meta' | 'dropMeta'>
  /** notes durably that keys come which were not made here, and returns false if they must not */
  readonly admitOutsideKeys?: (() => boolean) | undefined
}

/** Keeps track of whether this program made all keys of a wallet, for a private sandbox. */
export class OutsideKeys {
  readonly #file: OutsideKeysDeps['file']
  readonly #admit: () => boolean

  constructor({ file, admitOutsideKeys = () => true }: OutsideKeysDeps) {
    this.#file = file
    this.#admit = admitOutsideKeys
  }

  /** Returns true if this program made the wallet for a private sandbox, and no key came from outside since. */
  isMadeForSandbox(): boolean {
    return this.#file.meta(MADE_FOR_SANDBOX) !== undefined
  }

  /** To be called before the wallet takes a key or phrase that this program did not make for it. @throws WalletError `busy` */
  note(): void {
    if (!this.#admit()) {
      const text =
        'A key from outside cannot be taken now: that cannot be written down, or a payment is just being sent'
      throw new WalletError('busy', text)
    }
    this.forgetSandbox()
  }

  /** From now on the wallet file says of itself that it is not one of a private sandbox. Durable when it returns. */
  forgetSandbox(): void {
    if (this.isMadeForSandbox()) this.#file.dropMeta(MADE_FOR_SANDBOX)
  }
}
