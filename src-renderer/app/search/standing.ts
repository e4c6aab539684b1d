/** What the search always knows: screens, settings, methods. */
import { Palette, SlidersHorizontal, SquareTerminal } from 'lucide-react'
import type { Method } from '#shared/rpc/define.ts'
import { screenLabel, screens } from '../screens.ts'
import type { Go, SearchCandidate } from './candidate.ts'

/** @param chain false: no chain is selected, so that only the screens about chains are there */
export function screenCandidates(go: Go, chain = true): SearchCandidate[] {
  return screens
    .filter(({ place }) => chain || place === 'foot')
    .map(({ path, name, icon, key, words }) => ({
      ...{
        id: `screen ${path}`,
        group: 'Screens',
        title: screenLabel({ name }),
        also: words.replaceAll(' ', ', '),
        icon,
      },
      ...{ aside: `g ${key}`, run: go({ path }) },
    }))
}

interface Setting {
  readonly title: string
  readonly also: string
  readonly where: string
  readonly path: string
  readonly search?: Readonly<Record<string, string>>
}

const SETTINGS: readonly Setting[] = [
  { title: 'Theme', also: 'dark mode, light mode, appearance, colours', where: 'Settings', path: '/settings' },
  { title: 'Automatic mining', also: 'automine, mine by itself', where: 'Settings', path: '/settings' },
  { title: 'Keyboard shortcuts', also: 'hotkeys, keys', where: 'Settings', path: '/settings' },
  { title: 'Mining cores', also: 'threads, genproclimit, cpu', where: 'Mining', path: '/mining' },
  ...[
    { title: 'Passphrase', also: 'encrypt wallet, password, lock' },
    { title: 'Recovery phrase', also: 'seed, mnemonic, words' },
    { title: 'Backup', also: 'restore, export wallet, save' },
    { title: 'Token key', also: 'public key, identity, pubkey, acts for key' },
  ].map((setting) => ({ ...setting, where: 'Wallet', path: '/wallet', search: { tab: 'keys' } })),
  { title: 'Added nodes', also: 'addnode, connect to', where: 'Peers', path: '/peers', search: { show: 'added' } },
  { title: 'Bans', also: 'banned addresses, block list, unban', where: 'Bans', path: '/bans' },
  { title: 'Data folder', also: 'datadir, data directory, disk', where: 'Chains', path: '/chains' },
]

export function settingCandidates(go: Go): SearchCandidate[] {
  return SETTINGS.map(({ title, also, where, path, search }) => ({
    ...{ id: `setting ${title}`, group: 'Settings', title, also, aside: where },
    icon: title === 'Theme' ? Palette : SlidersHorizontal,
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
