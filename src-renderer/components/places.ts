import {
  ArrowRightLeft,
  Ban,
  Blocks,
  BookUser,
  Boxes,
  ChartPie,
  Coins,
  Droplets,
  Hourglass,
  House,
  Layers,
  type LucideIcon,
  MessageSquare,
  Network,
  Pickaxe,
  PiggyBank,
  Scale,
  Settings,
  SquareTerminal,
  Users,
  Wallet,
} from 'lucide-react'
import type frame from '../i18n/en/frame.json'
import { t } from '../i18n/texts.ts'

export type PageName = keyof typeof frame.page

export interface WindowPage {
  readonly path:
    | '/'
    | '/wallet'
    | '/explorer'
    | '/mining'
    | '/tokens'
    | '/market'
    | '/faucet'
    | '/inheritance'
    | '/channels'
    | '/rewards'
    | '/addresses'
    | '/addresses/snapshot'
    | '/peers'
    | '/bans'
    | '/console'
    | '/chains'
    | '/settings'
  readonly search?: Readonly<Record<string, string>>
  /** Its label is in the catalogue as `frame:page.<name>`. */
  readonly name: PageName
  readonly icon: LucideIcon
  /** Key pressed after g. */
  readonly key?: string
  /** Set if the page needs no chain. */
  readonly always?: true
  /** Other names, found by the command palette. */
  readonly words: string
}

export interface SidebarPlace extends WindowPage {
  /** Pages shown as tabs on each other. */
  readonly tabs?: readonly WindowPage[]
  /** Other pages, and path prefixes, for which the entry is marked as current. */
  readonly pages?: readonly WindowPage[]
  readonly prefixes?: readonly string[]
}

export const pageLabel = ({ name }: Pick<WindowPage, 'name'>): string => t(`frame:page.${name}`)

export const mine: WindowPage = {
  ...{ path: '/tokens', search: { show: 'mine' }, name: 'mine', icon: Coins },
  words: 'own tokens balance units',
}
const all: WindowPage = { path: '/tokens', name: 'all', icon: Coins, words: 'nft mint holders' }
const market: WindowPage = {
  ...{ path: '/market', name: 'market', icon: Scale, key: 'k' },
  words: 'buy sell trade exchange orders bids asks offers price order book candles',
}
const lookUp: WindowPage = { path: '/addresses', name: 'lookUp', icon: BookUser, words: 'watch list' }
const distribution: WindowPage = {
  ...{ path: '/addresses/snapshot', name: 'distribution', icon: ChartPie },
  words: 'snapshot richlist holders of coins',
}
const peers: WindowPage = { path: '/peers', name: 'peers', icon: Users, words: 'connections nodes' }
const bans: WindowPage = { path: '/bans', name: 'bans', icon: Ban, key: 'b', words: 'banned block subnet unban' }
const wallet: WindowPage = {
  ...{ path: '/wallet', name: 'wallet', icon: Wallet, key: 'w' },
  words: 'balance send pay receive address history coins keys recovery phrase passphrase backup',
}
const messages: WindowPage = {
  ...{ path: '/wallet', search: { tab: 'messages' }, name: 'messages', icon: MessageSquare },
  words: 'sign verify proof signature',
}
const mining: WindowPage = {
  ...{ path: '/mining', name: 'mining', icon: Pickaxe, key: 'm' },
  words: 'miner blocks cores hashrate',
}
const console: WindowPage = {
  path: '/console',
  name: 'console',
  icon: SquareTerminal,
  key: 'c',
  words: 'rpc call command',
}
const chains: WindowPage = {
  ...{ path: '/chains', name: 'chains', icon: Boxes, always: true },
  words: 'switch create join sandbox share delete folders',
}

export const places: readonly SidebarPlace[] = [
  {
    ...{ path: '/', name: 'home', icon: House, key: 'h', words: 'overview balance activity send receive' },
    pages: [wallet],
  },
  {
    ...{ path: '/tokens', name: 'tokens', icon: Coins, key: 't', words: 'nft mint holders' },
    ...{ tabs: [mine, all, market], prefixes: ['/tokens/', '/market/'] },
  },
  { path: '/faucet', name: 'faucet', icon: Droplets, key: 'f', words: 'claim fund coins free' },
  {
    ...{ path: '/addresses', name: 'addresses', icon: BookUser, key: 'a', tabs: [lookUp, distribution] },
    ...{ words: 'balance lookup watch list holders history qr proof', prefixes: ['/addresses/'] },
  },
  {
    ...{ path: '/peers', name: 'network', icon: Network, key: 'p', tabs: [peers, bans] },
    words: 'peers connections nodes traffic ping disconnect sync state',
  },
  {
    ...{ path: '/explorer', name: 'explorer', icon: Blocks, key: 'e', prefixes: ['/block/', '/tx/', '/find/'] },
    words: 'blocks transactions river mempool supply chart',
  },
]

export type SwitchedName = 'inheritance' | 'channels' | 'rewards'
export type MoreName = SwitchedName | 'staking'

/** Pages of contracts that only some chains use; *Settings → Contracts* switches them on. */
export const contracts: readonly (WindowPage & { readonly name: SwitchedName })[] = [
  {
    ...{ path: '/inheritance', name: 'inheritance', icon: Hourglass, key: 'i' },
    words: 'heir will testament legacy fallback claim inactivity',
  },
  {
    ...{ path: '/channels', name: 'channels', icon: ArrowRightLeft, key: 'l' },
    words: 'payment channel pay instant small payments contact close refund',
  },
  {
    ...{ path: '/rewards', name: 'rewards', icon: PiggyBank, key: 'r' },
    words: 'lock unlock save savings interest plan pool earn grow',
  },
]

const staking: WindowPage & { readonly name: 'staking' } = {
  ...{ path: '/mining', search: { half: 'stake' }, name: 'staking', icon: Layers },
  words: 'stake coins proof of stake',
}

/** Pages listed under *More* in the sidebar. */
export const more: readonly (WindowPage & { readonly name: MoreName })[] = [...contracts, staking]

export const settings: SidebarPlace = {
  ...{ path: '/settings', name: 'settings', icon: Settings, key: 's', always: true, words: 'theme preferences' },
  pages: [mining, console],
}

/** Every page that can be opened, each once. An entry with tabs opens its first tab. */
export const pages: readonly WindowPage[] = [
  ...places.flatMap((place) => [
    place,
    ...(place.tabs ?? []).filter(({ path, search }) => path !== place.path || search !== undefined),
    ...(place.pages ?? []),
  ]),
  ...more,
  messages,
  mining,
  console,
  chains,
  settings,
]

/** Returns true if a path, without its search, is a page of the sidebar entry. */
function isWithin(place: SidebarPlace, path: string): boolean {
  const { tabs = [], pages: others = [], prefixes = [] } = place
  return (
    [place, ...tabs, ...others].some((page) => page.path === path) || prefixes.some((prefix) => path.startsWith(prefix))
  )
}

/** Returns the tab for an address: the tab whose search matches, or else the one without a search. */
export function openTab(
  tabs: readonly WindowPage[],
  path: string,
  search: Readonly<Record<string, unknown>>,
): WindowPage | undefined {
  const here = tabs.filter((tab) => tab.path === path)
  const has = (tab: WindowPage) => Object.entries(tab.search ?? {}).every(([name, value]) => search[name] === value)
  return here.find((tab) => tab.search !== undefined && has(tab)) ?? here.find((tab) => tab.search === undefined)
}

/** Returns the sidebar entry that is current at an address, or `undefined` if no entry matches. */
export function currentEntry(path: string, search: Readonly<Record<string, unknown>>): WindowPage | undefined {
  return openTab(more, path, search) ?? [...places, settings].find((place) => isWithin(place, path))
}
