import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import type { AddressIndexView, IndexedAddress } from '../../core/index.ts'
import { ccScript, indexedAddress } from '../../script/index.ts'
import type { ScanOptions, Wallet } from '../index.ts'

interface ConsentContext {
  readonly wallet: Wallet
  readonly addressIndex: AddressIndexView | undefined
}

/**
 * Shows accounts that hold tokens but never held coins, which a search by coins misses. Returns true if it showed any.
 */
function showTokenHolders({ wallet: { keyring }, addressIndex }: ConsentContext): boolean {
  const { accounts } = keyring
  const before = accounts.list().length
  for (let next = accounts.prepared(); next; next = accounts.prepared()) {
    const address = indexedAddress(ccScript(ccOne(EVAL_CODES.tokens, next.pubkey))) as IndexedAddress
    if (!addressIndex || addressIndex.balance(address).received === 0n) break
    accounts.notice(next.account)
  }
  return accounts.list().length > before
}

/** Searches all connected blocks. Returns false if it was aborted and is still due. */
export async function searchPhrase(context: ConsentContext, options: ScanOptions): Promise<boolean> {
  const { search } = context.wallet
  for (;;) {
    if (!(await search.resume(options))) return false
    if (!showTokenHolders(context)) return true
    search.repeat()
  }
}

/** Call when the chain is synced: runs the search again if it is due, and closes it. */
export async function concludeSearch(context: ConsentContext, options: ScanOptions): Promise<void> {
  const { search } = context.wallet
  if (search.isOpen() && (await searchPhrase(context, options)) && !search.isDue()) search.close()
}
