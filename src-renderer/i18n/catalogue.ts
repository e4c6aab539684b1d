import type { Language } from '#shared/languages.ts'

/** Types derived from the English texts: a missing key in another language is a compile error. */
interface English {
  ui: typeof import('./en/ui.json')
  frame: typeof import('./en/frame.json')
  parts: typeof import('./en/parts.json')
  palette: typeof import('./en/palette.json')
  shortcuts: typeof import('./en/shortcuts.json')
  settings: typeof import('./en/settings.json')
  backup: typeof import('./en/backup.json')
  console: typeof import('./en/console.json')
  mining: typeof import('./en/mining.json')
  wallet: typeof import('./en/wallet.json')
  tasks: typeof import('./en/tasks.json')
  home: typeof import('./en/home.json')
  faucet: typeof import('./en/faucet.json')
  channels: typeof import('./en/channels.json')
  rewards: typeof import('./en/rewards.json')
  chains: typeof import('./en/chains.json')
  tokens: typeof import('./en/tokens.json')
  network: typeof import('./en/network.json')
  addresses: typeof import('./en/addresses.json')
  explorer: typeof import('./en/explorer.json')
  market: typeof import('./en/market.json')
  nft: typeof import('./en/nft.json')
  start: typeof import('./en/start.json')
  people: typeof import('./en/people.json')
  trade: typeof import('./en/trade.json')
  heir: typeof import('./en/heir.json')
  moveIn: typeof import('./en/moveIn.json')
  /** Sentences of the node; their English texts are shared with it. */
  node: typeof import('#shared/sentences/en.json')
}

/** Part of the catalogue that is loaded as one unit. */
export type Namespace = keyof English

/** Suffix of plural keys in the files, such as `blocks_one`. The key to request is `blocks`. */
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

type PathOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? Key extends `${infer Counted}_${PluralForm}`
      ? Counted
      : Key
    : `${Key}.${PathOf<Texts[Key]>}`
}[keyof Texts & string]

/**
 * Key of the catalogue, such as "chains:create.title". It is a flat union, because the key types of i18next take the
 * compiler four times as long as the rest of the renderer.
 */
export type TextKey = { [Name in Namespace]: `${Name}:${PathOf<English[Name]>}` }[Namespace]

type Load<Name extends Namespace> = () => Promise<{ readonly default: English[Name] }>

/** Loaders for the texts of each language. Each file is loaded when a page first needs it. */
export const catalogue: Readonly<Record<Language, { readonly [Name in Namespace]: Load<Name> }>> = {
  en: {
    ui: () => import('./en/ui.json'),
    frame: () => import('./en/frame.json'),
    parts: () => import('./en/parts.json'),
    palette: () => import('./en/palette.json'),
    shortcuts: () => import('./en/shortcuts.json'),
    settings: () => import('./en/settings.json'),
    backup: () => import('./en/backup.json'),
    console: () => import('./en/console.json'),
    mining: () => import('./en/mining.json'),
    wallet: () => import('./en/wallet.json'),
    tasks: () => import('./en/tasks.json'),
    home: () => import('./en/home.json'),
    faucet: () => import('./en/faucet.json'),
    channels: () => import('./en/channels.json'),
    rewards: () => import('./en/rewards.json'),
    chains: () => import('./en/chains.json'),
    tokens: () => import('./en/tokens.json'),
    network: () => import('./en/network.json'),
    addresses: () => import('./en/addresses.json'),
    explorer: () => import('./en/explorer.json'),
    market: () => import('./en/market.json'),
    nft: () => import('./en/nft.json'),
    start: () => import('./en/start.json'),
    people: () => import('./en/people.json'),
    trade: () => import('./en/trade.json'),
    heir: () => import('./en/heir.json'),
    moveIn: () => import('./en/moveIn.json'),
    node: () => import('#shared/sentences/en.json'),
  },
  de: {
    ui: () => import('./de/ui.json'),
    frame: () => import('./de/frame.json'),
    parts: () => import('./de/parts.json'),
    palette: () => import('./de/palette.json'),
    shortcuts: () => import('./de/shortcuts.json'),
    settings: () => import('./de/settings.json'),
    backup: () => import('./de/backup.json'),
    console: () => import('./de/console.json'),
    mining: () => import('./de/mining.json'),
    wallet: () => import('./de/wallet.json'),
    tasks: () => import('./de/tasks.json'),
    home: () => import('./de/home.json'),
    faucet: () => import('./de/faucet.json'),
    channels: () => import('./de/channels.json'),
    rewards: () => import('./de/rewards.json'),
    chains: () => import('./de/chains.json'),
    tokens: () => import('./de/tokens.json'),
    network: () => import('./de/network.json'),
    addresses: () => import('./de/addresses.json'),
    explorer: () => import('./de/explorer.json'),
    market: () => import('./de/market.json'),
    nft: () => import('./de/nft.json'),
    start: () => import('./de/start.json'),
    people: () => import('./de/people.json'),
    trade: () => import('./de/trade.json'),
    heir: () => import('./de/heir.json'),
    moveIn: () => import('./de/moveIn.json'),
    node: () => import('#shared/sentences/de.json'),
  },
  es: {
    ui: () => import('./es/ui.json'),
    frame: () => import('./es/frame.json'),
    parts: () => import('./es/parts.json'),
    palette: () => import('./es/palette.json'),
    shortcuts: () => import('./es/shortcuts.json'),
    settings: () => import('./es/settings.json'),
    backup: () => import('./es/backup.json'),
    console: () => import('./es/console.json'),
    mining: () => import('./es/mining.json'),
    wallet: () => import('./es/wallet.json'),
    tasks: () => import('./es/tasks.json'),
    home: () => import('./es/home.json'),
    faucet: () => import('./es/faucet.json'),
    channels: () => import('./es/channels.json'),
    rewards: () => import('./es/rewards.json'),
    chains: () => import('./es/chains.json'),
    tokens: () => import('./es/tokens.json'),
    network: () => import('./es/network.json'),
    addresses: () => import('./es/addresses.json'),
    explorer: () => import('./es/explorer.json'),
    market: () => import('./es/market.json'),
    nft: () => import('./es/nft.json'),
    start: () => import('./es/start.json'),
    people: () => import('./es/people.json'),
    trade: () => import('./es/trade.json'),
    heir: () => import('./es/heir.json'),
    moveIn: () => import('./es/moveIn.json'),
    node: () => import('#shared/sentences/es.json'),
  },
}
