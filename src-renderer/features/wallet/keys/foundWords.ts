import type { MethodResult } from '#shared/rpc/index.ts'
import { groupDigits, plural } from '../../../ui/format.ts'

/** Result of the scan for a phrase's coins, and how far it reached. */
export function foundWords({
  found,
  accounts,
  height,
}: Pick<MethodResult<'setphrase'>, 'found' | 'accounts' | 'height'>): string {
  const where = height === null ? 'in the blocks that were looked through' : `up to block ${groupDigits(height)}`
  if (found === 0) return `The phrase is in use. None of its addresses was paid ${where}.`
  const addresses = plural(found, 'address', 'addresses')
  return `The phrase is in use: ${addresses} of ${plural(accounts.length, 'account')} had payments ${where}.`
}
