import { ccOne } from '../../../conditions/index.ts'
import type { AddressIndexView, IndexedAddress } from '../../../interfaces.ts'
import { EVAL_TOKENS } from '../../../modules/index.ts'
import { ccScript, indexedAddress } from '../../../script/index.ts'
import type { ScanOptions, Wallet } from '../../../wallet/index.ts'

interface Ground {
  readonly wallet: Wallet
  readonly addressIndex: AddressIndexView | undefined
}

/** Accounts that were given tokens but never coins are not found by their coins. True: more of them are shown now. */
function showTokenHolders({ wallet: { keyring }, addressIndex }: Ground): boolean {
  const { accounts } = keyring
  const before = accounts.list().length
  for (let next = accounts.prepared(); next; next = accounts.prepared()) {
    const address = indexedAddress(ccScript(ccOne(EVAL_TOKENS, next.pubkey))) as IndexedAddress
    if (!addressIndex || addressIndex.balance(address).received === 0n) break
    accounts.notice(next.account)
  }
  return accounts.list().length > before
}

/** Finds everything in the blocks that there are; false: it was called off, and is due still. */
export async function searchPhrase(ground: Ground, options: ScanOptions): Promise<boolean> {
  const { search } = ground.wallet
  for (;;) {
    if (!(await search.resume(options))) return false
    if (!showTokenHolders(ground)) return true
    search.repeat()
  }
}

/** The chain has been fetched: what was passed by on the way is looked for once more, and with that the search is over. */
export async function concludeSearch(ground: Ground, options: ScanOptions): Promise<void> {
  const { search } = ground.wallet
  if (search.isOpen() && (await searchPhrase(ground, options)) && !search.isDue()) search.close()
}
