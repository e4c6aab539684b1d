import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import type { IndexedAddress } from '../../core/index.ts'
import type { TxOut } from '../../primitives/types.ts'
import { ccScript, indexedAddress, OP } from '../../script/index.ts'
import { hashKey } from '../../util/index.ts'
import type { KeyStore, WalletKey } from '../index.ts'

const COMPRESSED_LENGTH = 33
/** Keys whose addresses are derived and read per event-loop slice: a few milliseconds. */
export const KEYS_PER_SLICE = 50

const isConditional = ({ scriptPubKey }: TxOut) => scriptPubKey.at(-1) === OP.OP_CHECKCRYPTOCONDITION

/** Token addresses of all keys that were ever shown, without keys in the pool. */
export class TokenAddresses {
  readonly #keys: Pick<KeyStore, 'used'>
  readonly #addresses = new Map<string, IndexedAddress>()
  readonly #seen = new WeakSet<WalletKey>()

  constructor(keys: Pick<KeyStore, 'used'>) {
    this.#keys = keys
  }

  /** Returns the addresses by hash. */
  all(): ReadonlyMap<string, IndexedAddress> {
    for (const key of this.#keys.used()) this.#add(key)
    return this.#addresses
  }

  /** Derives the addresses, yielding to the event loop. */
  async prepare(pause: () => Promise<void>): Promise<void> {
    let added = 0
    for (const key of [...this.#keys.used()]) if (this.#add(key) && ++added % KEYS_PER_SLICE === 0) await pause()
  }

  /**
   * Returns the hash of the address that a token output pays, if the last `all` included that address. Otherwise
   * undefined.
   */
  find(output: TxOut): string | undefined {
    const address = isConditional(output) ? indexedAddress(output.scriptPubKey) : undefined
    const name = address?.type === 3 ? hashKey(address.hash) : undefined
    return name !== undefined && this.#addresses.has(name) ? name : undefined
  }

  #add(key: WalletKey): boolean {
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    const address =
      key.pubkey.length === COMPRESSED_LENGTH
        ? indexedAddress(ccScript(ccOne(EVAL_CODES.tokens, key.pubkey)))
        : undefined
    if (address) this.#addresses.set(hashKey(address.hash), address)
    return true
  }
}
