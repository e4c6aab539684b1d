import { DECLINED } from '#shared/errors.ts'
import { isHashShaped } from '#shared/protocol/shapes.ts'
import { nodeError } from '../i18n/nodeText.ts'
import { t } from '../i18n/texts.ts'

type Why = keyof typeof import('../i18n/en/parts.json')['refusal']['why']

/** Common reject reasons of the mempool. Matched for display only. */
const WORDS: readonly (readonly [RegExp, Why])[] = [
  [/inputs-spent|missing ?inputs/i, 'spent'],
  [/premature-spend-of-coinbase/i, 'immature'],
  [/dust/i, 'dust'],
  [/absurdly high fee/i, 'highFee'],
  [/min relay fee|insufficient fee|insufficient priority/i, 'lowFee'],
  [/mempool min fee|mempool full/i, 'full'],
  [/expir/i, 'expired'],
  [/non-final/i, 'locked'],
  [/cc|evaluation|token|script-verify/i, 'rule'],
]

/** Returns why a transaction was not sent: declined by the user, no longer kept by the app, or rejected by the node. */
export function describeUnsent(reason: string, hex: string): string {
  if (reason.startsWith(DECLINED)) return t('parts:refusal.declined')
  // The desktop app's handle of a sealed transaction is as long as a hash, which is too short for a transaction.
  if (isHashShaped(hex) && /decode/i.test(reason)) return t('parts:refusal.gone')
  const why = WORDS.find(([pattern]) => pattern.test(reason))?.[1]
  if (why) return t('parts:refusal.worded', { reason: t(`parts:refusal.why.${why}`) })
  return t('parts:refusal.raw', { reason: nodeError(reason) })
}
