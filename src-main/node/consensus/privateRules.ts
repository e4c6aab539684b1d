import { hash160 } from '../crypto/index.ts'
import { isCoinbase, type Transaction, type TxOut } from '../primitives/index.ts'
import { addressOf, decodeAddress, isPayToScriptHash, OP } from '../script/index.ts'
import { readJoinSplit } from '../shielded/index.ts'
import { equal } from '../util/index.ts'
import { notarySeasonAt } from './notaries/seasons.ts'
import type { ChainParams } from './params.ts'
import { VALID, type Verdict, violation } from './verdict.ts'

/** An address of the family's own, which may be paid in the open. */
const FAMILY_ADDRESS = 'RXL3YXG2ceaB6C5hfJcN4fvmLH2C34knhA'
/** From this season of notaries on, swaps may leave the pool by a script that they reveal. */
const FIRST_SWAP_SEASON = 6

/** Opcodes by their place in a script. */
type Template = Readonly<Record<number, readonly number[]>>

const TIME_LOCKED: Template = {
  ...{ 0: [OP.OP_RETURN], 3: [OP.OP_IF], 9: [OP.OP_CHECKLOCKTIMEVERIFY], 10: [OP.OP_DROP], 45: [OP.OP_CHECKSIG] },
  ...{ 46: [OP.OP_ELSE], 47: [OP.OP_SIZE], 48: [0x01], 49: [0x20], 50: [OP.OP_EQUALVERIFY] },
}

/** Scripts of swaps as one transaction reveals them: by their length, and by opcodes at their places (shielded.md §9). */
const SWAPS: ReadonlyMap<number, Template> = new Map<number, Template>([
  [
    110,
    {
      ...TIME_LOCKED,
      ...{ 51: [OP.OP_HASH160], 73: [OP.OP_EQUALVERIFY], 108: [OP.OP_CHECKSIG], 109: [OP.OP_ENDIF] },
    },
  ],
  [
    122,
    {
      ...TIME_LOCKED,
      ...{ 51: [OP.OP_SHA256, OP.OP_HASH256], 85: [OP.OP_EQUALVERIFY], 120: [OP.OP_CHECKSIG], 121: [OP.OP_ENDIF] },
    },
  ],
  [
    101,
    {
      ...{ 0: [OP.OP_RETURN], 1: [0x4c], 2: [0x62], 20: [OP.OP_DROP], 21: [OP.OP_IF], 22: [0x04] },
      ...{ 27: [OP.OP_CHECKLOCKTIMEVERIFY], 28: [OP.OP_DROP], 63: [OP.OP_CHECKSIG], 64: [OP.OP_ELSE] },
      ...{ 99: [OP.OP_CHECKSIG], 100: [OP.OP_ENDIF] },
    },
  ],
])
/** OP_RETURN and the length of what it pushes stand before the script. */
const REVEAL_HEAD = 3

/** -ac_private: coins that leave Sapling's pool stay in it, but for notaries and swaps. */
export function checkPrivateSpends(params: ChainParams, tx: Transaction, tipTime: number): Verdict {
  if (!params.privateOnly || tx.shieldedSpends.length === 0 || !paysInTheOpen(tx, tipTime)) return VALID
  return revealsSwap(tx, tipTime) ? VALID : violation('invalid', 'bad-txns-acprivate-chain')
}

/** The same of all other transactions: only Sprout's pool may be left, by a transaction that does nothing else. */
export function checkPrivatePayments(params: ChainParams, tx: Transaction, tipTime: number): Verdict {
  // What `checkPrivateSpends` let pass needs no second look.
  if (!params.privateOnly || tx.shieldedSpends.length > 0 || !paysInTheOpen(tx, tipTime)) return VALID
  const leavesSprout = tx.joinSplits
    .map(readJoinSplit)
    .every(({ vpubOld, vpubNew }) => vpubOld === 0n && vpubNew !== 0n)
  const allowed = tx.vin.length === 0 && tx.joinSplits.length > 0 && leavesSprout
  return allowed ? VALID : violation('invalid', 'bad-txns-acprivacy-chain')
}

/** Whether an address may be paid in the open on a private chain. */
export function isOpenAddress(address: string | undefined, tipTime: number): boolean {
  if (address === undefined) return false
  if (address === FAMILY_ADDRESS) return true
  const paid = decodeAddress(address)
  if (paid?.kind !== 'pubkeyhash') return false
  const keys = notarySeasonAt(tipTime)?.keys ?? []
  return keys.some((key) => equal(hash160(key), paid.hash))
}

function paysInTheOpen(tx: Transaction, tipTime: number): boolean {
  if (isCoinbase(tx)) return false
  const pays = ({ value, scriptPubKey }: TxOut) =>
    value > 0n && !isOpenAddress(addressOf(scriptPubKey, { cc: false }), tipTime)
  return tx.vout.some(pays)
}

function revealsSwap(tx: Transaction, tipTime: number): boolean {
  const season = notarySeasonAt(tipTime)?.number ?? 0
  const [paid, revealed] = tx.vout
  if (season < FIRST_SWAP_SEASON || tx.vin.length > 0 || tx.vout.length !== 2) return false
  if (paid === undefined || revealed === undefined || !isPayToScriptHash(paid.scriptPubKey)) return false
  const script = revealed.scriptPubKey
  const template = SWAPS.get(script.length)
  if (template === undefined) return false
  const fits = Object.entries(template).every(([place, opcodes]) => opcodes.includes(script[Number(place)]!))
  return fits && equal(hash160(script.subarray(REVEAL_HEAD)), paid.scriptPubKey.subarray(2, 22))
}
