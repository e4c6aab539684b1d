import type { ContractIndexes } from '../../contracts/index.ts'
import { hash160 } from '../../crypto/index.ts'
import type { RewardTarget } from '../../mining/index.ts'
import type { TxOut } from '../../primitives/index.ts'
import { decodeAddress } from '../../script/index.ts'
import { hashKey } from '../../util/index.ts'
import { findKeyHash, isAccountKey, runInSlices, type Steps, type Wallet, type WalletKey } from '../index.ts'

export interface CoverageDeps {
  readonly wallet: Wallet
  /** the public key that modules act for in this run */
  readonly pubkey: () => Uint8Array | undefined
  readonly contractIndexes: { readonly tokens: Pick<ContractIndexes['tokens'], 'holdings'> } | undefined
  readonly rewardTarget: () => Pick<RewardTarget, 'address'>
}

/** Keys whose tokens are read between two yields to the event loop: a few milliseconds. */
const KEYS_PER_SLICE = 50
const COMPRESSED_LENGTH = 33

/**
 * Names of the keys and scripts that hold coins or tokens, that contracts bind something to, or that the node pays to, and that
 * the phrase would not bring back in another wallet: keys that do not come from it, keys of it that lie beyond what a restore
 * searches, and scripts. Without any, the words alone restore everything.
 */
export async function findUncovered(deps: CoverageDeps, signal?: AbortSignal): Promise<ReadonlySet<string>> {
  const held = await runInSlices(() => collectUncovered(deps), signal && { signal })
  // An order or an inheritance of an old key comes back with that key alone.
  return held.union(await deps.wallet.agreedMove.bound(signal))
}

function* collectUncovered(deps: CoverageDeps): Steps<ReadonlySet<string>> {
  const { keys, ledger, search } = deps.wallet
  const { reach } = search
  const holdsTokens = createTokenLookup(deps)
  const isReached = (key: WalletKey) => reach.reaches(key, holdsTokens.account)
  const uncovered = new Set<string>()
  const add = (output: TxOut) => {
    const hash = findKeyHash(output)
    const key = hash && keys.byHash(hash)
    if (!key) uncovered.add(hashKey(output.scriptPubKey))
    else if (!isReached(key)) uncovered.add(hashKey(key.hash))
  }
  for (const { output } of ledger.holdings()) add(output)
  for (const output of unconfirmedSpends(ledger)) add(output)
  for (const hash of paidHashes(deps)) {
    const key = keys.byHash(hash)
    if (key && !isReached(key)) uncovered.add(hashKey(hash))
  }
  for (const [index, key] of keys.used().entries()) {
    if (index % KEYS_PER_SLICE === KEYS_PER_SLICE - 1) yield
    // A restore shows a key with tokens if it is an account's, or was paid coins as well.
    if (isReached(key) && (isAccountKey(key) || reach.isPaid(key))) continue
    if (holdsTokens.key(key.pubkey)) uncovered.add(hashKey(key.hash))
  }
  return uncovered
}

/** Lists the coins that only the mempool spends: another wallet has them until that is in a block. */
function* unconfirmedSpends(ledger: Wallet['ledger']): Generator<TxOut> {
  for (const transaction of ledger.transactions()) {
    if (transaction.block !== null || ledger.depth(transaction) !== 0) continue
    for (const { prevout } of transaction.tx.vin) {
      const source = ledger.get(prevout.hash)
      const output = source?.block ? ledger.owned(prevout) : undefined
      if (output) yield output
    }
  }
}

/** Hashes of the keys that the node itself pays to: token key, change and rewards. */
function paidHashes({ pubkey, rewardTarget }: CoverageDeps): readonly Uint8Array[] {
  const identity = pubkey()
  if (identity) return [hash160(identity)]
  const { address } = rewardTarget()
  const decoded = address === undefined ? undefined : decodeAddress(address)
  return decoded?.kind === 'pubkeyhash' ? [decoded.hash] : []
}

function createTokenLookup({ wallet, contractIndexes }: CoverageDeps) {
  const key = (pubkey: Uint8Array) =>
    pubkey.length === COMPRESSED_LENGTH && (contractIndexes?.tokens.holdings(pubkey).length ?? 0) > 0
  const account = (number: number) => {
    const found = wallet.keyring.accounts.find(number)
    return found !== undefined && key(found.pubkey)
  }
  return { key, account }
}
