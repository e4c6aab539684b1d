import {
  ArrowDownLeft,
  ArrowUpRight,
  Ban,
  Boxes,
  Droplets,
  HandCoins,
  Keyboard,
  KeyRound,
  Lock,
  LockOpen,
  Monitor,
  Moon,
  Network,
  PanelLeft,
  Pickaxe,
  Plus,
  Sun,
  TrendingUp,
  UserPlus,
} from 'lucide-react'
import type { ListedChain } from '#shared/chains/index.ts'
import { useChains } from '../../node/chains.ts'
import { useRpc, useRpcMutation } from '../../node/queries.ts'
import { describeError } from '../../parts/describeError.ts'
import { useMinerSwitch } from '../../parts/mining/useMinerSwitch.ts'
import { useUnlock } from '../../parts/unlock/unlock.ts'
import { useLock } from '../../parts/unlock/useLock.ts'
import { useShowChain } from '../../parts/useShowChain.ts'
import { plural } from '../../ui/format.ts'
import { toast } from '../../ui/toasts.ts'
import { visibleString } from '../../ui/visibleText.ts'
import { modifier } from '../modifier.ts'
import { useUi } from '../uiStore.ts'
import type { Go, SearchCandidate } from './candidate.ts'

const action = (
  title: string,
  also: string,
  rest: Pick<SearchCandidate, 'icon' | 'run'> & { readonly aside?: string },
) => ({ id: `action ${title}`, group: 'Actions', title, also, ...rest }) satisfies SearchCandidate

/** What can be done on the chain that is shown, wallet and mining apart. */
const chainActions = (go: Go): SearchCandidate[] => [
  action('Create a token', 'mint, new token, nft, issue', {
    ...{ icon: Plus, aside: 'n', run: go({ path: '/tokens/create' }) },
  }),
  action('Claim from the faucet', 'free coins, faucetget, get coins', {
    ...{ icon: HandCoins, run: go({ path: '/faucet' }) },
  }),
  action('Fund the faucet', 'deposit, pay in, give', {
    ...{ icon: Droplets, run: go({ path: '/faucet', search: { act: 'fund' } }) },
  }),
  action('Add a node', 'connect, peer, addnode', {
    ...{ icon: Network, run: go({ path: '/peers', search: { act: 'add' } }) },
  }),
  action('Ban an address', 'block a peer, setban', { icon: Ban, run: go({ path: '/bans' }) }),
]

/** What can be done with the wallet. */
export function useWalletActions(go: Go): SearchCandidate[] {
  const { data: status } = useRpc('getwalletstatus', {})
  const ask = useUnlock((state) => state.ask)
  const lock = useLock()
  const show = (tab: string) => go({ path: '/wallet', search: { tab } })
  return [
    action('Send coins', 'send, pay, transfer, withdraw, payment', { icon: ArrowUpRight, run: show('send') }),
    action('Receive coins', 'receive, deposit, new address, qr, qr code, get paid', {
      ...{ icon: ArrowDownLeft, run: show('receive') },
    }),
    ...chainActions(go),
    action('Keys, backup and recovery phrase', 'restore, encrypt, seed, private key, export', {
      ...{ icon: KeyRound, run: show('keys') },
    }),
    ...(status?.encrypted
      ? [
          action(status.locked ? 'Unlock the wallet' : 'Lock the wallet', 'passphrase, lock, unlock', {
            icon: status.locked ? LockOpen : Lock,
            run: () => (status.locked ? void ask('use your keys') : lock.mutate()),
          }),
        ]
      : []),
  ]
}

/** What can be done about blocks: what that is depends on the kind of chain. */
export function useMiningActions(): SearchCandidate[] {
  const { data: status } = useRpc('getnodestatus', {})
  const own = status !== undefined && status.network !== 'regtest'
  const { data: miner } = useRpc('getminerstatus', {}, { enabled: own })
  const { turn } = useMinerSwitch()
  const mine = useRpcMutation('generate', {
    onSuccess: (hashes) => toast({ tone: 'ok', title: `Mined ${plural(hashes.length, 'block')}` }),
    onError: refused,
  })
  const setAutomatic = useRpcMutation('setautomine', { onError: refused })
  if (!status) return []
  if (own) {
    if (!miner) return []
    const label = miner.generate ? 'Stop mining' : 'Start mining'
    return [action(label, 'miner, on, off', { icon: Pickaxe, run: () => turn(!miner.generate, miner) })]
  }
  return [
    action('Mine a block', 'generate, make a block', { icon: Pickaxe, run: () => mine.mutate({ numblocks: 1 }) }),
    action(`Turn automatic mining ${status.automaticMining ? 'off' : 'on'}`, 'automine', {
      ...{ icon: TrendingUp, run: () => setAutomatic.mutate({ enabled: !status.automaticMining }) },
    }),
  ]
}

const refused = (error: unknown) => void toast({ tone: 'bad', title: describeError(error).title })

/** New chains, and the others to show. */
export function useChainCandidates(go: Go, current: ListedChain | undefined): SearchCandidate[] {
  const { data: list } = useChains()
  const { show } = useShowChain()
  const group = 'Chains' as const
  return [
    {
      ...{ id: 'chains create', group, title: 'Create a chain', also: 'new smart chain, launch', icon: Plus },
      run: go({ path: '/chains/create' }),
    },
    {
      ...{ id: 'chains join', group, title: 'Join a chain', also: 'paste share text, connect', icon: UserPlus },
      run: go({ path: '/chains/join' }),
    },
    ...(list?.chains ?? [])
      .filter(({ id }) => id !== current?.id)
      .map((chain): SearchCandidate => {
        const title = `Switch to ${visibleString(chain.label, 60)}`
        return {
          ...{ id: `chain ${chain.id}`, group, title, also: visibleString(chain.label, 60), icon: Boxes },
          ...{ within: `chain ${chain.name} ${chain.id}`, aside: chain.state, run: () => show(chain) },
        }
      }),
  ]
}

/** What concerns this window only. */
export function useWindowActions(): SearchCandidate[] {
  const { theme, setTheme, toggleSidebar, setShortcutsOpen } = useUi()
  const group = 'Window' as const
  const icons = { light: Sun, dark: Moon, system: Monitor }
  return [
    ...(['light', 'dark', 'system'] as const)
      .filter((choice) => choice !== theme)
      .map(
        (choice): SearchCandidate => ({
          ...{ id: `theme ${choice}`, group, title: `Theme: ${choice === 'system' ? 'follow the system' : choice}` },
          ...{ also: `${choice} mode, appearance`, icon: icons[choice], run: () => setTheme(choice) },
        }),
      ),
    {
      ...{ id: 'sidebar', group, title: 'Narrow or widen the sidebar', also: 'collapse', icon: PanelLeft },
      ...{ aside: `${modifier} B`, run: toggleSidebar },
    },
    {
      ...{ id: 'shortcuts', group, title: 'Show keyboard shortcuts', also: 'help, keys', icon: Keyboard },
      ...{ aside: '?', run: () => setShortcutsOpen(true) },
    },
  ]
}
