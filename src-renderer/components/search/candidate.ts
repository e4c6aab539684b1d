import type { LucideIcon } from 'lucide-react'
import { t } from '../../i18n/texts.ts'

/** Groups of results, in the order used for an empty query and for equal scores. */
export const GROUPS = [
  'Exact',
  'Actions',
  'Screens',
  'Tokens',
  'Addresses',
  'Peers',
  'Chains',
  'Settings',
  'Window',
  'Methods',
] as const
export type Group = (typeof GROUPS)[number]

const KEYS = {
  Exact: 'exact',
  Actions: 'actions',
  Screens: 'screens',
  Tokens: 'tokens',
  Addresses: 'addresses',
  Peers: 'peers',
  Chains: 'chains',
  Settings: 'settings',
  Window: 'window',
  Methods: 'methods',
} as const satisfies Readonly<Record<Group, string>>

export const groupLabel = (group: Group): string => t(`palette:group.${KEYS[group]}`)

/** Groups short enough to be listed for an empty query. */
export const GROUPS_LISTED_INITIALLY: ReadonlySet<Group> = new Set(['Actions', 'Screens', 'Chains', 'Window'])

/** Search candidate, shown as a result if it matches. */
export interface SearchCandidate {
  /** Must not change between node answers, so that the selected result stays selected. */
  readonly id: string
  readonly group: Group
  /** Name; already sanitized if it is untrusted. */
  readonly title: string
  /** Synonyms: words or phrases, separated by commas. */
  readonly also?: string
  /** Text that matches only as a substring, such as an id or a description. */
  readonly within?: string
  readonly icon: LucideIcon
  /** Id of the token or chain whose picture replaces the icon. */
  readonly picture?: string
  readonly aside?: string
  /** Set if the title is an id or an address. */
  readonly mono?: true
  run(): void
}

/** Returns the function that opens a router path with its search. */
export type Go = (to: {
  readonly path: string
  readonly search?: Readonly<Record<string, string | number>>
}) => () => void
