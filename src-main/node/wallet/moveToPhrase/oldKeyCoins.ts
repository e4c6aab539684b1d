import { hash160 } from '../../crypto/index.ts'
import type { TxOut } from '../../primitives/types.ts'
import { behindLockTime, classify, isPayToPublicKeyHash, payToPublicKey } from '../../script/index.ts'
import type { SpendableCoin } from '../../transactions/index.ts'
import { toDisplayHex } from '../../util/index.ts'
import type { KeyStore, WalletKey } from '../keys/index.ts'
import type { ScriptBook } from '../ownership/index.ts'
import type { CoinLocks } from '../spending/index.ts'
import type { Holding, WalletLedger } from '../transactions/index.ts'

/** State of a coin at an old key: `ready` moves now, all others once they are spendable. */
export type OldCoinState = 'ready' | 'immature' | 'locked' | 'unconfirmed'

/** Coin at a key that the phrase does not restore. */
export interface OldKeyCoin extends SpendableCoin {
  readonly state: OldCoinState
}

/** Reason why a coin stays: no payment to a phrase key can spend it, or no single key of this wallet can. */
export type StayingCoinKind = 'timelock' | 'multisig' | 'script' | 'watched' | 'too-small'

export interface StayingCoin extends SpendableCoin {
  readonly kind: StayingCoinKind
}

export interface OldKeyCoins {
  readonly movable: readonly OldKeyCoin[]
  readonly staying: readonly StayingCoin[]
}

/** Parts of a wallet that the search reads. */
export interface OldKeySource {
  readonly keys: Pick<KeyStore, 'byHash'>
  /** Returns true if a restore from the phrase finds the key. */
  readonly isRestored: (key: WalletKey) => boolean
  readonly scripts: Pick<ScriptBook, 'redeemScript'>
  readonly ledger: Pick<WalletLedger, 'holdings' | 'isTrusted'>
  readonly locks: Pick<CoinLocks, 'isLocked'>
}

/** Returns the key that alone spends a P2PK or P2PKH output, or undefined for other scripts and foreign keys. */
function findSingleKey(script: Uint8Array, keys: OldKeySource['keys']): WalletKey | undefined {
  const pubkey = payToPublicKey(script)
  if (pubkey) return keys.byHash(hash160(pubkey))
  return isPayToPublicKeyHash(script) ? keys.byHash(script.subarray(3, 23)) : undefined
}

/**
 * Returns the reason why an output of several keys or of a script stays: the phrase knows neither the other signers nor
 * the script.
 */
function complexKind({ scriptPubKey }: TxOut, { scripts }: OldKeySource): StayingCoinKind {
  const { type, solutions } = classify(scriptPubKey, { cc: false })
  const [hash] = solutions
  if (type === 'multisig') return 'multisig'
  const redeem = type === 'scripthash' && hash ? scripts.redeemScript(hash) : undefined
  return redeem && classify(redeem, { cc: false }).type === 'multisig' ? 'multisig' : 'script'
}

/** Returns the state of a coin: spendable now, or the condition it waits for. */
export function oldCoinState(
  { source, immature, depth }: Holding,
  locked: boolean,
  ledger: OldKeySource['ledger'],
): OldCoinState {
  if (immature) return 'immature'
  if (locked) return 'locked'
  return depth > 0 || ledger.isTrusted(source) ? 'ready' : 'unconfirmed'
}

/** Lists the coins that a restore from the phrase would not find, both movable and staying ones. */
export function findOldKeyCoins(wallet: OldKeySource): OldKeyCoins {
  const { keys, isRestored, ledger, locks } = wallet
  const movable: OldKeyCoin[] = []
  const staying: StayingCoin[] = []
  const toCoin = ({ source, index, output }: Holding) => ({ ...output, outpoint: { hash: source.txid, index } })
  for (const holding of ledger.holdings()) {
    const coin = toCoin(holding)
    const single = findSingleKey(coin.scriptPubKey, keys)
    if (single && isRestored(single)) continue
    if (single) {
      movable.push({ ...coin, state: oldCoinState(holding, locks.isLocked(coin.outpoint), ledger) })
      continue
    }
    const inner = behindLockTime(coin.scriptPubKey)
    const key = inner && findSingleKey(inner, keys)
    if (key && isRestored(key)) continue
    staying.push({ ...coin, kind: inner ? 'timelock' : complexKind(coin, wallet) })
  }
  for (const holding of ledger.holdings(true)) staying.push({ ...toCoin(holding), kind: 'watched' })
  return { movable, staying }
}

/** Formats an outpoint for texts. */
export const outpointText = ({ hash, index }: SpendableCoin['outpoint']): string => `${toDisplayHex(hash)}:${index}`
