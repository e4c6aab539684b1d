import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../../i18n/texts.ts'

/** Result of the scan for a phrase's coins, and how far it reached. */
export function foundWords({
  found,
  accounts,
  height,
}: Pick<MethodResult<'setphrase'>, 'found' | 'accounts' | 'height'>): string {
  if (found === 0)
    return height === null ? t('wallet:phrase.foundNoneScanned') : t('wallet:phrase.foundNone', { height })
  const where = {
    addresses: t('wallet:receive.count', { count: found }),
    accounts: t('wallet:phrase.accounts', { count: accounts.length }),
  }
  return height === null ? t('wallet:phrase.foundScanned', where) : t('wallet:phrase.found', { ...where, height })
}
