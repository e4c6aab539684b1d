import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import type { AddressIndexView, ChainUpdate, IndexedAddress, MempoolView } from '../../core/index.ts'
import type { Transaction, TxOut } from '../../primitives/types.ts'
import { ccScript, indexedAddress, OP } from '../../script/index.ts'
import { hashKey, outpointKey } from '../../util/index.ts'
import type { KeyStore, ProtectedCoin, WalletKey } from '../index.ts'

interface Deps {
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
const PART = 50

interface OwnAddresses {
  /** by their hashes */
  all(): ReadonlyMap<string, IndexedAddress>
  /** derives them, yielding to the event loop */
  prepare(pause: () => Promise<void>): Promise<void>
}

/** Condition addresses of all keys that were ever shown; those in the pool have not been. */
function createOwnAddresses(keys: Deps['keys']): OwnAddresses {
  const addresses = new Map<string, IndexedAddress>()
  const seen = new WeakSet<WalletKey>()
  const add = (key: WalletKey) => {
    if (seen.has(key)) return false
    seen.add(key)
    const address =
      key.pubkey.length === COMPRESSED_LENGTH
        ? indexedAddress(ccScript(ccOne(EVAL_CODES.tokens, key.pubkey)))
        : undefined
    if (address) addresses.set(hashKey(address.hash), address)
    return true
  }
  return {
    all() {
      for (const key of keys.used()) add(key)
      return addresses
    },
    async prepare(pause) {
      let added = 0
      for (const key of [...keys.used()]) if (add(key) && ++added % PART === 0) await pause()
    },
  }
}

export interface ProtectedCoins {
  list(): readonly ProtectedCoin[]
  /** Does the work of the first `list` ahead, yielding to the event loop. */
  prepare(pause: () => Promise<void>): Promise<void>
}

/**
 * Unspent token outputs of the wallet's keys, unconfirmed ones included: outputs with coins that are never spent as coins. The
 * confirmed ones of an address are looked up once, and again when a block adds or spends one.
 */
export function createProtectedCoins({ keys, addressIndex, mempool, chain }: Deps): ProtectedCoins {
  const ownAddresses = createOwnAddresses(keys)
  /** addresses that were looked up */
  const asked = new Set<string>()
  /** the coins of addresses that have any */
  const confirmed = new Map<string, readonly ProtectedCoin[]>()
  /** the address of each of these coins, by outpoint */
  const places = new Map<string, string>()

  const ownerOf = (own: ReadonlyMap<string, IndexedAddress>, output: TxOut): string | undefined => {
    const address = isConditional(output) ? indexedAddress(output.scriptPubKey) : undefined
    const name = address?.type === 3 ? hashKey(address.hash) : undefined
    return name !== undefined && own.has(name) ? name : undefined
  }
  const askAgain = (own: ReadonlyMap<string, IndexedAddress>, tx: Transaction) => {
    const spent = places.size === 0 ? [] : tx.vin.map(({ prevout }) => places.get(outpointKey(prevout)))
    for (const name of [...spent, ...tx.vout.map((output) => ownerOf(own, output))]) {
      if (name !== undefined) asked.delete(name)
    }
  }
  chain.subscribe(({ connected, disconnected }) => {
    if (asked.size === 0) return
    if (disconnected.length > 0 || connected.length > FEW_BLOCKS) return asked.clear()
    const own = ownAddresses.all()
    for (const { txs } of connected) for (const { tx } of txs) askAgain(own, tx)
  })

  const ask = (name: string, address: IndexedAddress) => {
    asked.add(name)
    for (const { outpoint } of confirmed.get(name) ?? []) places.delete(outpointKey(outpoint))
    confirmed.delete(name)
    const coins = addressIndex.unspent(address).map(({ txid, index, satoshis, scriptPubKey, height }) => {
      return { outpoint: { hash: txid, index }, value: satoshis, scriptPubKey, height }
    })
    if (coins.length > 0) confirmed.set(name, coins)
    for (const { outpoint } of coins) places.set(outpointKey(outpoint), name)
  }
  const waiting = (own: ReadonlyMap<string, IndexedAddress>): ProtectedCoin[] =>
    [...mempool.entries()].flatMap(({ tx, txid }) =>
      tx.vout.flatMap((output, index) =>
        ownerOf(own, output) === undefined ? [] : [{ ...output, outpoint: { hash: txid, index }, height: undefined }],
      ),
    )

  return {
    list() {
      const own = ownAddresses.all()
      if (asked.size < own.size) for (const [name, address] of own) if (!asked.has(name)) ask(name, address)
      return [...[...confirmed.values()].flat(), ...waiting(own)].filter(({ outpoint }) => !mempool.spender(outpoint))
    },
    async prepare(pause) {
      await ownAddresses.prepare(pause)
      let done = 0
      for (const [name, address] of ownAddresses.all()) {
        if (asked.has(name)) continue
        ask(name, address)
        if (++done % PART === 0) await pause()
      }
    },
  }
}
