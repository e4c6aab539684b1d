import type { LucideIcon } from 'lucide-react'
import { t } from '../../i18n/texts.ts'

/** Groups of results, in the order in which they stand where nothing is typed or nothing else decides. */
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

/** What a group is called in the language that is shown. */
export const groupLabel = (group: Group): string => t(`palette:group.${KEYS[group]}`)

/** Groups that are short enough to be listed before anything is typed. */
export const LISTED_AT_ONCE: ReadonlySet<Group> = new Set(['Actions', 'Screens', 'Chains', 'Window'])

/** Something that the search can find. */
export interface SearchCandidate {
  /** the same from one answer to the next, so that the chosen one stays chosen */
  readonly id: string
  readonly group: Group
  /** what it is called: made visible already, where it comes from strangers */
  readonly title: string
  /** what else people call it, words or phrases with commas between */
  readonly also?: string
  /** texts that match only as they are: an id, a description */
  readonly within?: string
  readonly icon: LucideIcon
  /** id of the token or chain whose picture stands there instead of the icon */
  readonly picture?: string
  readonly aside?: string
  /** the title is an id or an address */
  readonly mono?: true
  run(): void
}

/** Where a candidate leads: a path of the router with its search. */
export type Go = (to: {
  readonly path: string
  readonly search?: Readonly<Record<string, string | number>>
}) => () => void
