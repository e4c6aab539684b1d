import type { MethodResult } from '#shared/rpc/index.ts'
import { groupDigits, plainAmount, plural } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visibleText.ts'

export type TokenKey = MethodResult<'listtokenkeys'>[number]

/** Tokens that one line names. */
const MOST_NAMED = 3

const tokensOf = ({ tokens, tokencount }: TokenKey): string => {
  const named = tokens.slice(0, MOST_NAMED).map(({ name, units }) => `${groupDigits(units)} ${visibleString(name, 24)}`)
  const more = tokencount - named.length
  return [...named, ...(more > 0 ? [plural(more, 'more token', 'more tokens')] : [])].join(', ')
}

/** What a key owns, in one line. */
export function ownedBy(key: TokenKey, coin: string): string {
  const parts = [
    ...(key.coins > 0n ? [`${plainAmount(key.coins)} ${coin}`] : []),
    ...(key.tokencount > 0 ? [tokensOf(key)] : []),
  ]
  return parts.length === 0 ? 'Nothing yet' : parts.join(' · ')
}

/** What no page shows any more when another key becomes the token key; undefined: nothing. */
export function outOfSight(present: TokenKey | undefined): string | undefined {
  if (!present || present.tokencount === 0) return undefined
  return `${tokensOf(present)} will be out of sight: tokens stay with the key that has them, and show again when you change back. Nothing is lost, and your coins stay in your balance.`
}

/** What to know of a key before it is chosen; undefined: nothing. */
export function riskOf(key: TokenKey, phrase: boolean): string | undefined {
  if (!key.mine) return 'This wallet does not have its private key: what goes to it cannot be spent here.'
  if (phrase && !key.restored) return 'Your recovery phrase does not bring this key back: only a backup does.'
  return undefined
}
