import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import type { AddressIndexView, AddressUnspent, IndexedAddress, MempoolView } from '../../core/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { indexedAddress, isPayToCryptoCondition } from '../../script/index.ts'
import type { SpendableCoin } from '../../transactions/index.ts'
import { equal } from '../../util/index.ts'
import { contractPayload } from '../framework/opReturn.ts'
import { emptyRawKey, type RawKey, sameKey } from '../framework/rawKey.ts'
import {
  decodeOracleCreate,
  decodeOracleData,
  emptyTerms,
  ORACLE_FUNC,
  type OracleCreate,
  readOracleTerms,
} from './codec.ts'
import { publisherScript } from './keys.ts'

export interface OracleReaderDeps {
  readonly addressIndex: Pick<AddressIndexView, 'deltas' | 'unspent'>
  readonly chain: { transaction(txid: Uint8Array): { readonly tx: Transaction } | undefined }
  readonly mempool: MempoolView
}

/**
 * Queries of oracles for builders and lists. Unconfirmed transactions are read first, as in the reference (oracles.md
 * §4).
 */
export interface OracleReader {
  find(txid: Uint8Array): Transaction | undefined
  oracle(txid: Uint8Array): OracleCreate | undefined
  /** Yields the outputs that can pay for a publisher's data, in index order. */
  funds(oracle: Uint8Array, publicKey: Uint8Array): Iterable<SpendableCoin>
  /** Returns a publisher's latest baton for an oracle, confirmed or not. */
  baton(oracle: Uint8Array, key: RawKey, address: IndexedAddress): SpendableCoin | undefined
  /** Returns the first output that can pay for a registration of this key with the oracle, confirmed ones first. */
  fundOutput(oracle: Uint8Array, publicKey: Uint8Array): SpendableCoin | undefined
}

export const publisherAddress = (publicKey: Uint8Array): IndexedAddress =>
  indexedAddress(publisherScript(publicKey)) as IndexedAddress

const coinAt = ({ txid, index, satoshis, scriptPubKey }: AddressUnspent): SpendableCoin => ({
  ...{ outpoint: { hash: txid, index }, value: satoshis, scriptPubKey },
})

/** Returns the oracle of a subscription or publication, whose outputs to a publisher later publications may spend. */
function fundedOracle(tx: Transaction): Uint8Array | undefined {
  const data = contractPayload(tx)
  const terms = emptyTerms()
  const func = readOracleTerms(data, terms)
  if (func === ORACLE_FUNC.subscribe) return terms.oracle
  return func === ORACLE_FUNC.data ? decodeOracleData(data)?.oracle : undefined
}

/** Returns true if a transaction registers this key with the oracle, or publishes data with it. */
function carriesBaton(tx: Transaction, oracle: Uint8Array, key: RawKey): boolean {
  const data = contractPayload(tx)
  const published = decodeOracleData(data)
  if (published) return equal(published.oracle, oracle) && sameKey(published.publisher, key)
  const terms = emptyTerms()
  if (readOracleTerms(data, terms) !== ORACLE_FUNC.register) return false
  return equal(terms.oracle, oracle) && sameKey(terms.key, key)
}

function funds(tx: Transaction, value: bigint, oracle: Uint8Array, key: RawKey): boolean {
  const terms = emptyTerms()
  if (readOracleTerms(contractPayload(tx), terms) !== ORACLE_FUNC.fund) return false
  if (!equal(terms.oracle, oracle) || !sameKey(terms.key, key)) return false
  return value === CONTRACT_FEE && terms.amount === value
}

export function createOracleReader({ addressIndex, chain, mempool }: OracleReaderDeps): OracleReader {
  const find = (txid: Uint8Array): Transaction | undefined => mempool.get(txid)?.tx ?? chain.transaction(txid)?.tx
  const isFree = (hash: Uint8Array, index: number): boolean => mempool.spender({ hash, index }) === undefined
  const isCc = ({ scriptPubKey }: AddressUnspent): boolean => isPayToCryptoCondition(scriptPubKey) !== false

  function confirmedBaton(oracle: Uint8Array, key: RawKey, address: IndexedAddress): AddressUnspent | undefined {
    let latest: AddressUnspent | undefined
    for (const unspent of addressIndex.unspent(address)) {
      // The reference always uses the second output, even if it found another output of the transaction.
      if (unspent.satoshis !== CONTRACT_FEE || unspent.index !== 1 || !isCc(unspent)) continue
      const tx = find(unspent.txid)
      if (tx && carriesBaton(tx, oracle, key) && unspent.height > (latest?.height ?? 0)) latest = unspent
    }
    return latest
  }

  return {
    find,
    oracle(txid) {
      const tx = find(txid)
      return tx && decodeOracleCreate(contractPayload(tx))
    },
    *funds(oracle, publicKey) {
      for (const unspent of addressIndex.unspent(publisherAddress(publicKey))) {
        if (unspent.satoshis < CONTRACT_FEE || !isFree(unspent.txid, unspent.index) || !isCc(unspent)) continue
        const tx = find(unspent.txid)
        const funded = tx && tx.vout.length > 1 ? fundedOracle(tx) : undefined
        if (funded !== undefined && equal(funded, oracle)) yield coinAt(unspent)
      }
    },
    baton(oracle, key, address) {
      const confirmed = confirmedBaton(oracle, key, address)
      if (confirmed === undefined) return undefined
      let coin = coinAt(confirmed)
      for (let next = mempool.spender(coin.outpoint); next; next = mempool.spender(coin.outpoint)) {
        const { tx, txid } = next.entry
        const output = tx.vout[1]
        // If another transaction spent it, the baton is lost. The reference would loop forever here.
        if (next.inputIndex !== 1 || output === undefined || !carriesBaton(tx, oracle, key)) return undefined
        coin = { ...output, outpoint: { hash: txid, index: 1 } }
      }
      return coin
    },
    fundOutput(oracle, publicKey) {
      const key = emptyRawKey()
      key.set(publicKey)
      for (const unspent of addressIndex.unspent(publisherAddress(publicKey))) {
        const tx = find(unspent.txid)
        if (tx && isFree(unspent.txid, unspent.index) && funds(tx, unspent.satoshis, oracle, key)) {
          return coinAt(unspent)
        }
      }
      const script = publisherScript(publicKey)
      for (const { tx, txid } of mempool.entries()) {
        const output = tx.vout[0]
        if (output === undefined || !equal(output.scriptPubKey, script)) continue
        if (funds(tx, output.value, oracle, key) && isFree(txid, 0)) {
          return { ...output, outpoint: { hash: txid, index: 0 } }
        }
      }
      return undefined
    },
  }
}
