/** Lists assets that contracts bind to keys: no payment can move them to another key. */
import type { CONTRACT_ACTION_NAMES } from '#shared/protocol/evalCodes.ts'
import type { Order } from '../../contracts/assets/index.ts'
import { channelCourses } from '../../contracts/channels/index.ts'
import { planName } from '../../contracts/framework/planName.ts'
import { heirCoins, heirPlan, listHeirPlansFor } from '../../contracts/heir/index.ts'
import { type ContractIndexes, type ContractReads, createContractExplainer } from '../../contracts/index.ts'
import { lockHoldings, planHoldings } from '../../contracts/rewards/index.ts'
import { displayText } from '../../contracts/tokens/index.ts'
import { hash160 } from '../../crypto/index.ts'
import type { TxOut } from '../../primitives/types.ts'
import { indexedAddress, OP, p2pkhScript, p2pkScript } from '../../script/index.ts'
import { hashKey, toHex } from '../../util/index.ts'
import type { Wallet, WalletTx } from '../index.ts'

/** Asset that only an old key can end, claim or continue. */
export interface BoundToKey {
  readonly kind: 'order' | 'inheritance' | 'channel' | 'reward' | 'role'
  /** text for users: name of the plan or token, or the action of a role; may be untrusted */
  readonly name: string
  readonly txid: Uint8Array
  readonly pubkey: Uint8Array | undefined
  /** satoshis locked in it, or undefined for token units and for roles */
  readonly amount: bigint | undefined
}

type RoleAction = (typeof CONTRACT_ACTION_NAMES)[number]

/** Actions after which the key of the transaction keeps a role. */
const ROLES: ReadonlySet<RoleAction | undefined> = new Set<RoleAction>([
  'oracle-create',
  'oracle-register',
  'gateway-bind',
  'import-bind',
  'payments-plan',
  'rewards-plan',
  'dice-plan',
  'dice-bet',
])

/** Maximum number of open orders read per key. */
const MAX_ORDERS_PER_KEY = 1000

function boundOrders(pubkey: Uint8Array, { assets }: Pick<ContractIndexes, 'assets'>): BoundToKey[] {
  const page = { limit: MAX_ORDERS_PER_KEY, sort: 'newest', descending: true, state: 'open', owner: pubkey } as const
  return assets.page(page).items.map(({ side, current, name, coinsLeft }: Order) => {
    const amount = side === 'bid' ? coinsLeft : undefined
    return { kind: 'order', name: displayText(name), txid: current, pubkey, amount }
  })
}

function boundPlans(pubkey: Uint8Array, reads: ContractReads): BoundToKey[] {
  return listHeirPlansFor(pubkey, reads).flatMap((txid) => {
    const plan = heirPlan(txid, reads)
    const left = plan?.terms ? heirCoins(txid, plan, reads).reduce((sum, { value }) => sum + value, 0n) : 0n
    if (!plan?.terms || left === 0n) return []
    const amount = plan.data.tokenId ? undefined : left
    return [{ kind: 'inheritance' as const, name: displayText(plan.terms.name), txid, pubkey, amount }]
  })
}

function boundChannels(pubkey: Uint8Array, reads: ContractReads): BoundToKey[] {
  return channelCourses(pubkey, reads)
    .filter(({ left }) => left > 0n)
    .map(({ txid, left }) => ({ kind: 'channel', name: '', txid, pubkey, amount: left }))
}

function boundRewards(pubkeys: readonly Uint8Array[], reads: ContractReads): BoundToKey[] {
  const byScript = new Map(
    pubkeys.flatMap((pubkey) =>
      [p2pkScript(pubkey), p2pkhScript(hash160(pubkey))].map((script) => [toHex(script), pubkey] as const),
    ),
  )
  const plans = planHoldings(reads)
  return lockHoldings(plans, reads, (script) => byScript.has(toHex(script))).map(({ txid, plan, payee, amount }) => {
    const name = displayText(planName(plan.terms.sbits))
    return { kind: 'reward', name, txid, pubkey: byScript.get(toHex(payee)), amount }
  })
}

/** Every contract transaction has a data output with its action. */
const isData = ({ scriptPubKey }: TxOut) => scriptPubKey[0] === OP.OP_RETURN

/** Finds the role that one of the wallet's own transactions gave to the old key that paid for it. */
function createRoleSearch({ ledger, keys }: Wallet, pubkeys: readonly Uint8Array[], reads: ContractReads) {
  const explain = createContractExplainer()
  const old = new Set(pubkeys.map(hashKey))
  const find = (txid: Uint8Array) => ledger.get(txid)?.tx ?? reads.view.transaction(txid)?.tx
  return ({ tx, txid }: WalletTx): BoundToKey | undefined => {
    const spent = tx.vin.map(({ prevout }) => ledger.owned(prevout))
    const payer = spent
      .map((output) => output && indexedAddress(output.scriptPubKey))
      .map((address) => (address?.type === 1 ? keys.byHash(address.hash) : undefined))
      .find((key) => key !== undefined && old.has(hashKey(key.pubkey)))
    if (!payer) return undefined
    const { action } = explain({ tx, spent, find, known: [payer.pubkey] })
    if (!action || !ROLES.has(action)) return undefined
    return { kind: 'role', name: action, txid, pubkey: payer.pubkey, amount: undefined }
  }
}

/**
 * Lists assets that contracts bind to these keys, using the address index: a few milliseconds per key.
 * @param pubkeys 33 bytes each
 */
export async function listAssetsBoundToKeys(
  wallet: Wallet,
  pubkeys: readonly Uint8Array[],
  { reads, indexes }: { readonly reads: ContractReads; readonly indexes: Pick<ContractIndexes, 'assets'> },
  pause: () => Promise<void>,
): Promise<readonly BoundToKey[]> {
  if (pubkeys.length === 0) return []
  const found = new Map<string, BoundToKey>()
  const add = (some: readonly BoundToKey[]) => {
    // A channel or plan is found twice if both ends are keys of this wallet.
    for (const each of some) found.set(`${each.kind} ${hashKey(each.txid)}`, each)
  }
  for (const pubkey of pubkeys) {
    add(boundOrders(pubkey, indexes))
    add(boundPlans(pubkey, reads))
    add(boundChannels(pubkey, reads))
    await pause()
  }
  add(boundRewards(pubkeys, reads))
  const findRole = createRoleSearch(wallet, pubkeys, reads)
  const { ledger } = wallet
  for (const wtx of [...ledger.transactions()]) {
    if (wtx.coinbase || ledger.depth(wtx) < 0 || !wtx.tx.vout.some(isData)) continue
    await pause()
    const role = findRole(wtx)
    if (role) add([role])
  }
  return [...found.values()]
}
