/** Static search candidates: pages, settings, methods. */
import { Languages, Palette, SlidersHorizontal, SquareTerminal } from 'lucide-react'
import type { Method } from '#shared/rpc/define.ts'
import { type PageName, pageLabel, pages } from '../../components/places.ts'
import type { Go, SearchCandidate } from '../../components/search/candidate.ts'
import type palette from '../../i18n/en/palette.json'
import { t } from '../../i18n/texts.ts'

/**
 * Returns the pages as search candidates.
 * @param chain false if no chain is selected: only pages that need no chain are returned
 */
export function pageCandidates(go: Go, chain = true): SearchCandidate[] {
  return pages
    .filter(({ always }) => chain || always)
    .map(({ path, search, name, icon, key, words }) => ({
      ...{ id: `page ${name}`, group: 'Screens', title: pageLabel({ name }), also: words.replaceAll(' ', ', '), icon },
      ...{ ...(key && { aside: `g ${key}` }), run: go({ path, ...(search && { search }) }) },
    }))
}

interface Setting {
  readonly name: keyof typeof palette.setting
  /** Page that contains the setting. */
  readonly where: PageName
  readonly path: string
  readonly search?: Readonly<Record<string, string>>
}

const SETTINGS: readonly Setting[] = [
  ...(['theme', 'language', 'dates', 'tray'] as const).map(
    (name): Setting => ({ name, where: 'settings', path: '/settings' }),
  ),
  ...(
    [
      ['notifications', 'notifications'],
      ['listen', 'connections'],
      ['proxy', 'connections'],
      ['indexes', 'data'],
      ['automine', 'data'],
      ['rpc', 'rpc'],
      ['log', 'log'],
      ['shortcuts', 'shortcuts'],
      ['about', 'about'],
    ] as const
  ).map(([name, section]): Setting => ({ name, where: 'settings', path: '/settings', search: { section } })),
  { name: 'cores', where: 'mining', path: '/mining' },
  ...(['passphrase', 'phrase', 'backup', 'tokenKey'] as const).map(
    (name): Setting => ({ name, where: 'wallet', path: '/wallet', search: { tab: 'keys' } }),
  ),
  { name: 'addedNodes', where: 'network', path: '/peers', search: { show: 'added' } },
  { name: 'bans', where: 'bans', path: '/bans' },
  { name: 'dataFolder', where: 'chains', path: '/chains' },
]

export function settingCandidates(go: Go): SearchCandidate[] {
  return SETTINGS.map(({ name, where, path, search }) => ({
    ...{ id: `setting ${name}`, group: 'Settings', aside: pageLabel({ name: where }) },
    ...{ title: t(`palette:setting.${name}.title`), also: t(`palette:setting.${name}.also`) },
    icon: name === 'theme' ? Palette : name === 'language' ? Languages : SlidersHorizontal,
    run: go({ path, ...(search && { search }) }),
  }))
}

export function methodCandidates(methods: readonly Pick<Method, 'name' | 'summary'>[], go: Go): SearchCandidate[] {
  return methods.map(({ name, summary }) => ({
    ...{ id: `method ${name}`, group: 'Methods', title: name, within: summary, aside: summary, mono: true },
    icon: SquareTerminal,
    run: go({ path: '/console', search: { line: name } }),
  }))
}
