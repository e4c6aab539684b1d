import type { ContractIndexes } from '../../contracts/index.ts'
import { hash160 } from '../../crypto/index.ts'
import type { RewardTarget } from '../../mining/index.ts'
import type { TxOut } from '../../primitives/index.ts'
import { decodeAddress } from '../../script/index.ts'
import { hashKey } from '../../util/index.ts'
import { findKeyHash, isAccountKey, runInSlices, type Steps, type Wallet, type WalletKey } from '../index.ts'

export interface CoverageDeps {
  readonly wallet: Wallet
  /** public key that modules act for in this run */
  readonly pubkey: () => Uint8Array | undefined
  readonly contractIndexes: { readonly tokens: Pick<ContractIndexes['tokens'], 'holdings'> } | undefined
  readonly rewardTarget: () => Pick<RewardTarget, 'address'>
}

/** Keys whose tokens are read per event-loop slice: a few milliseconds. */
const KEYS_PER_SLICE = 50
const COMPRESSED_LENGTH = 33

/**
 * Returns the names of keys and scripts that the phrase would not restore in another wallet. Includes those that hold
 * coins or tokens, have assets bound by contracts, or are paid by the node: keys not derived from the phrase, keys of
 * the phrase beyond the searched range, and scripts. If empty, the words alone restore everything.
 */
export async function findUncovered(deps: CoverageDeps, signal?: AbortSignal): Promise<ReadonlySet<string>> {
  const held = await runInSlices(() => collectUncovered(deps), signal && { signal })
  // An order or an inheritance of an old key needs that key.
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
    // A restore shows a key with tokens only if it is an account's key or was also paid coins.
    if (isReached(key) && (isAccountKey(key) || reach.isPaid(key))) continue
    if (holdsTokens.key(key.pubkey)) uncovered.add(hashKey(key.hash))
  }
  return uncovered
}

/** Lists coins spent only by the mempool: another wallet has them until the spend is in a block. */
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

/** Returns the hashes of keys that the node itself pays: token key, change and rewards. */
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
