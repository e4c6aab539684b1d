import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeDurablySync } from '../../files/index.ts'
import type { Clock, Logger } from '../core/index.ts'
import type { PairMember } from './parts.ts'

/** `peer`: a node other than the other wallet's completed a handshake. `key`: a key was not made for this sandbox. */
export type OutsideContact = 'peer' | 'key'

/** Name of the file in the data folder. Nothing in this program deletes or changes it. */
const FILE_NAME = 'contact-with-outside.json'

/** Wallet file that can be marked as made for a private sandbox. */
export interface SandboxWallet {
  isMadeForSandbox(): boolean
  forgetSandbox(): void
}

export interface ContactRecordDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly logger: Logger
  /** set if the app started this node as one of the sandbox's */
  readonly pair: Omit<PairMember, 'secret'> | undefined
}

/**
 * Durable record that a private sandbox had contact with the outside. A signature does not commit to a chain. A payment
 * in a sandbox that knows a real chain's transactions, or has a real key, may therefore be a real payment. Every node,
 * including the daemon, keeps the record for a sandbox's wallet. No record is kept for other wallets. Both wallets of a
 * sandbox share one chain, so that a contact of one is recorded for the other too.
 */
export class ContactRecord {
  readonly #path: string
  /** record of the other wallet */
  readonly #otherPath: string | undefined
  readonly #deps: ContactRecordDeps
  /**
   * true if contacts have to be recorded: the wallet file was made for a sandbox, or this is one of the pair's nodes
   */
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
   * Reads the record. Must run before any peer or RPC caller is admitted. A wallet that was not made for a sandbox
   * counts as imported, which is a contact.
   * @param wallet says whether this program made all of its keys for a sandbox; without a wallet nothing is recorded
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
    else if (!this.note('key')) logger.warn('cannot record that the wallet was not created for this sandbox')
  }

  /**
   * Records a contact; must be called before the contact has any effect. Returns false if the contact must be rejected,
   * because it could not be recorded or a payment without approval is being sent.
   */
  note(contact: OutsideContact): boolean {
    if (!this.#concerned) return true
    const { clock, logger, pair } = this.#deps
    pair?.state.expose()
    if (!this.#written) {
      try {
        const text = `${JSON.stringify({ contact, time: clock.now() })}\n`
        for (const path of this.#missing()) writeDurablySync(path, text)
        // Mark the wallet file too, in case the record is lost.
        this.#wallet?.forgetSandbox()
      } catch (error) {
        logger.error('cannot record that the sandbox had contact with the outside', { contact, reason: String(error) })
        return false
      }
      this.#written = true
      logger.info('sandbox had contact with the outside: payments require approval from now on', { contact })
    }
    return pair?.state.isSending() !== true
  }

  /**
   * Returns the paths of records still to be written. No record is written to a folder that does not exist: its node
   * reads this one.
   */
  #missing(): readonly string[] {
    const other = this.#otherPath
    const paths = other === undefined || !existsSync(dirname(other)) ? [this.#path] : [this.#path, other]
    return paths.filter((path) => !existsSync(path))
  }
}
