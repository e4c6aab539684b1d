import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { type Transaction, txidOf } from '../../primitives/index.ts'
import { hashKey, LruMap } from '../../util/index.ts'
import { ccInputsOf, hasEval } from '../framework/ccInputs.ts'
import type { ContractTransactionContext, FindTransaction } from '../framework/memoCache.ts'
import { contractPayload } from '../framework/opReturn.ts'
import { decodeTokenData, nftDataOf, type TokenData } from './codec.ts'
import { sumOf, tokenIdOf, tokenOutputs } from './outputs.ts'

/** Either the sum, or that a transaction it depends on is not known. */
export type TokenInputs = { readonly found: true; readonly sum: bigint } | { readonly found: false }

/** Answers the questions of tokens.md §3.2 and §3.3 about transactions that `find` knows. */
export interface TokenReader {
  /** NFT code of a token; undefined if it is fungible or unknown */
  nftCode(tokenId: Uint8Array): number | undefined
  /**
   * Units of `tokenId` in an output, 0 if it holds none. `deep` also requires the transaction's own token inputs to equal
   * its token outputs (judged without "deep"), unless it creates the token.
   */
  unitsOf(tx: Transaction, index: number, tokenId: Uint8Array, deep: boolean): bigint
  /** Σ unitsOf over the outputs spent by the inputs that the tokens module judges */
  inputsOf(tx: Transaction, tokenId: Uint8Array, deep: boolean): TokenInputs
  /** Σ of units of `tokenId` in the outputs */
  outputsOf(tx: Transaction, tokenId: Uint8Array): bigint
}

/** What is known of one transaction. Holds no view of its bytes, which would keep a whole block in memory. */
interface Reading {
  /** map key of the token it names; undefined if it carries no token data */
  readonly token: string | undefined
  readonly creates: boolean
  /** units by output index */
  readonly values: ReadonlyMap<number, bigint>
  readonly total: bigint
  /** everything that this depends on was found, so it is final: ids commit to contents */
  readonly resolved: boolean
  /** whether token inputs equal outputs; undefined: not known for certain yet */
  exact?: boolean
}

/** Final readings by transaction id. Shared by readers of different views. */
type TokenMemo = LruMap<string, Reading>

/** Two levels of ancestors are read for each token input: this many cover a few thousand recent transfers. */
const MEMO_ENTRIES = 20_000

function createTokenMemo(): TokenMemo {
  return new LruMap(MEMO_ENTRIES)
}

/** The reader for one transaction that is judged or explained. */
export function tokenReaderOf({ find, memo }: Pick<ContractTransactionContext, 'find' | 'memo'>): TokenReader {
  return createTokenReader(find, memo(createTokenMemo))
}

/** Use one reader for one transaction: what it did not find stays missing for its whole life. */
function createTokenReader(find: FindTransaction, memo: TokenMemo): TokenReader {
  const unresolved = new Map<string, Reading>()

  function readingOf(tx: Transaction): Reading {
    const key = hashKey(txidOf(tx))
    const known = memo.get(key) ?? unresolved.get(key)
    if (known !== undefined) return known
    const reading = judge(tx, find)
    if (reading.resolved) memo.set(key, reading)
    else unresolved.set(key, reading)
    return reading
  }

  function isExact(tx: Transaction, reading: Reading): boolean {
    if (reading.exact !== undefined) return reading.exact
    const { sum, resolved } = addInputs(tx, reading.token, (previous, index) => {
      const { token, values, resolved } = readingOf(previous)
      return { value: token === reading.token ? (values.get(index) ?? 0n) : 0n, resolved }
    })
    const exact = sum === reading.total
    if (reading.resolved && resolved) reading.exact = exact
    return exact
  }

  function unitsOf(tx: Transaction, index: number, token: string, deep: boolean): bigint {
    const reading = readingOf(tx)
    if (reading.token !== token) return 0n
    const value = reading.values.get(index) ?? 0n
    return value === 0n || !deep || reading.creates || isExact(tx, reading) ? value : 0n
  }

  /** `sum` is undefined if a spent transaction is not known. */
  function addInputs(
    tx: Transaction,
    token: string | undefined,
    valueAt: (previous: Transaction, index: number) => { readonly value: bigint; readonly resolved: boolean },
  ): { readonly sum: bigint | undefined; readonly resolved: boolean } {
    if (token === undefined) return { sum: 0n, resolved: true }
    const inputs = ccInputsOf(tx)
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
    nftCode: (tokenId) => nftCodeOf(find(tokenId)),
    unitsOf: (tx, index, tokenId, deep) => unitsOf(tx, index, hashKey(tokenId), deep),
    inputsOf(tx, tokenId, deep) {
      const token = hashKey(tokenId)
      const valueAt = (previous: Transaction, index: number) => ({
        value: unitsOf(previous, index, token, deep),
        resolved: false,
      })
      const { sum } = addInputs(tx, token, valueAt)
      return sum === undefined ? { found: false } : { found: true, sum }
    },
    outputsOf(tx, tokenId) {
      const { token, total } = readingOf(tx)
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

function judge(tx: Transaction, find: FindTransaction): Reading {
  const data = tokenDataOf(tx)
  if (data === undefined) return NO_TOKEN
  let resolved = true
  const outputs = tokenOutputs(tx, data, {
    nftCode(tokenId) {
      const created = find(tokenId)
      if (created === undefined) resolved = false
      return nftCodeOf(created)
    },
    prevOutput({ hash, index }) {
      const previous = find(hash)
      if (previous === undefined) resolved = false
      return previous?.vout[index]
    },
  })
  return {
    token: hashKey(tokenIdOf(data, txidOf(tx))),
    creates: data.func === 'c',
    values: new Map(outputs.map(({ index, value }) => [index, value])),
    total: sumOf(outputs),
    resolved,
  }
}

/** Token data of a transaction's last output, if that is what it holds. */
export function tokenDataOf(tx: Transaction): TokenData | undefined {
  const bytes = contractPayload(tx)
  return bytes === undefined ? undefined : decodeTokenData(bytes)
}

/** First byte of the NFT data that a create transaction carries; undefined for a fungible token or another transaction. */
function nftCodeOf(created: Transaction | undefined): number | undefined {
  const data = created === undefined ? undefined : tokenDataOf(created)
  return data?.func === 'c' ? nftDataOf(data)?.[0] : undefined
}
