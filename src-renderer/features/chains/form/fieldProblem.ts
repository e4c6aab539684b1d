import { t } from '../../../i18n/texts.ts'
import { groupDigits } from '../../../ui/format.ts'

/** Messages of `describechain` about the value of an option, and the text for the field. Matched for display only. */
const WORDS: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [/^-ac_name: (?:letters, digits|not a part)/, () => t('chains:problem.nameCharacters')],
  [/not a part of what a chain is$/, () => t('chains:problem.characters')],
  [
    /is not within (\d+)\.\.(\d+)$/,
    ([, from = '', to = '']) => t('chains:problem.range', { from: groupDigits(from), to: groupDigits(to) }),
  ],
  [/66 hex digits are needed$/, () => t('chains:problem.pubkey')],
  [/^-ac_perc and -ac_founders_reward /, () => t('chains:problem.shareAndFixed')],
  [/ -ac_supply over 10 billion$/, () => t('chains:problem.shareOfSupply')],
  [/the first possible height is 1$/, () => t('chains:problem.height')],
]

/** Returns the text of a problem for its field, without the name of an option. */
export function fieldProblem(field: string, message: string): string {
  // The user types command-line options into this field, so their names stay.
  if (field === 'other') return message
  for (const [pattern, text] of WORDS) {
    const match = pattern.exec(message)
    if (match !== null) return text(match)
  }
  const rest = message.replace(/^-[a-z_]+: /, '')
  return `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`
}
