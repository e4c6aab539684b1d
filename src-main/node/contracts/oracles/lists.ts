import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import type { IndexedAddress } from '../../core/index.ts'
import { hash160 } from '../../crypto/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { decodeAddress, findScriptAddress, indexedAddress } from '../../script/index.ts'
import { compareBytes, equal } from '../../util/index.ts'
import { contractPayload } from '../framework/opReturn.ts'
import { type RawKey, sameKey, toConditionKey } from '../framework/rawKey.ts'
import { txidMarker } from '../framework/txidMarker.ts'
import { decodeOracleData, emptyTerms, ORACLE_FUNC, type OracleCreate, readOracleTerms } from './codec.ts'
import { dataTexts } from './format.ts'
import { ORACLES_PUBLIC_KEY } from './keys.ts'
import { createOracleReader, type OracleReaderDeps, publisherAddress } from './reader.ts'

/** A publisher with its latest registration. */
interface OraclePublisher {
  readonly key: RawKey
  /** address of the publisher's batons */
  readonly baton: string
  /** internal byte order; zeros if there is no baton */
  readonly batonTxid: Uint8Array
  /** sum of the publisher's own subscriptions in satoshis; like the reference, it ignores those of other subscribers */
  readonly lifetime: bigint
  /** satoshis currently available to publications */
  readonly funds: bigint
  /** satoshis per data point */
  readonly dataFee: bigint
}

interface OracleSample {
  readonly txid: Uint8Array
  readonly data: readonly string[]
}

const NO_TXID = new Uint8Array(32)
const NO_SCRIPT = new Uint8Array(0)

/** Decodes the data that a transaction publishes by an oracle as texts. Returns undefined for other transactions. */
export function decodeSample(
  oracle: Uint8Array,
  { format }: OracleCreate,
  tx: Transaction,
): readonly string[] | undefined {
  const published = decodeOracleData(contractPayload(tx))
  return published && equal(published.oracle, oracle) ? dataTexts(published.data, format) : undefined
}

/** Creates the queries behind the list methods of oracles (oracles.md §5), which use the address index. */
export function createOracleLists(deps: OracleReaderDeps) {
  const { addressIndex, mempool } = deps
  const reader = createOracleReader(deps)
  const { find } = reader

  /** Yields the transactions that pay to the address, once per output. */
  function* receipts(address: IndexedAddress): Generator<Uint8Array> {
    for (const { spending, txid } of addressIndex.deltas(address)) if (!spending) yield txid
  }

  function paidToHimself(oracle: Uint8Array, key: RawKey): bigint {
    let sum = 0n
    for (const txid of receipts(publisherAddress(toConditionKey(key)))) {
      const tx = find(txid)
      const terms = emptyTerms()
      if (tx === undefined || readOracleTerms(contractPayload(tx), terms) !== ORACLE_FUNC.subscribe) continue
      if (equal(terms.oracle, oracle) && sameKey(terms.key, key)) sum += tx.vout[0]?.value ?? 0n
    }
    return sum
  }

  function publisher(oracle: Uint8Array, registration: Uint8Array): OraclePublisher | undefined {
    const tx = find(registration)
    const script = tx?.vout[1]?.scriptPubKey
    if (tx === undefined || script === undefined) return undefined
    const terms = emptyTerms()
    readOracleTerms(contractPayload(tx), terms)
    const { key, amount: dataFee } = terms
    const address = indexedAddress(script)
    const held = address && reader.baton(oracle, key, address)
    let funds = 0n
    for (const { value } of reader.funds(oracle, toConditionKey(key))) funds += value
    return {
      ...{ key, dataFee, funds, lifetime: paidToHimself(oracle, key) },
      ...{ baton: findScriptAddress(script, { cc: true }) ?? '', batonTxid: held?.outpoint.hash ?? NO_TXID },
    }
  }

  /** Returns the data of a transaction whose baton has the usual value. */
  function batonSample(oracle: Uint8Array, create: OracleCreate, txid: Uint8Array): OracleSample | undefined {
    const tx = find(txid)
    const data = tx?.vout[1]?.value === CONTRACT_FEE ? decodeSample(oracle, create, tx) : undefined
    return data && { txid, data }
  }

  return {
    /** returns the address of an oracle's marker outputs */
    marker: txidMarker,
    /** Returns the ids of all oracles in index order, once per marker output. */
    all(): Uint8Array[] {
      const isOracle = (txid: Uint8Array) => reader.oracle(txid) !== undefined
      return [...receipts({ type: 1, hash: hash160(ORACLES_PUBLIC_KEY) })].filter(isOracle)
    },
    /** Returns the publishers of an oracle, ordered by key. */
    publishers(oracle: Uint8Array): OraclePublisher[] {
      const latest: { key: RawKey; txid: Uint8Array; height: number }[] = []
      const terms = emptyTerms()
      for (const { txid, height } of addressIndex.unspent(txidMarker(oracle))) {
        const tx = find(txid)
        if (tx === undefined || readOracleTerms(contractPayload(tx), terms) !== ORACLE_FUNC.register) continue
        if (!equal(terms.oracle, oracle)) continue
        const known = latest.find(({ key }) => sameKey(key, terms.key))
        if (known === undefined) latest.push({ key: terms.key.slice(), txid, height })
        else if (height > known.height) Object.assign(known, { txid, height })
      }
      const ordered = latest.sort((a, b) => compareBytes(a.key, b.key))
      return ordered.flatMap(({ txid }) => publisher(oracle, txid) ?? [])
    },
    /**
     * Returns the data whose baton is at an address: unconfirmed ones first, then the newest. The first confirmed
     * receipt is skipped, because it is a registration.
     * @param max maximum number of samples; 0 for all
     */
    samples(oracle: Uint8Array, create: OracleCreate, batonAddress: string, max: number): OracleSample[] {
      const waiting = [...mempool.entries()]
        .filter(({ tx }) => findScriptAddress(tx.vout[1]?.scriptPubKey ?? NO_SCRIPT, { cc: true }) === batonAddress)
        .map(({ txid }) => txid)
        .sort(compareBytes)
      const hash = decodeAddress(batonAddress)?.hash
      const confirmed = hash ? [...receipts({ type: 3, hash })].slice(1).reverse() : []
      const samples: OracleSample[] = []
      for (const txid of [...waiting, ...confirmed]) {
        const sample = batonSample(oracle, create, txid)
        if (sample) samples.push(sample)
        if (samples.length === max && max > 0) break
      }
      return samples
    },
  }
}
