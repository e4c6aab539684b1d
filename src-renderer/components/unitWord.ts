import { t } from '../i18n/texts.ts'

const UNITS = ['blocks', 'bytes', 'outputs', 'addresses', 'rows', 'keys', 'characters'] as const

/** Returns a progress unit of the node in the current language; an unknown unit is returned unchanged. */
export function formatUnit(unit: string): string {
  const known = UNITS.find((one) => one === unit)
  return known === undefined ? unit : t(`parts:unit.${known}`)
}
