import {
  ArrowDownLeft,
  ArrowRightLeft,
  ArrowUpRight,
  Ban,
  BookUser,
  Boxes,
  Droplets,
  Globe,
  HandCoins,
  HardDriveDownload,
  Hourglass,
  Keyboard,
  KeyRound,
  Lock,
  LockOpen,
  Monitor,
  Moon,
  Network,
  PanelLeft,
  PenLine,
  Pickaxe,
  PiggyBank,
  Plus,
  Scale,
  Sun,
  TrendingUp,
  UserPlus,
  UsersRound,
} from 'lucide-react'
import type { ListedChain } from '#shared/chains/index.ts'
import { chainPicture } from '../../components/ChainMark.tsx'
import { describeError } from '../../components/describeError.ts'
import { useMinerSwitch } from '../../components/mining/useMinerSwitch.ts'
import { modifier } from '../../components/modifier.ts'
import { personName } from '../../components/people/PersonMark.tsx'
import { chosenChains, isShown, usePerson, useSwitchPerson } from '../../components/people/persons.ts'
import type { Go, SearchCandidate } from '../../components/search/candidate.ts'
import { useUi } from '../../components/uiStore.ts'
import { useUnlock } from '../../components/unlock/unlock.ts'
import { useLock } from '../../components/unlock/useLock.ts'
import { useShowChain } from '../../components/useShowChain.ts'
import type palette from '../../i18n/en/palette.json'
import { t } from '../../i18n/texts.ts'
import { useChains } from '../../node/chains.ts'
import { useRpc, useRpcMutation } from '../../node/queries.ts'
import { toast } from '../../ui/toasts.ts'
import { visibleString } from '../../ui/visibleText.ts'

const action = (
  name: keyof typeof palette.action,
  rest: Pick<SearchCandidate, 'icon' | 'run'> & { readonly aside?: string },
) =>
  ({
    ...{ id: `action ${name}`, group: 'Actions', title: t(`palette:action.${name}.title`) },
    ...{ also: t(`palette:action.${name}.also`), ...rest },
  }) satisfies SearchCandidate

/** Actions on the selected chain, except wallet and mining actions. */
const chainActions = (go: Go): SearchCandidate[] => [
  action('createToken', {
    ...{ icon: Plus, aside: 'n', run: go({ path: '/tokens/create' }) },
  }),
  action('claim', {
    ...{ icon: HandCoins, run: go({ path: '/faucet' }) },
  }),
  action('fund', {
    ...{ icon: Droplets, run: go({ path: '/faucet', search: { act: 'fund' } }) },
  }),
  action('openChannel', {
    ...{ icon: ArrowRightLeft, run: go({ path: '/channels', search: { act: 'open' } }) },
  }),
  action('trade', {
    ...{ icon: Scale, run: go({ path: '/market' }) },
  }),
  action('inherit', {
    ...{ icon: Hourglass, run: go({ path: '/inheritance', search: { act: 'plan' } }) },
  }),
  action('rewards', { icon: PiggyBank, run: go({ path: '/rewards' }) }),
  action('addNode', {
    ...{ icon: Network, run: go({ path: '/peers', search: { act: 'add' } }) },
  }),
  action('ban', { icon: Ban, run: go({ path: '/bans' }) }),
]

/** Returns the search candidates for wallet actions. */
export function useWalletActions(go: Go): SearchCandidate[] {
  const { data: status } = useRpc('getwalletstatus', {})
  const ask = useUnlock((state) => state.ask)
  const lock = useLock()
  const show = (tab: string) => go({ path: '/wallet', search: { tab } })
  return [
    action('send', { icon: ArrowUpRight, run: show('send') }),
    action('receive', {
      ...{ icon: ArrowDownLeft, run: show('receive') },
    }),
    action('contacts', { icon: BookUser, run: show('contacts') }),
    action('messages', { icon: PenLine, run: show('messages') }),
    ...chainActions(go),
    action('keys', {
      ...{ icon: KeyRound, run: show('keys') },
    }),
    ...(status?.encrypted
      ? [
          action(status.locked ? 'unlock' : 'lock', {
            icon: status.locked ? LockOpen : Lock,
            run: () => (status.locked ? void ask('wallet') : lock.mutate()),
          }),
        ]
      : []),
  ]
}

/** Returns the search candidates for mining or staking, depending on the kind of chain. */
export function useMiningActions(): SearchCandidate[] {
  const { data: status } = useRpc('getnodestatus', {})
  const own = status !== undefined && status.network !== 'regtest'
  const { data: miner } = useRpc('getminerstatus', {}, { enabled: own })
  const { turn } = useMinerSwitch()
  const mine = useRpcMutation('generate', {
    onSuccess: (hashes) => toast({ tone: 'ok', title: t('palette:mined', { count: hashes.length }) }),
    onError: refused,
  })
  const setAutomatic = useRpcMutation('setautomine', { onError: refused })
  if (!status) return []
  if (own) {
    if (!miner) return []
    return [
      action(miner.generate ? 'stopMining' : 'startMining', { icon: Pickaxe, run: () => turn(!miner.generate, miner) }),
    ]
  }
  return [
    action('mineBlock', { icon: Pickaxe, run: () => mine.mutate({ numblocks: 1 }) }),
    action(status.automaticMining ? 'automaticOff' : 'automaticOn', {
      ...{ icon: TrendingUp, run: () => setAutomatic.mutate({ enabled: !status.automaticMining }) },
    }),
  ]
}

const refused = (error: unknown) => void toast({ tone: 'bad', title: describeError(error).title })

/** Returns the search candidates for adding a chain and for switching to another one. */
export function useChainCandidates(go: Go, current: ListedChain | undefined): SearchCandidate[] {
  const { data: list } = useChains()
  const { show } = useShowChain()
  const group = 'Chains' as const
  return [
    {
      ...{
        id: 'chains create',
        group,
        title: t('palette:chain.create'),
        also: t('palette:chain.createAlso'),
        icon: Plus,
      },
      run: go({ path: '/chains/create' }),
    },
    {
      ...{
        id: 'chains join',
        group,
        title: t('palette:chain.join'),
        also: t('palette:chain.joinAlso'),
        icon: UserPlus,
      },
      run: go({ path: '/chains/join' }),
    },
    {
      ...{ id: 'chains live', group, title: t('palette:chain.live'), also: t('palette:chain.liveAlso'), icon: Globe },
      run: go({ path: '/chains/live' }),
    },
    {
      ...{
        id: 'chains movein',
        group,
        title: t('palette:chain.moveIn'),
        also: t('palette:chain.moveInAlso'),
        icon: HardDriveDownload,
      },
      run: go({ path: '/chains/movein' }),
    },
    ...usePersonCandidates(),
    ...chosenChains(list)
      .filter((chain) => !isShown(chain, current))
      .map((chain): SearchCandidate => {
        const title = t('palette:chain.switch', { name: visibleString(chain.label, 60) })
        return {
          ...{
            id: `chain ${chain.id}`,
            group,
            title,
            also: visibleString(chain.label, 60),
            icon: Boxes,
            picture: chainPicture(chain),
          },
          ...{ within: `chain ${chain.name} ${chain.id}`, aside: chain.state, run: () => show(chain) },
        }
      }),
  ]
}

/** Sandbox only: returns the candidate for switching to the other wallet. */
function usePersonCandidates(): SearchCandidate[] {
  const { person } = usePerson()
  const { become } = useSwitchPerson()
  if (person === undefined) return []
  const other = person === 'me' ? 'friend' : 'me'
  return [
    {
      ...{ id: `person ${other}`, group: 'Chains', title: t('palette:person', { who: personName(other) }) },
      ...{ also: t('palette:personAlso'), icon: UsersRound, run: () => void become(other) },
    },
  ]
}

/** Returns the search candidates that affect only this window. */
export function useWindowActions(): SearchCandidate[] {
  const { theme, setTheme, toggleSidebar, setShortcutsOpen } = useUi()
  const group = 'Window' as const
  const icons = { light: Sun, dark: Moon, system: Monitor }
  return [
    ...(['light', 'dark', 'system'] as const)
      .filter((choice) => choice !== theme)
      .map(
        (choice): SearchCandidate => ({
          ...{ id: `theme ${choice}`, group, title: t(`palette:theme.${choice}`) },
          ...{ also: t('palette:theme.also', { theme: choice }), icon: icons[choice], run: () => setTheme(choice) },
        }),
      ),
    {
      ...{ id: 'sidebar', group, title: t('palette:sidebar'), also: t('palette:sidebarAlso'), icon: PanelLeft },
      ...{ aside: `${modifier()} B`, run: toggleSidebar },
    },
    {
      ...{ id: 'shortcuts', group, title: t('palette:shortcuts'), also: t('palette:shortcutsAlso'), icon: Keyboard },
      ...{ aside: '?', run: () => setShortcutsOpen(true) },
    },
  ]
}
