import {
  ArrowRightLeft,
  Ban,
  Blocks,
  BookUser,
  Boxes,
  Coins,
  Droplets,
  Hourglass,
  LayoutDashboard,
  type LucideIcon,
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

export interface Screen {
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
    | '/peers'
    | '/bans'
    | '/console'
    | '/chains'
    | '/settings'
  /** its label is in the catalogue: `frame:screen.<name>` */
  readonly name: keyof typeof frame.screen
  readonly icon: LucideIcon
  /** pressed after g */
  readonly key: string
  /** main: shows something of one chain */
  readonly place: 'main' | 'foot'
  /** what else people call it, for the command palette */
  readonly words: string
}

/** What a screen is called in the language that is shown. */
export const screenLabel = ({ name }: Pick<Screen, 'name'>): string => t(`frame:screen.${name}`)

/** The one list of screens: sidebar, command palette and shortcuts read it. */
export const screens: readonly Screen[] = [
  { path: '/', name: 'overview', icon: LayoutDashboard, key: 'o', place: 'main', words: 'home blocks balance mining' },
  {
    path: '/wallet',
    name: 'wallet',
    icon: Wallet,
    key: 'w',
    place: 'main',
    words: 'balance send pay receive address history coins keys recovery phrase passphrase backup',
  },
  {
    path: '/mining',
    name: 'mining',
    icon: Pickaxe,
    key: 'm',
    place: 'main',
    words: 'miner blocks cores hashrate',
  },
  {
    path: '/explorer',
    name: 'explorer',
    icon: Blocks,
    key: 'e',
    place: 'main',
    words: 'blocks transactions river mempool supply chart',
  },
  { path: '/tokens', name: 'tokens', icon: Coins, key: 't', place: 'main', words: 'nft mint holders' },
  {
    path: '/market',
    name: 'market',
    icon: Scale,
    key: 'k',
    place: 'main',
    words: 'buy sell trade exchange orders bids asks offers price order book candles',
  },
  { path: '/faucet', name: 'faucet', icon: Droplets, key: 'f', place: 'main', words: 'claim fund coins free' },
  {
    path: '/inheritance',
    name: 'inheritance',
    icon: Hourglass,
    key: 'i',
    place: 'main',
    words: 'heir will testament legacy fallback claim inactivity',
  },
  {
    path: '/channels',
    name: 'channels',
    icon: ArrowRightLeft,
    key: 'l',
    place: 'main',
    words: 'payment channel pay instant small payments contact close refund',
  },
  {
    path: '/rewards',
    name: 'rewards',
    icon: PiggyBank,
    key: 'r',
    place: 'main',
    words: 'lock unlock save savings interest plan pool earn grow',
  },
  {
    path: '/addresses',
    name: 'addresses',
    icon: BookUser,
    key: 'a',
    place: 'main',
    words: 'balance lookup watch list holders snapshot richlist history qr proof',
  },
  {
    path: '/peers',
    name: 'peers',
    icon: Users,
    key: 'p',
    place: 'main',
    words: 'network connections nodes traffic ping disconnect sync state',
  },
  { path: '/bans', name: 'bans', icon: Ban, key: 'b', place: 'main', words: 'banned block subnet unban' },
  { path: '/console', name: 'console', icon: SquareTerminal, key: 'c', place: 'main', words: 'rpc call command' },
  {
    path: '/chains',
    name: 'chains',
    icon: Boxes,
    key: 'h',
    place: 'foot',
    words: 'switch create join sandbox share delete folders',
  },
  { path: '/settings', name: 'settings', icon: Settings, key: 's', place: 'foot', words: 'theme preferences' },
]
