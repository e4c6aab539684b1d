import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { groupDigits, plainAmount } from '../../ui/format.ts'
import { visibleString } from '../../ui/visibleText.ts'

export type TokenKey = MethodResult<'listtokenkeys'>[number]

const MAX_NAMED_TOKENS = 3

const formatTokenList = ({ tokens, tokencount }: TokenKey): string => {
  const named = tokens
    .slice(0, MAX_NAMED_TOKENS)
    .map(({ name, units }) => `${groupDigits(units)} ${visibleString(name, 24)}`)
  const more = tokencount - named.length
  return [...named, ...(more > 0 ? [t('parts:tokenKey.more', { count: more })] : [])].join(', ')
}

/** Returns the coins and tokens of a key, in one line. */
export function ownedBy(key: TokenKey, coin: string): string {
  const parts = [
    ...(key.coins > 0n ? [`${plainAmount(key.coins)} ${coin}`] : []),
    ...(key.tokencount > 0 ? [formatTokenList(key)] : []),
  ]
  return parts.length === 0 ? t('parts:tokenKey.nothing') : parts.join(' · ')
}

/**
 * Returns a warning about the tokens that no page shows after another key becomes the token key, or undefined if the
 * key has no tokens.
 */
export function outOfSight(present: TokenKey | undefined): string | undefined {
  if (!present || present.tokencount === 0) return undefined
  return t('parts:tokenKey.outOfSight', { tokens: formatTokenList(present) })
}

/** Returns the risk of choosing a key, or undefined if no risk is known. */
export function assessRisk(key: TokenKey, phrase: boolean): string | undefined {
  if (!key.mine) return t('parts:tokenKey.foreign')
  if (phrase && !key.restored) return t('parts:tokenKey.notRestored')
  return undefined
}
