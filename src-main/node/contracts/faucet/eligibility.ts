import { formatAmount } from '#shared/units.ts'
import type { AddressDelta, AddressIndexView, ChainView, IndexedAddress } from '../../core/index.ts'
import { hash160 } from '../../crypto/index.ts'
import type { Mempool } from '../../mempool/index.ts'
import { encodeAddress } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import { findClaimOutput } from './faucetHistory.ts'
import { CLAIM_COST, type FaucetPool } from './faucetPool.ts'
import { FAUCET_SIZE } from './validate.ts'

export type CheckName = 'pubkey' | 'conditions' | 'index' | 'pool' | 'history' | 'mempool' | 'claimed' | 'running'

/** A condition for claiming, whether it is met, and the evidence. */
export interface ClaimCondition {
  readonly name: CheckName
  readonly passed: boolean
  /** sentence for users */
  readonly detail: string
  /** transaction that proves it */
  readonly txid?: Uint8Array
  /** height of its block */
  readonly height?: number
  /** satoshis in the pool available to claims */
  readonly amount?: bigint
  /** satoshis in the pool held by unconfirmed claims */
  readonly waiting?: bigint
}

export interface EligibilityDeps {
  readonly chain: Pick<ChainView, 'tip' | 'transaction'>
  readonly mempool: Pick<Mempool, 'addressDeltas' | 'get'>
  /** undefined if one of the indexes is disabled */
  readonly addressIndex: AddressIndexView | undefined
  /** defined if and only if the address index is */
  readonly pool: FaucetPool | undefined
  /** returns true if the chain has the faucet's conditions at this height */
  readonly conditionsEnabled: (height: number) => boolean
  readonly running: () => boolean
}

/** Only the first changes of an address matter for claims. Reading stops here, because each row is a disk access. */
const EARLY_HISTORY = 100

const passed = (name: CheckName, detail: string): ClaimCondition => ({ name, passed: true, detail })
const fail = (name: CheckName, detail: string): ClaimCondition => ({ name, passed: false, detail })

/** Checks all conditions of a claim to this key, in the order of the contract. Has no side effects. */
export function checkEligibility(pubkey: Uint8Array | undefined, deps: EligibilityDeps): ClaimCondition[] {
  const { addressIndex } = deps
  const own = pubkey && addressIndex ? checkAddress(pubkey, addressIndex, deps) : unknownAddress(pubkey !== undefined)
  return [
    pubkey
      ? passed('pubkey', 'Claims go to the main address of this node.')
      : fail('pubkey', 'This node has no main address: start it with -pubkey, or set one with setidentity.'),
    deps.conditionsEnabled(deps.chain.tip().height)
      ? passed('conditions', 'This chain has a faucet.')
      : fail('conditions', 'This chain has no faucet: its crypto-conditions are off or do not include the faucet.'),
    addressIndex
      ? passed('index', 'The address index and the spent index are on.')
      : fail('index', 'The faucet requires -addressindex=1 and -spentindex=1.'),
    deps.pool ? checkPool(deps.pool) : fail('pool', 'Not known without the address index.'),
    ...own,
    deps.running()
      ? fail('running', 'The search for a claim is running: wait for it, or stop it.')
      : passed('running', 'No other claim is being searched for.'),
  ]
}

function checkPool(pool: FaucetPool): ClaimCondition {
  const amount = pool.deposits().reduce((sum, { value }) => sum + value, 0n)
  if (amount < CLAIM_COST && pool.inClaims() > amount) {
    const text = `An unconfirmed claim holds the faucet’s coins, ${formatAmount(pool.inClaims())}: the rest becomes available when the claim is confirmed.`
    return { ...fail('pool', text), amount, waiting: pool.inClaims() }
  }
  if (amount === 0n) return { ...fail('pool', 'The faucet is empty: it has no confirmed coins to claim.'), amount }
  if (amount < CLAIM_COST) {
    const text = `The faucet has ${formatAmount(amount)} coins; a claim takes ${formatAmount(CLAIM_COST)} with its fee.`
    return { ...fail('pool', text), amount }
  }
  if (pool.select() === undefined) {
    return { ...fail('pool', 'The faucet holds only freshly mined coins, which cannot be spent yet.'), amount }
  }
  return {
    ...passed('pool', `The faucet has ${formatAmount(amount)} coins and pays ${formatAmount(FAUCET_SIZE)}.`),
    amount,
  }
}

function unknownAddress(hasKey: boolean): ClaimCondition[] {
  const detail = hasKey ? 'Not known without the address index.' : 'Not known without a public key.'
  return (['history', 'mempool', 'claimed'] as const).map((name) => fail(name, detail))
}

function checkAddress(pubkey: Uint8Array, index: AddressIndexView, deps: EligibilityDeps): ClaimCondition[] {
  const address: IndexedAddress = { type: 1, hash: hash160(pubkey) }
  const text = encodeAddress(address)
  return [
    checkHistory(address, text, index),
    checkMempool(address, text, deps),
    checkClaimed(address, text, index, deps),
  ]
}

function checkHistory(address: IndexedAddress, text: string, index: AddressIndexView): ClaimCondition {
  for (const { txid, height } of index.deltas(address)) {
    const detail = `${text} has been used before: first in block ${height}. A faucet is for new addresses only.`
    return { ...fail('history', detail), txid, height }
  }
  return passed('history', `${text} is new: it does not occur in any block.`)
}

function checkMempool(address: IndexedAddress, text: string, { mempool }: EligibilityDeps): ClaimCondition {
  const [first] = mempool.addressDeltas([address])
  if (!first) return passed('mempool', `No transaction in the mempool involves ${text}.`)
  return { ...fail('mempool', `A transaction in the mempool involves ${text}.`), txid: first.txid }
}

function checkClaimed(
  address: IndexedAddress,
  text: string,
  index: AddressIndexView,
  deps: EligibilityDeps,
): ClaimCondition {
  const claim = confirmedClaim(address, index, deps)
  if (claim) {
    const { txid, height } = claim
    return {
      ...fail('claimed', `${text} claimed in block ${height}. Each address can claim once.`),
      txid,
      height,
    }
  }
  for (const { txid, satoshis } of deps.mempool.addressDeltas([address])) {
    const entry = satoshis === FAUCET_SIZE ? deps.mempool.get(txid) : undefined
    if (entry && findClaimOutput(entry.tx)) {
      return {
        ...fail('claimed', `The claim of ${text} is in the mempool, unconfirmed. Each address can claim once.`),
        txid,
      }
    }
  }
  return passed('claimed', `${text} has not claimed yet.`)
}

function confirmedClaim(
  address: IndexedAddress,
  index: AddressIndexView,
  { chain }: EligibilityDeps,
): AddressDelta | undefined {
  let seen = 0
  for (const delta of index.deltas(address)) {
    if (++seen > EARLY_HISTORY) return undefined
    if (delta.spending || delta.satoshis !== FAUCET_SIZE) continue
    const found = chain.transaction(delta.txid)
    const paid = found && findClaimOutput(found.tx)
    if (paid && equal(paid.scriptPubKey, found.tx.vout[delta.index]?.scriptPubKey ?? new Uint8Array())) return delta
  }
  return undefined
}
