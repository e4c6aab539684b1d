import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { BlockObserver, ConnectedBlock, ConnectedTx } from '../../core/index.ts'
import { hash160 } from '../../crypto/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { isPayToCryptoCondition, p2pkhScript, p2pkScript } from '../../script/index.ts'
import { equal, hashKey } from '../../util/index.ts'
import { decodeCcInputs, hasEval } from '../framework/ccInputs.ts'
import type { FindTransaction } from '../framework/memoCache.ts'
import { mayBeCondition, mayHoldData } from '../framework/scriptChecks.ts'
import { findNftData, type TokenCreateData, type TokenTransferData } from './codec.ts'
import { findTokenEvent } from './events.ts'
import { TOKENS_KEY } from './keys.ts'
import { MARKER_SCRIPT, sumTokenValues, type TokenFacts, type TokenOutput, tokenOutputs } from './outputs.ts'
import { findTokenData } from './reader.ts'
import type { TokenTables } from './tokenTables.ts'

/** Scripts of the older form of a token's marker, which pays the tokens key's ordinary address. */
const OLD_MARKER_SCRIPTS = [p2pkScript(TOKENS_KEY.publicKey), p2pkhScript(hash160(TOKENS_KEY.publicKey))]

/** Units spent from each token, by token id. */
type SpentUnits = ReadonlyMap<number, bigint>

/** Updates the token index while blocks connect and disconnect. */
export class TokenObserver implements BlockObserver {
  readonly name = 'tokens'
  readonly #tables: TokenTables
  readonly #find: FindTransaction

  /**
   * @param find returns confirmed transactions; called only for inputs that spend a token condition missing in the
   *   index, such as a fake
   */
  constructor(tables: TokenTables, find: FindTransaction) {
    this.#tables = tables
    this.#find = find
  }

  connect(event: ConnectedBlock): void {
    for (const tx of event.txs) this.#connectTx(event, tx)
  }

  disconnect(event: ConnectedBlock): void {
    for (const tx of event.txs.toReversed()) this.#disconnectTx(tx)
  }

  #connectTx(event: ConnectedBlock, connected: ConnectedTx): void {
    const spent = this.#spendOutputs(connected)
    const data = findTokenData(connected.tx)
    let moved: number | undefined
    if (data?.func === 'c') this.#addCreate(event, connected, data)
    if (data?.func === 't') moved = this.#addTransfer(event, connected, data)
    this.#addLosses(event, connected, spent, moved)
  }

  #disconnectTx({ tx, txNum, spent }: ConnectedTx): void {
    const tables = this.#tables
    if (mayHoldData(tx.vout.at(-1)?.scriptPubKey) || spent.some(({ scriptPubKey }) => mayBeCondition(scriptPubKey))) {
      tables.remove(txNum)
    }
    for (const coin of spent) {
      if (!mayBeCondition(coin.scriptPubKey)) continue
      tables.unspend(coin.txNum + coin.outpoint.index)
      if (equal(coin.scriptPubKey, MARKER_SCRIPT)) tables.setMarkerSpent(coin.outpoint.hash, coin.outpoint.index, null)
    }
  }

  #spendOutputs({ txNum, spent }: ConnectedTx): SpentUnits {
    const units = new Map<number, bigint>()
    for (const { outpoint, txNum: from, scriptPubKey } of spent) {
      if (!mayBeCondition(scriptPubKey)) continue
      const output = this.#tables.spend(from + outpoint.index, txNum)
      if (output !== undefined) units.set(output.token, (units.get(output.token) ?? 0n) + output.value)
      if (equal(scriptPubKey, MARKER_SCRIPT)) this.#tables.setMarkerSpent(outpoint.hash, outpoint.index, txNum)
    }
    return units
  }

  #addCreate(event: ConnectedBlock, connected: ConnectedTx, data: TokenCreateData): void {
    const tables = this.#tables
    const { tx, txid, txNum } = connected
    const outputs = tokenOutputs(tx, data, {
      nftCode: () => undefined,
      prevOutput: (outpoint) => connected.spent[tx.vin.findIndex(({ prevout }) => prevout === outpoint)],
    })
    const { owner, name, description } = data
    const supply = sumTokenValues(outputs)
    const height = event.entry.height
    tables.addToken({ id: txNum, txid, height, owner, name, description, nft: findNftData(data), supply })
    tx.vout.forEach(({ scriptPubKey }, vout) => {
      if (equal(scriptPubKey, MARKER_SCRIPT)) tables.addMarker(txid, vout, txNum)
      if (OLD_MARKER_SCRIPTS.some((script) => equal(script, scriptPubKey))) tables.addOldMarker(txNum, vout)
    })
    this.#addOutputs(txNum, txNum, outputs)
    tables.addEvent({ token: txNum, tx: txNum, txid, height }, { kind: 'create', amount: supply, recipient: owner })
  }

  /** Returns the token whose units this transaction moves, or `undefined` if it moves none. */
  #addTransfer(event: ConnectedBlock, connected: ConnectedTx, data: TokenTransferData): number | undefined {
    const { tx, txid, txNum } = connected
    const token = this.#tables.tokenBy(data.tokenId)
    // A transaction that names a token before it exists cannot spend its units, so its outputs hold no units.
    if (token === undefined) return undefined
    const facts: TokenFacts = { nftCode: () => token.nftCode, prevOutput: () => undefined }
    const outputs = tokenOutputs(tx, data, facts)
    const exact = sumTokenValues(outputs) === this.#sumInputs(event, connected, data.tokenId, token)
    const held = exact ? outputs : []
    this.#addOutputs(txNum, token.id, held)
    const change = findTokenEvent(tx, data, held, token.nftCode ?? 0)
    if (change !== undefined) {
      this.#tables.addEvent({ token: token.id, tx: txNum, txid, height: event.entry.height }, change)
    }
    return held.length > 0 ? token.id : undefined
  }

  /** Sums the units of one token in the outputs that the token inputs spend, without "deep" (tokens.md §3.3). */
  #sumInputs(
    event: ConnectedBlock,
    { tx, spent }: ConnectedTx,
    tokenId: Uint8Array,
    token: { readonly id: number; readonly nftCode: number | undefined },
  ): bigint {
    const find: FindTransaction = (txid) => this.#findIn(event, txid)
    const inputs = decodeCcInputs(tx)
    let sum = 0n
    for (const [i, { outpoint, txNum }] of spent.entries()) {
      if (!hasEval(inputs[i], EVAL_CODES.tokens)) continue
      const known = this.#tables.unitsOf(txNum + outpoint.index)
      if (known === undefined) sum += unitsOfFake(find, outpoint.hash, outpoint.index, tokenId, token.nftCode)
      else if (known.token === token.id) sum += known.value
    }
    return sum
  }

  /** Finds a transaction, first in the block, whose transactions are not confirmed yet. */
  #findIn(event: ConnectedBlock, txid: Uint8Array): Transaction | undefined {
    const key = hashKey(txid)
    return event.txs.find((connected) => hashKey(connected.txid) === key)?.tx ?? this.#find(txid)
  }

  #addOutputs(tx: number, token: number, outputs: readonly TokenOutput[]): void {
    for (const { index, value, scriptPubKey, owners } of outputs) {
      const cc = isPayToCryptoCondition(scriptPubKey)
      if (cc === false) continue
      this.#tables.addOutput({ id: tx + index, tx, token, holder: hash160(cc.subScript), owners, value })
    }
  }

  /** Adds events for tokens that were spent but not moved: a transaction destroys tokens that it does not name. */
  #addLosses(event: ConnectedBlock, { txid, txNum }: ConnectedTx, spent: SpentUnits, moved: number | undefined): void {
    for (const [token, amount] of spent) {
      if (token === moved) continue
      this.#tables.addEvent({ token, tx: txNum, txid, height: event.entry.height }, { kind: 'lost', amount })
    }
  }
}

/**
 * Counts the units of an output that is missing in the index. The index has the outputs that count with "deep"; without
 * "deep", outputs of a transfer that does not balance count too.
 */
function unitsOfFake(
  find: FindTransaction,
  txid: Uint8Array,
  index: number,
  tokenId: Uint8Array,
  nftCode: number | undefined,
): bigint {
  const previous = find(txid)
  const data = previous === undefined ? undefined : findTokenData(previous)
  if (previous === undefined || data?.func !== 't' || !equal(data.tokenId, tokenId)) return 0n
  const outputs = tokenOutputs(previous, data, { nftCode: () => nftCode, prevOutput: () => undefined })
  return outputs.find((output) => output.index === index)?.value ?? 0n
}
