import { type ChainParams, coinbaseOutputs, heightScript, type UpgradeState } from '../consensus/index.ts'
import { computeTxid } from '../primitives/index.ts'
import type { Transaction, TxOut } from '../primitives/types.ts'
import { encodeScriptNumber, pushData } from '../script/index.ts'
import { newTransaction } from '../transactions/index.ts'
import { concat } from '../util/index.ts'
import { MiningError } from './types.ts'

const NULL_INDEX = 0xffffffff
const FINAL_SEQUENCE = 0xffffffff
/** -ac_txpow flag for coinbases. */
const COINBASE_TXPOW = 2
/**
 * Maximum number of extra nonces tried. A match takes 65,536 tries on average, so reaching this limit is practically
 * impossible.
 */
const MAX_EXTRA_NONCE = 5_000_000

export interface CoinbaseInput {
  readonly params: ChainParams
  readonly upgrades: UpgradeState
  readonly height: number
  /** other transactions of the block */
  readonly txs: readonly Transaction[]
  /** see CoinbasePlan */
  readonly notaries?: readonly TxOut[] | undefined
  readonly fees: bigint
  /** scriptPubKey of the reward, unless the chain prescribes another script */
  readonly script: Uint8Array
  readonly lockTime: number
}

/**
 * Builds the coinbase of a block (chain-params.md §9.2): height and extra nonce in the input, everything that the chain
 * allows in the outputs.
 * @throws MiningError `template` if the chain locks the reward and the script cannot be locked
 */
export function buildCoinbase(input: CoinbaseInput): Transaction {
  const vout = coinbaseOutputs(input.params, input)
  if (vout === undefined) throw new MiningError('template', 'a time-locked reward cannot be paid to this script')
  if ((input.params.txPow & COINBASE_TXPOW) === 0) return coinbaseWith(input, vout, 1)
  for (let extraNonce = 1; extraNonce < MAX_EXTRA_NONCE; extraNonce++) {
    const coinbase = coinbaseWith(input, vout, extraNonce)
    const txid = computeTxid(coinbase)
    if (txid[0] === 0 && txid[31] === 0) return coinbase
  }
  throw new MiningError('template', 'no coinbase with the required id was found')
}

function coinbaseWith(input: CoinbaseInput, vout: readonly TxOut[], extraNonce: number): Transaction {
  const { upgrades, height, lockTime } = input
  // The extra nonce is always a data push; the height has its shortest form.
  const scriptSig = concat(heightScript(height), pushData(encodeScriptNumber(extraNonce)))
  return newTransaction(
    { upgrades, height },
    {
      vin: [{ prevout: { hash: new Uint8Array(32), index: NULL_INDEX }, scriptSig, sequence: FINAL_SEQUENCE }],
      vout,
      lockTime,
      expiryHeight: 0,
    },
  )
}
