import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeDurablySync } from '../../files/index.ts'
import type { Clock, Logger } from '../core/index.ts'
import type { PairMember } from './parts.ts'

/** `peer`: another node than that of the other wallet completed a handshake. `key`: a key was not made for this sandbox. */
export type OutsideContact = 'peer' | 'key'

/** Name of the file in the data folder. Nothing in this program deletes or changes it. */
const FILE_NAME = 'contact-with-outside.json'

/** A wallet file that says of itself that it was made for a private sandbox. */
export interface SandboxWallet {
  isMadeForSandbox(): boolean
  forgetSandbox(): void
}

export interface ContactRecordDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly logger: Logger
  /** given if the app started this node as one of the sandbox's */
  readonly pair: Omit<PairMember, 'secret'> | undefined
}

/**
 * The durable record that a private sandbox had contact with the outside. Signatures do not name the chain that they are for:
 * a payment in a sandbox that knows a real chain's transactions, or has a real key, may be a real payment. Every node keeps
 * the record of a sandbox's wallet, the daemon's too; for other wallets there is nothing to keep. Both wallets of a sandbox have
 * one chain, so that the contact of one is written down for the other too.
 */
export class ContactRecord {
  readonly #path: string
  /** record of the other wallet */
  readonly #otherPath: string | undefined
  readonly #deps: ContactRecordDeps
  /** the wallet file was made for a sandbox */
  #concerned = false
  #written = false
  #wallet: SandboxWallet | undefined

  constructor(folder: string, deps: ContactRecordDeps) {
    const other = deps.pair?.otherFolder
    this.#path = join(folder, FILE_NAME)
    this.#otherPath = typeof other === 'string' ? join(other, FILE_NAME) : undefined
    this.#deps = deps
  }

  /**
   * Reads the record, before any peer or caller. A wallet that was not made for a sandbox was moved in.
   * @param wallet says whether this program made all of its keys for a sandbox; without one there is nothing to keep
   */
  begin(wallet: SandboxWallet | undefined): void {
    const { pair, logger } = this.#deps
    const madeForSandbox = wallet?.isMadeForSandbox() === true
    this.#wallet = wallet
    this.#concerned = madeForSandbox || pair !== undefined
    const other = this.#otherPath !== undefined && existsSync(this.#otherPath)
    this.#written = existsSync(this.#path) && (this.#otherPath === undefined || other)
    if (pair === undefined) return
    if (this.#written) pair.state.expose()
    else if (other || existsSync(this.#path)) this.note('peer')
    else if (madeForSandbox) pair.state.setChecked(pair.role, true)
    else if (!this.note('key')) logger.warn('cannot write that the wallet was not made for this sandbox')
  }

  /**
   * Writes a contact down, to be called before it has any effect. Returns false if it must not have any: it could not be written,
   * or a payment without a question is on its way.
   */
  note(contact: OutsideContact): boolean {
    if (!this.#concerned) return true
    const { clock, logger, pair } = this.#deps
    pair?.state.expose()
    if (!this.#written) {
      try {
        const text = `${JSON.stringify({ contact, time: clock.now() })}\n`
        for (const path of this.#missing()) writeDurablySync(path, text)
        // The wallet file says so, too, should the record be lost.
        this.#wallet?.forgetSandbox()
      } catch (error) {
        logger.error('cannot write that the sandbox had contact with the outside', { contact, reason: String(error) })
        return false
      }
      this.#written = true
      logger.info('contact with the outside: payments are asked about from now on', { contact })
    }
    return pair?.state.isSending() !== true
  }

  /** Returns the records that are not written yet. A folder that does not exist gets none: its node reads this one. */
  #missing(): readonly string[] {
    const other = this.#otherPath
    const paths = other === undefined || !existsSync(dirname(other)) ? [this.#path] : [this.#path, other]
    return paths.filter((path) => !existsSync(path))
  }
}
