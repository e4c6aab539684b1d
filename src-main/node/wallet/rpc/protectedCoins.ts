import type { AddressIndexView, ChainUpdate, IndexedAddress, MempoolView } from '../../core/index.ts'
import type { Transaction } from '../../primitives/types.ts'
import { outpointKey } from '../../util/index.ts'
import type { ProtectedCoin } from '../index.ts'
import { KEYS_PER_SLICE, type TokenAddresses } from './tokenAddresses.ts'

export interface ProtectedCoinsDeps {
  readonly addresses: TokenAddresses
  readonly addressIndex: AddressIndexView
  readonly mempool: MempoolView
  readonly chain: { subscribe(listener: (update: ChainUpdate) => void): unknown }
}

/** Maximum number of connected blocks to follow. After more blocks at once, every address is read again. */
const FEW_BLOCKS = 100

/**
 * Unspent token outputs of the wallet's keys, including unconfirmed ones: their coins are never spent as coins.
 * Confirmed outputs of an address are read once, and again when a block adds or spends an output.
 */
export class ProtectedCoins {
  readonly #deps: ProtectedCoinsDeps
  /** addresses that were read */
  readonly #asked = new Set<string>()
  /** coins by address, without addresses that have no coins */
  readonly #confirmed = new Map<string, readonly ProtectedCoin[]>()
  /** address of each confirmed coin, by outpoint */
  readonly #addresses = new Map<string, string>()

  constructor(deps: ProtectedCoinsDeps) {
    this.#deps = deps
    deps.chain.subscribe((update) => this.#follow(update))
  }

  list(): readonly ProtectedCoin[] {
    const { mempool, addresses } = this.#deps
    const own = addresses.all()
    if (this.#asked.size < own.size) {
      for (const [name, address] of own) if (!this.#asked.has(name)) this.#ask(name, address)
    }
    const coins = [...[...this.#confirmed.values()].flat(), ...this.#unconfirmed()]
    return coins.filter(({ outpoint }) => !mempool.spender(outpoint))
  }

  /** Does the slow part of the first `list` in advance, yielding to the event loop. */
  async prepare(pause: () => Promise<void>): Promise<void> {
    const { addresses } = this.#deps
    await addresses.prepare(pause)
    let done = 0
    for (const [name, address] of addresses.all()) {
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
    this.#deps.addresses.all()
    for (const { txs } of connected) for (const { tx } of txs) this.#askAgain(tx)
  }

  #askAgain(tx: Transaction): void {
    const spent =
      this.#addresses.size === 0 ? [] : tx.vin.map(({ prevout }) => this.#addresses.get(outpointKey(prevout)))
    for (const name of [...spent, ...tx.vout.map((output) => this.#deps.addresses.find(output))]) {
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

  #unconfirmed(): ProtectedCoin[] {
    const { mempool, addresses } = this.#deps
    return [...mempool.entries()].flatMap(({ tx, txid }) =>
      tx.vout.flatMap((output, index) =>
        addresses.find(output) === undefined ? [] : [{ ...output, outpoint: { hash: txid, index }, height: undefined }],
      ),
    )
  }
}
