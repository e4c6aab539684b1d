import { t } from '../i18n/texts.ts'

const UNITS = ['blocks', 'bytes', 'outputs', 'addresses', 'rows', 'keys', 'characters'] as const

/** What the node counts in its progress, in the language that is shown. A unit that is not known stays as the node says it. */
export function unitWord(unit: string): string {
  const known = UNITS.find((one) => one === unit)
  return known === undefined ? unit : t(`parts:unit.${known}`)
}
