import {
  COIN,
  computeTxid,
  isCoinbase,
  isNullOutPoint,
  OVERWINTER_GROUP,
  OVERWINTER_VERSION,
  SAPLING_GROUP,
  SAPLING_VERSION,
  type Transaction,
  type TxIn,
  transactionSize,
} from '../primitives/index.ts'
import { equal, fromDisplayHex, hashKey, outpointKey } from '../util/index.ts'
import type { ChainParams } from './params.ts'
import { checkPrivate } from './privateChain.ts'
import { checkShieldedIncoming, checkShieldedOutgoing, checkShieldedUnique } from './shieldedRules.ts'
import { checkTimeLock } from './timeLock.ts'
import { isOverwinterActive, isSaplingActive, maxTransactionSize, type UpgradeState } from './upgrades.ts'
import { firstViolation, VALID, type Verdict, violation } from './verdict.ts'

/** Expiry heights from this value on are rejected (transactions-and-script.md §1). */
const EXPIRY_LIMIT = 500_000_000
/**
 * Maximum transaction size in bytes at any height. Before Sapling the contextual limit is lower (chain-params.md §10).
 */
const MAX_TX_SIZE = 200_000
/** Maximum size of a scriptPubKey in bytes (chain-params.md §10). */
const MAX_SCRIPT_PUBKEY_SIZE = 10_001
/** Minimum and maximum size of a coinbase script in bytes (chain-params.md §9.2). */
const MIN_COINBASE_SCRIPT = 2
const MAX_COINBASE_SCRIPT = 100
/** Up to this number, inputs are compared pairwise, which is faster than a set. Few transactions have more. */
const FEW_INPUTS = 12
/** Prevout index that marks a coin import (transactions-and-script.md §1). */
const COIN_IMPORT_INDEX = 1_000_000_000
/** The only coinbase exempt from proof of work on transactions: it is older than every chain (chain-params.md §5). */
const GENESIS_COINBASE = hashKey(fromDisplayHex('4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b'))
/** Maximum sum of one transaction's outputs in satoshis, checked when its block connects (chain-params.md §10). */
export const MAX_TX_VALUE_OUT = 10_000_000_001n * COIN

const invalid = (reason: string, score = 100): Verdict => violation('invalid', reason, { score })

/**
 * Checks the context-free rules of a transaction (chain-params.md §11). Unknown features are rejected, never ignored.
 * For shielded parts, checks the rules without proofs and signatures (shielded.md §11 A).
 * @param tipTime time for date-dependent rules: the tip's time for the mempool, `shieldedTime` for a block. By default
 *   all dates have passed
 */
export function checkTransaction(
  params: ChainParams,
  tx: Transaction,
  tipTime: number = Number.POSITIVE_INFINITY,
): Verdict {
  return firstViolation(
    () => checkVersion(tx),
    () => checkShape(tx),
    () => checkOutputs(params, tx),
    () => checkShieldedOutgoing(params, tx, tipTime),
    () => checkPrivate(params, tx, tipTime),
    () => checkTxPow(params, tx),
    () => checkShieldedIncoming(params, tx, tipTime),
    () => checkPrevouts(tx),
  )
}

function checkVersion(tx: Transaction): Verdict {
  if (!tx.overwintered) return tx.version < 1 ? invalid('bad-txns-version-too-low') : VALID
  if (tx.version < OVERWINTER_VERSION) return invalid('bad-tx-overwinter-version-too-low')
  if (tx.versionGroupId !== OVERWINTER_GROUP && tx.versionGroupId !== SAPLING_GROUP) {
    return invalid('bad-tx-version-group-id')
  }
  return tx.expiryHeight >= EXPIRY_LIMIT ? invalid('bad-tx-expiry-height-too-high') : VALID
}

function checkShape(tx: Transaction): Verdict {
  const shieldedIn = tx.joinSplits.length > 0 || tx.shieldedSpends.length > 0
  const shieldedOut = tx.joinSplits.length > 0 || tx.shieldedOutputs.length > 0
  if (tx.vin.length === 0 && !shieldedIn) return invalid('bad-txns-vin-empty', 10)
  if (tx.vout.length === 0 && !shieldedOut) return invalid('bad-txns-vout-empty', 10)
  return transactionSize(tx) > MAX_TX_SIZE ? invalid('bad-txns-oversize') : VALID
}

function checkOutputs(params: ChainParams, tx: Transaction): Verdict {
  let total = 0n
  for (const { value, scriptPubKey } of tx.vout) {
    if (value < 0n) return invalid('bad-txns-vout-negative')
    if (value > params.maxMoney) return invalid('bad-txns-vout-toolarge')
    if (scriptPubKey.length > MAX_SCRIPT_PUBKEY_SIZE) return invalid('bad-txns-opret-too-big')
    total += value
    if (total > params.maxMoney) return invalid('bad-txns-txouttotal-toolarge')
  }
  return VALID
}

/** Checks -ac_txpow: the txid must start and end with a zero byte. */
function checkTxPow(params: ChainParams, tx: Transaction): Verdict {
  const bit = isCoinbase(tx) ? 2 : 1
  if ((params.txPow & bit) === 0) return VALID
  const txid = computeTxid(tx)
  if ((txid[0] === 0 && txid[31] === 0) || hashKey(txid) === GENESIS_COINBASE) return VALID
  return invalid('bad-txns-actxpow-chain')
}

function hasRepeatedPrevouts(inputs: readonly TxIn[]): boolean {
  if (inputs.length > FEW_INPUTS) {
    return new Set(inputs.map((input) => outpointKey(input.prevout))).size < inputs.length
  }
  for (let at = 1; at < inputs.length; at++) {
    const { hash, index } = inputs[at]!.prevout
    for (let before = 0; before < at; before++) {
      const other = inputs[before]!.prevout
      if (other.index === index && equal(other.hash, hash)) return true
    }
  }
  return false
}

function checkPrevouts(tx: Transaction): Verdict {
  if (hasRepeatedPrevouts(tx.vin)) return invalid('bad-txns-inputs-duplicate')
  const coinbase = isCoinbase(tx)
  const shielded = checkShieldedUnique(tx, coinbase)
  if (!shielded.ok) return shielded
  if (coinbase) {
    const size = tx.vin[0]!.scriptSig.length
    return size < MIN_COINBASE_SCRIPT || size > MAX_COINBASE_SCRIPT ? invalid('bad-cb-length') : VALID
  }
  // An import claims coins of another chain, which cannot be verified here.
  if (tx.vin.length === 1 && tx.vin[0]!.prevout.index === COIN_IMPORT_INDEX) {
    return invalid('bad-txns-coin-import-not-supported')
  }
  return tx.vin.some((input) => isNullOutPoint(input.prevout)) ? invalid('bad-txns-prevout-null', 10) : VALID
}

export interface TransactionContext {
  /** height of the block that contains the transaction (tip + 1 for the mempool) */
  readonly height: number
  /** Upgrades of the branch. The parent must be known. */
  readonly upgrades: UpgradeState
  /** ban score of a violation: 100 in a block, 10 in the mempool (transactions-and-script.md §3.4) */
  readonly score: number
}

/** Checks the contextual rules of a transaction: version, expiry, size, and the lock of a coinbase. */
export function contextualCheckTransaction(params: ChainParams, tx: Transaction, context: TransactionContext): Verdict {
  return firstViolation(
    () => checkForm(params, tx, context),
    () => checkExpiry(tx, context),
    () => checkSize(tx, context),
    () => (isCoinbase(tx) ? checkTimeLock(params, tx, context.height) : VALID),
  )
}

/** Checks that the version matches the active upgrade (transactions-and-script.md §1). */
function checkForm(params: ChainParams, tx: Transaction, { height, upgrades, score }: TransactionContext): Verdict {
  const overwinter = isOverwinterActive(upgrades, height)
  const sapling = isSaplingActive(upgrades, height)
  const early = overwinter ? undefined : earlyFault(tx)
  const fault = early ?? (sapling ? saplingFault(tx) : overwinter ? overwinterFault(tx) : undefined)
  if (fault) return violation('inconclusive', fault.reason, { score: fault.score ?? score })
  // No ban score on private chains, because their first nodes accepted such transactions (live-chains.md).
  const cost = params.privateOnly ? 0 : score
  return overwinter && !tx.overwintered ? violation('inconclusive', 'tx-overwinter-active', { score: cost }) : VALID
}

interface FormFault {
  readonly reason: string
  /** set only if it differs from the context's score */
  readonly score?: number
}

function saplingFault({ overwintered, version, versionGroupId }: Transaction): FormFault | undefined {
  if (!overwintered) return version >= SAPLING_VERSION ? { reason: 'tx-overwintered-flag-not-set' } : undefined
  if (versionGroupId !== SAPLING_GROUP) return { reason: 'bad-sapling-tx-version-group-id' }
  if (version < SAPLING_VERSION) return { reason: 'bad-tx-sapling-version-too-low', score: 100 }
  return version > SAPLING_VERSION ? { reason: 'bad-tx-sapling-version-too-high', score: 100 } : undefined
}

function overwinterFault({ overwintered, version, versionGroupId }: Transaction): FormFault | undefined {
  if (!overwintered) return version >= OVERWINTER_VERSION ? { reason: 'tx-overwinter-flag-not-set' } : undefined
  if (versionGroupId !== OVERWINTER_GROUP) return { reason: 'bad-overwinter-tx-version-group-id' }
  return version > OVERWINTER_VERSION ? { reason: 'bad-tx-overwinter-version-too-high', score: 100 } : undefined
}

function earlyFault({ overwintered }: Transaction): FormFault | undefined {
  // No ban score: a node with a longer chain sends such transactions in good faith.
  return overwintered ? { reason: 'tx-overwinter-not-active', score: 0 } : undefined
}

function checkExpiry(tx: Transaction, { height, score }: TransactionContext): Verdict {
  if (!isExpired(tx, height)) return VALID
  // With one block of difference, the peer may not be at fault.
  const cost = isExpired(tx, height - 1) ? Math.max(score, 10) : 0
  return violation('inconclusive', 'tx-overwinter-expired', { score: cost })
}

function checkSize(tx: Transaction, { height, upgrades }: TransactionContext): Verdict {
  return transactionSize(tx) > maxTransactionSize(upgrades, height)
    ? // The limit depends on the upgrade: a node with a longer chain relays the transaction in good faith.
      violation('inconclusive', 'bad-txns-oversize', { score: transactionSize(tx) > MAX_TX_SIZE ? 100 : 0 })
    : VALID
}

/** Returns true if the transaction has expired for a block at `height`. Coinbases do not expire. */
export function isExpired(tx: Transaction, height: number): boolean {
  return tx.expiryHeight !== 0 && height > tx.expiryHeight && !isCoinbase(tx)
}
