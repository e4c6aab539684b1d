/** Addresses that the wallet knows: its own, and those that it has paid. Tells a payee that is new, or that resembles one. */
import type { Explanation } from '#shared/rpc/index.ts'
import { addressOf, encodeAddress } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import type { Wallet } from '../../wallet/index.ts'

/** Wallet transactions or keys between two yields to the event loop. */
const ITEMS_PER_SLICE = 200
/**
 * Characters at the ends of two addresses by which users confuse them. The first is the same for all; that the other six agree
 * by chance happens to one pair in 38 thousand million.
 */
const HEAD_LENGTH = 4
const TAIL_LENGTH = 3

type Output = Explanation['outputs'][number]
export type Familiarity = Pick<Output, 'paidbefore' | 'resembles'>

interface FamiliarityDeps {
  readonly wallet: Pick<Wallet, 'ledger' | 'keys'> | undefined
  readonly ccEnabled: boolean
}

interface Payment {
  readonly txid: Uint8Array
  /** by position; only payees that the wallet does not own count */
  readonly payees: readonly (Pick<Output, 'address'> | undefined)[]
}

const ends = (address: string) => `${address.slice(0, HEAD_LENGTH)}…${address.slice(-TAIL_LENGTH)}`

/**
 * Returns the function that says of each payee whether the wallet has paid its address before, by other transactions, and
 * which known address it could be mistaken for. Labels and contacts do not count: a page can change them.
 */
export function createFamiliarity({ wallet, ccEnabled }: FamiliarityDeps) {
  return async ({ txid, payees }: Payment, pause: () => Promise<void>): Promise<readonly Familiarity[]> => {
    const isPayee = payees.some((payee) => payee?.address != null)
    if (!wallet || !isPayee) return payees.map(() => ({}))
    const paid = await listPaidAddresses(wallet, { ccEnabled, except: txid }, pause)
    const isNew = payees.some((payee) => payee?.address != null && !paid.has(payee.address))
    const known = isNew ? await indexByEnds(wallet, paid, pause) : new Map<string, string>()
    return payees.map((payee): Familiarity => {
      if (payee?.address == null) return {}
      if (paid.has(payee.address)) return { paidbefore: true }
      const resembled = known.get(ends(payee.address))
      return { paidbefore: false, ...(resembled !== undefined && { resembles: resembled }) }
    })
  }
}

async function listPaidAddresses(
  { ledger }: Pick<Wallet, 'ledger'>,
  { ccEnabled, except }: { readonly ccEnabled: boolean; readonly except: Uint8Array },
  pause: () => Promise<void>,
): Promise<ReadonlySet<string>> {
  const paid = new Set<string>()
  for (const [index, { tx, txid }] of ledger.transactions().entries()) {
    if (index % ITEMS_PER_SLICE === ITEMS_PER_SLICE - 1) await pause()
    if (equal(txid, except) || ledger.debit(tx) === 0n) continue
    for (const output of tx.vout) {
      const address = ledger.isMine(output) ? undefined : addressOf(output.scriptPubKey, { cc: ccEnabled })
      if (address !== undefined) paid.add(address)
    }
  }
  return paid
}

async function indexByEnds(
  { keys }: Pick<Wallet, 'keys'>,
  paid: ReadonlySet<string>,
  pause: () => Promise<void>,
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>()
  for (const [index, { hash }] of keys.used().entries()) {
    if (index % ITEMS_PER_SLICE === ITEMS_PER_SLICE - 1) await pause()
    const address = encodeAddress({ type: 1, hash })
    known.set(ends(address), address)
  }
  for (const address of paid) known.set(ends(address), address)
  return known
}
