import { MADE_FOR_SANDBOX, type WalletFile } from '../file/index.ts'
import { WalletError } from '../walletError.ts'

export interface OutsideKeysDeps {
  readonly file: Pick<WalletFile, 'meta' | 'dropMeta'>
  /** durably records that outside keys are being added; returns false if they are not allowed */
  readonly admitOutsideKeys?: (() => boolean) | undefined
}

/** Tracks if this program made all keys of a wallet, for a private sandbox. */
export class OutsideKeys {
  readonly #file: OutsideKeysDeps['file']
  readonly #admit: () => boolean

  constructor({ file, admitOutsideKeys = () => true }: OutsideKeysDeps) {
    this.#file = file
    this.#admit = admitOutsideKeys
  }

  /** Returns true if this program made the wallet for a private sandbox, and no outside key was added since. */
  isMadeForSandbox(): boolean {
    return this.#file.meta(MADE_FOR_SANDBOX) !== undefined
  }

  /** Call before the wallet adds a key or phrase that this program did not make for it. @throws WalletError `busy` */
  note(): void {
    if (!this.#admit()) {
      const text = 'A key from outside cannot be added now: its origin cannot be recorded, or a payment is being sent'
      throw new WalletError('busy', text)
    }
    this.forgetSandbox()
  }

  /** Removes the private-sandbox mark from the wallet file; durable on return. */
  forgetSandbox(): void {
    if (this.isMadeForSandbox()) this.#file.dropMeta(MADE_FOR_SANDBOX)
  }
}
