import type { MethodResult } from '#shared/rpc/index.ts'
import { plainAmount } from '../ui/format.ts'

type Summary = Pick<MethodResult<'getwalletsummary'>, 'confirmed' | 'pending' | 'immature' | 'tokens' | 'tokenkey'>

/** How the one balance is spread, in a line; empty: there is nothing, or nothing to tell. */
export function spreadWords({ confirmed, pending, immature, tokens, tokenkey }: Summary): string {
  const elsewhere = confirmed - tokenkey
  const parts = [
    [tokenkey, 'on your token key'],
    [elsewhere, tokenkey > 0n ? 'on other addresses' : 'on your addresses'],
    [pending, 'pending'],
    [immature, 'maturing'],
    [tokens, 'locked in tokens'],
  ] as const
  const held = parts.filter(([amount]) => amount > 0n)
  const [only] = held
  if (!only) return ''
  if (held.length === 1) return `All ${only[1]}`
  return held.map(([amount, words]) => `${plainAmount(amount)} ${words}`).join(' · ')
}
