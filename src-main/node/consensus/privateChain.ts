import { hash160 } from '../crypto/index.ts'
import { isCoinbase, type Transaction } from '../primitives/index.ts'
import { encodeAddress, findScriptAddress, isPayToScriptHash } from '../script/index.ts'
import { readJoinSplit } from '../shielded/index.ts'
import { equal, toHex } from '../util/index.ts'
import { type NotarySeason, notarySeasonAt } from './notaries/seasons.ts'
import type { ChainParams } from './params.ts'
import { VALID, type Verdict, violation } from './verdict.ts'

/**
 * Address that may always receive transparent coins on a private chain; the notaries' own tool used it
 * (live-chains.md).
 */
const CRYPTO777 = 'RXL3YXG2ceaB6C5hfJcN4fvmLH2C34knhA'
/** After this season a swap may lock coins in a script that it reveals. */
const LAST_SEASON_WITHOUT_SWAPS = 5

/**
 * Forms of a data output that reveals the redeem script of the previous output: hash swaps (RIPEMD-160, then SHA-256)
 * and locked payments, byte by byte as in komodod. The script follows the first three bytes.
 */
const REVEALING: readonly RegExp[] = [
  /^6a.{4}63.{10}b175.{68}ac6782012088a9.{42}88.{68}ac68$/,
  /^6a.{4}63.{10}b175.{68}ac6782012088a[8a].{66}88.{68}ac68$/,
  /^6a4c62.{34}756304.{8}b175.{68}ac67.{68}ac68$/,
]
const REVEALED_AT = 3

/**
 * -ac_private: rejects transactions that make shielded coins transparent. Part of the shielded rules; `checkPrivate`
 * contains the other rules.
 * @param tipTime see checkTransaction
 */
export function checkSpendsPrivate(params: ChainParams, tx: Transaction, tipTime: number): Verdict {
  if (!params.privateOnly || tx.shieldedSpends.length === 0 || isLocked(tx, tipTime)) return VALID
  return isExposed(tx, tipTime) ? violation('invalid', 'bad-txns-acprivate-chain') : VALID
}

/** -ac_private: rejects transparent coins except in coinbases, for notaries, and when leaving the Sprout pool. */
export function checkPrivate(params: ChainParams, tx: Transaction, tipTime: number): Verdict {
  if (!params.privateOnly || !isExposed(tx, tipTime)) return VALID
  const allowed = tx.shieldedSpends.length > 0 ? isLocked(tx, tipTime) : leavesOldestPool(tx)
  return allowed ? VALID : violation('invalid', 'bad-txns-acprivacy-chain')
}

/** Returns true if a transparent output pays any address except those that may be paid openly. */
function isExposed(tx: Transaction, tipTime: number): boolean {
  if (isCoinbase(tx)) return false
  return tx.vout.some(
    ({ value, scriptPubKey }) => value > 0n && !isOpenAddress(findScriptAddress(scriptPubKey, { cc: false }), tipTime),
  )
}

/**
 * Returns true if an address may receive transparent coins on a private chain: a notary of the season, or one fixed
 * address.
 */
export function isOpenAddress(address: string | undefined, tipTime: number): boolean {
  if (address === undefined) return false
  if (address === CRYPTO777) return true
  const season = notarySeasonAt(tipTime)
  return season !== undefined && addressesFor(season).has(address)
}

const ADDRESSES = new Map<number, ReadonlySet<string>>()

/** Returns the addresses of the season's notaries, cached per season. */
function addressesFor({ number, keys }: NotarySeason): ReadonlySet<string> {
  const known = ADDRESSES.get(number)
  if (known !== undefined) return known
  const addresses = new Set(keys.map((key) => encodeAddress({ type: 1, hash: hash160(key) })))
  ADDRESSES.set(number, addresses)
  return addresses
}

/** Returns true if the only payment is a P2SH output whose redeem script is revealed, as swaps do. */
function isLocked({ vin, vout }: Transaction, tipTime: number): boolean {
  const season = notarySeasonAt(tipTime)
  if (season === undefined || season.number <= LAST_SEASON_WITHOUT_SWAPS) return false
  const [output, data] = vout
  if (vin.length > 0 || vout.length !== 2 || output === undefined || data === undefined) return false
  if (!isPayToScriptHash(output.scriptPubKey)) return false
  const hex = toHex(data.scriptPubKey)
  if (!REVEALING.some((form) => form.test(hex))) return false
  return equal(output.scriptPubKey.subarray(2, 22), hash160(data.scriptPubKey.subarray(REVEALED_AT)))
}

/** Returns true if all coins come out of JoinSplits and none enters one. */
function leavesOldestPool({ vin, joinSplits }: Transaction): boolean {
  if (vin.length > 0 || joinSplits.length === 0) return false
  return joinSplits.map(readJoinSplit).every(({ vpubOld, vpubNew }) => vpubOld === 0n && vpubNew !== 0n)
}
