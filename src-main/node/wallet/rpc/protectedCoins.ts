import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import type { AddressIndexView, ChainUpdate, IndexedAddress, MempoolView } from '../../core/index.ts'
import type { Transaction, TxOut } from '../../primitives/types.ts'
import { ccScript, indexedAddress, OP } from '../../script/index.ts'
import { hashKey, outpointKey } from '../../util/index.ts'
import type { KeyStore, ProtectedCoin, WalletKey } from '../index.ts'

export interface ProtectedCoinsDeps {
  readonly keys: Pick<KeyStore, 'used'>
  readonly addressIndex: AddressIndexView
  readonly mempool: MempoolView
  readonly chain: { subscribe(listener: (update: ChainUpdate) => void): unknown }
}

const COMPRESSED_LENGTH = 33
/** With more changes at a time than this, every address is looked up again. */
const FEW_BLOCKS = 100

const isConditional = ({ scriptPubKey }: TxOut) => scriptPubKey.at(-1) === OP.OP_CHECKCRYPTOCONDITION

/** Keys whose addresses are derived and looked up between two yields to the event loop: a few milliseconds. */
const KEYS_PER_SLICE = 50

/** Condition addresses of all keys that were ever shown; those in the pool have not been. */
class ConditionAddresses {
  readonly #keys: ProtectedCoinsDeps['keys']
  readonly #addresses = new Map<string, IndexedAddress>()
  readonly #seen = new WeakSet<WalletKey>()

  constructor(keys: ProtectedCoinsDeps['keys']) {
    this.#keys = keys
  }

  /** Returns the addresses by their hashes. */
  all(): ReadonlyMap<string, IndexedAddress> {
    for (const key of this.#keys.used()) this.#add(key)
    return this.#addresses
  }

  /** Derives the addresses, yielding to the event loop. */
  async prepare(pause: () => Promise<void>): Promise<void> {
    let added = 0
    for (const key of [...this.#keys.used()]) if (this.#add(key) && ++added % KEYS_PER_SLICE === 0) await pause()
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

type OwnAddresses = ReadonlyMap<string, IndexedAddress>

function findOwner(own: OwnAddresses, output: TxOut): string | undefined {
  const address = isConditional(output) ? indexedAddress(output.scriptPubKey) : undefined
  const name = address?.type === 3 ? hashKey(address.hash) : undefined
  return name !== undefined && own.has(name) ? name : undefined
}

/**
 * Unspent token outputs of the wallet's keys, unconfirmed ones included: outputs with coins that are never spent as coins. The
 * confirmed ones of an address are looked up once, and again when a block adds or spends one.
 */
export class ProtectedCoins {
  readonly #deps: ProtectedCoinsDeps
  readonly #ownAddresses: ConditionAddresses
  /** addresses that were looked up */
  readonly #asked = new Set<string>()
  /** the coins of addresses that have any */
  readonly #confirmed = new Map<string, readonly ProtectedCoin[]>()
  /** the address of each of these coins, by outpoint */
  readonly #addresses = new Map<string, string>()

  constructor(deps: ProtectedCoinsDeps) {
    this.#deps = deps
    this.#ownAddresses = new ConditionAddresses(deps.keys)
    deps.chain.subscribe((update) => this.#follow(update))
  }

  list(): readonly ProtectedCoin[] {
    const { mempool } = this.#deps
    const own = this.#ownAddresses.all()
    if (this.#asked.size < own.size) {
      for (const [name, address] of own) if (!this.#asked.has(name)) this.#ask(name, address)
    }
    const coins = [...[...this.#confirmed.values()].flat(), ...this.#unconfirmed(own)]
    return coins.filter(({ outpoint }) => !mempool.spender(outpoint))
  }

  /** Does the work of the first `list` ahead, yielding to the event loop. */
  async prepare(pause: () => Promise<void>): Promise<void> {
    await this.#ownAddresses.prepare(pause)
    let done = 0
    for (const [name, address] of this.#ownAddresses.all()) {
      if (this.#asked.has(name)) continue
      this.#ask(name, address)
      if (++done % KEYS_PER_SLICE === 0) await pause()
    }
  }

  #follow({ connected, disconnected }: ChainUpdate): void {
    if (this.#asked.size === 0) return
    if (disconnected.length > 0 || connected.length > FEW_BLOCKS) {
      this.#asked.clear()
      return
    }
    const own = this.#ownAddresses.all()
    for (const { txs } of connected) for (const { tx } of txs) this.#askAgain(own, tx)
  }

  #askAgain(own: OwnAddresses, tx: Transaction): void {
    const spent =
      this.#addresses.size === 0 ? [] : tx.vin.map(({ prevout }) => this.#addresses.get(outpointKey(prevout)))
    for (const name of [...spent, ...tx.vout.map((output) => findOwner(own, output))]) {
      if (name !== undefined) this.#asked.delete(name)
    }
  }

  #ask(name: string, address: IndexedAddress): void {
    this.#asked.add(name)
    for (const { outpoint } of this.#confirmed.get(name) ?? []) this.#addresses.delete(outpointKey(outpoint))
    this.#confirmed.delete(name)
    const unspent = this.#deps.addressIndex.unspent(address)
    const coins = unspent.map(({ txid, index, satoshis, scriptPubKey, height }) => {
      return { outpoint: { hash: txid, index }, value: satoshis, scriptPubKey, height }
    })
    if (coins.length > 0) this.#confirmed.set(name, coins)
    for (const { outpoint } of coins) this.#addresses.set(outpointKey(outpoint), name)
  }

  #unconfirmed(own: OwnAddresses): ProtectedCoin[] {
    return [...this.#deps.mempool.entries()].flatMap(({ tx, txid }) =>
      tx.vout.flatMap((output, index) =>
        findOwner(own, output) === undefined ? [] : [{ ...output, outpoint: { hash: txid, index }, height: undefined }],
      ),
    )
  }
}
