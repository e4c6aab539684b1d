/** URL search of the settings. Untrusted input, therefore validated. */
export const SECTIONS = [
  'general',
  'notifications',
  'contracts',
  'developer',
  'connections',
  'data',
  'rpc',
  'log',
  'shortcuts',
  'about',
] as const
export type SettingsSection = (typeof SECTIONS)[number]

export interface SettingsSearch {
  readonly section?: Exclude<SettingsSection, 'general'>
}

export function readSettingsSearch({ section }: Record<string, unknown>): SettingsSearch {
  const known = SECTIONS.find((candidate) => candidate === section)
  return known === undefined || known === 'general' ? {} : { section: known }
}
