import { t } from '../../../i18n/texts.ts'

const UNITS = ['blocks', 'keys', 'characters'] as const

/** What a long call of the wallet counts, in the language that is shown. A unit that is not known stays as the node says it. */
export function unitWord(unit: string): string {
  const known = UNITS.find((one) => one === unit)
  return known === undefined ? unit : t(`wallet:unit.${known}`)
}
