/**
 * Addresses that the wallet knows: its own, and those it has paid. Detects payees that are new or resemble a known
 * address.
 */
import type { Explanation } from '#shared/rpc/index.ts'
import { encodeAddress, findScriptAddress } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import type { Wallet } from '../../wallet/index.ts'

/** Wallet transactions or keys between two yields to the event loop. */
const ITEMS_PER_SLICE = 200
/**
 * Characters at both ends of an address by which users may confuse two addresses. The first character is the same for
 * all. The other six agree by chance for one pair in 38 thousand million.
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
  /** Payees by output index, undefined for outputs that are not payments to foreign addresses. */
  readonly payees: readonly (Pick<Output, 'address'> | undefined)[]
}

const ends = (address: string) => `${address.slice(0, HEAD_LENGTH)}…${address.slice(-TAIL_LENGTH)}`

/**
 * Returns a function that determines for each payee whether an earlier transaction of the wallet paid its address, and
 * which known address it resembles. Labels and contacts are ignored because a page can change them.
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
      const address = ledger.isMine(output) ? undefined : findScriptAddress(output.scriptPubKey, { cc: ccEnabled })
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
