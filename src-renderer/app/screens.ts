import {
  Ban,
  Blocks,
  BookUser,
  Boxes,
  Coins,
  Droplets,
  LayoutDashboard,
  type LucideIcon,
  Pickaxe,
  Settings,
  SquareTerminal,
  Users,
  Wallet,
} from 'lucide-react'

export interface Screen {
  readonly path:
    | '/'
    | '/wallet'
    | '/explorer'
    | '/mining'
    | '/tokens'
    | '/faucet'
    | '/addresses'
    | '/peers'
    | '/bans'
    | '/console'
    | '/chains'
    | '/settings'
  readonly label: string
  readonly icon: LucideIcon
  /** pressed after g */
  readonly key: string
  /** main: shows something of one chain */
  readonly place: 'main' | 'foot'
  /** what else people call it, for the command palette */
  readonly words: string
}

/** The one list of screens: sidebar, command palette and shortcuts read it. */
export const screens: readonly Screen[] = [
  { path: '/', label: 'Overview', icon: LayoutDashboard, key: 'o', place: 'main', words: 'home blocks balance mining' },
  {
    path: '/wallet',
    label: 'Wallet',
    icon: Wallet,
    key: 'w',
    place: 'main',
    words: 'balance send pay receive address history coins keys recovery phrase passphrase backup',
  },
  {
    path: '/mining',
    label: 'Mining',
    icon: Pickaxe,
    key: 'm',
    place: 'main',
    words: 'miner blocks cores hashrate',
  },
  {
    path: '/explorer',
    label: 'Explorer',
    icon: Blocks,
    key: 'e',
    place: 'main',
    words: 'blocks transactions river mempool supply chart',
  },
  { path: '/tokens', label: 'Tokens', icon: Coins, key: 't', place: 'main', words: 'nft mint holders' },
  { path: '/faucet', label: 'Faucet', icon: Droplets, key: 'f', place: 'main', words: 'claim fund coins free' },
  {
    path: '/addresses',
    label: 'Addresses',
    icon: BookUser,
    key: 'a',
    place: 'main',
    words: 'balance lookup watch list holders snapshot richlist history qr proof',
  },
  {
    path: '/peers',
    label: 'Peers',
    icon: Users,
    key: 'p',
    place: 'main',
    words: 'network connections nodes traffic ping disconnect sync state',
  },
  { path: '/bans', label: 'Bans', icon: Ban, key: 'b', place: 'main', words: 'banned block subnet unban' },
  { path: '/console', label: 'Console', icon: SquareTerminal, key: 'c', place: 'main', words: 'rpc call command' },
  {
    path: '/chains',
    label: 'Chains',
    icon: Boxes,
    key: 'h',
    place: 'foot',
    words: 'switch create join sandbox share delete folders',
  },
  { path: '/settings', label: 'Settings', icon: Settings, key: 's', place: 'foot', words: 'theme preferences' },
]
