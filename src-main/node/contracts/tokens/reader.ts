import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import { hashKey, LruMap } from '../../util/index.ts'
import { decodeCcInputs, hasEval } from '../framework/ccInputs.ts'
import type { ContractTransactionContext, FindTransaction } from '../framework/memoCache.ts'
import { contractPayload } from '../framework/opReturn.ts'
import { decodeTokenData, findNftData, type TokenData } from './codec.ts'
import { getTokenId, sumTokenValues, tokenOutputs } from './outputs.ts'

/** The sum, or `found: false` if a transaction it depends on is unknown. */
export type TokenInputs = { readonly found: true; readonly sum: bigint } | { readonly found: false }

/** Implements the rules of tokens.md §3.2 and §3.3 for transactions that `find` knows. */
export interface TokenReader {
  /** Returns the NFT code of a token, or undefined if it is fungible or unknown. */
  nftCode(tokenId: Uint8Array): number | undefined
  /**
   * Returns the units of `tokenId` in an output, or 0. If `deep` is set, the output counts only if the transaction
   * creates the token or spends as many units as it pays. Spent outputs are not checked deeply themselves.
   */
  unitsOf(tx: Transaction, index: number, tokenId: Uint8Array, deep: boolean): bigint
  /** Returns the sum of `unitsOf` over the outputs that token inputs (eval code of tokens) spend. */
  inputsOf(tx: Transaction, tokenId: Uint8Array, deep: boolean): TokenInputs
  /** Returns the sum of the units of `tokenId` in the outputs. */
  outputsOf(tx: Transaction, tokenId: Uint8Array): bigint
}

/** Facts about one transaction. Contains no view of its bytes, which would keep a whole block in memory. */
interface Reading {
  /** map key of the token that it names; undefined without token data */
  readonly token: string | undefined
  readonly creates: boolean
  /** units by output index */
  readonly values: ReadonlyMap<number, bigint>
  readonly total: bigint
  /** true if all transactions that these facts depend on were found; the facts are then final and can be cached */
  readonly resolved: boolean
  /** true if token inputs equal outputs; undefined if not yet known for certain */
  exact?: boolean
}

/** Cache of final readings by transaction id, shared by readers of different views. */
type TokenMemo = LruMap<string, Reading>

/** Enough for a few thousand recent transfers. Two levels of ancestors are read per token input. */
const MEMO_ENTRIES = 20_000

function createTokenMemo(): TokenMemo {
  return new LruMap(MEMO_ENTRIES)
}

/** Opens a reader to validate or explain one transaction. */
export function openTokenReader({ find, memo }: Pick<ContractTransactionContext, 'find' | 'memo'>): TokenReader {
  return createTokenReader(find, memo(createTokenMemo))
}

/** Creates a reader for validating one transaction. It caches failed lookups, so it must not be used for longer. */
function createTokenReader(find: FindTransaction, memo: TokenMemo): TokenReader {
  const unresolved = new Map<string, Reading>()

  function getReading(tx: Transaction): Reading {
    const key = hashKey(computeTxid(tx))
    const known = memo.get(key) ?? unresolved.get(key)
    if (known !== undefined) return known
    const reading = readTransaction(tx, find)
    if (reading.resolved) memo.set(key, reading)
    else unresolved.set(key, reading)
    return reading
  }

  function isExact(tx: Transaction, reading: Reading): boolean {
    if (reading.exact !== undefined) return reading.exact
    const { sum, resolved } = addInputs(tx, reading.token, (previous, index) => {
      const { token, values, resolved } = getReading(previous)
      return { value: token === reading.token ? (values.get(index) ?? 0n) : 0n, resolved }
    })
    const exact = sum === reading.total
    if (reading.resolved && resolved) reading.exact = exact
    return exact
  }

  function countUnits(tx: Transaction, index: number, token: string, deep: boolean): bigint {
    const reading = getReading(tx)
    if (reading.token !== token) return 0n
    const value = reading.values.get(index) ?? 0n
    return value === 0n || !deep || reading.creates || isExact(tx, reading) ? value : 0n
  }

  /** Sums the inputs. `sum` is undefined if a spent transaction is unknown. */
  function addInputs(
    tx: Transaction,
    token: string | undefined,
    valueAt: (previous: Transaction, index: number) => { readonly value: bigint; readonly resolved: boolean },
  ): { readonly sum: bigint | undefined; readonly resolved: boolean } {
    if (token === undefined) return { sum: 0n, resolved: true }
    const inputs = decodeCcInputs(tx)
    let sum = 0n
    let allSettled = true
    for (const [i, { prevout }] of tx.vin.entries()) {
      if (!hasEval(inputs[i], EVAL_CODES.tokens)) continue
      const previous = find(prevout.hash)
      if (previous === undefined) return { sum: undefined, resolved: false }
      const { value, resolved } = valueAt(previous, prevout.index)
      sum += value
      allSettled &&= resolved
    }
    return { sum, resolved: allSettled }
  }

  return {
    nftCode: (tokenId) => findNftCode(find(tokenId)),
    unitsOf: (tx, index, tokenId, deep) => countUnits(tx, index, hashKey(tokenId), deep),
    inputsOf(tx, tokenId, deep) {
      const token = hashKey(tokenId)
      const valueAt = (previous: Transaction, index: number) => ({
        value: countUnits(previous, index, token, deep),
        resolved: false,
      })
      const { sum } = addInputs(tx, token, valueAt)
      return sum === undefined ? { found: false } : { found: true, sum }
    },
    outputsOf(tx, tokenId) {
      const { token, total } = getReading(tx)
      return token === hashKey(tokenId) ? total : 0n
    },
  }
}

const NO_TOKEN: Reading = {
  token: undefined,
  creates: false,
  values: new Map(),
  total: 0n,
  resolved: true,
  exact: true,
}

function readTransaction(tx: Transaction, find: FindTransaction): Reading {
  const data = findTokenData(tx)
  if (data === undefined) return NO_TOKEN
  let resolved = true
  const outputs = tokenOutputs(tx, data, {
    nftCode(tokenId) {
      const created = find(tokenId)
      if (created === undefined) resolved = false
      return findNftCode(created)
    },
    prevOutput({ hash, index }) {
      const previous = find(hash)
      if (previous === undefined) resolved = false
      return previous?.vout[index]
    },
  })
  return {
    token: hashKey(getTokenId(data, computeTxid(tx))),
    creates: data.func === 'c',
    values: new Map(outputs.map(({ index, value }) => [index, value])),
    total: sumTokenValues(outputs),
    resolved,
  }
}

/** Returns the token data in a transaction's last output, or undefined for other transactions. */
export function findTokenData(tx: Transaction): TokenData | undefined {
  const bytes = contractPayload(tx)
  return bytes === undefined ? undefined : decodeTokenData(bytes)
}

/**
 * Returns the first byte of the NFT data in a create transaction, or undefined for a fungible token or another
 * transaction.
 */
function findNftCode(created: Transaction | undefined): number | undefined {
  const data = created === undefined ? undefined : findTokenData(created)
  return data?.func === 'c' ? findNftData(data)?.[0] : undefined
}
