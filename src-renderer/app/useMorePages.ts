import { useLocation } from '@tanstack/react-router'
import { type MoreName, more, openTab } from '../components/places.ts'
import { useUi } from '../components/uiStore.ts'
import { useRpc } from '../node/queries.ts'

/**
 * Returns the contracts in use on this chain. A contract is in use if the list of its page is not empty. A chain
 * without a contract rejects its call.
 */
function useUsed(): readonly MoreName[] {
  const inheritances = useRpc('listinheritances', {})
  const channels = useRpc('getchannels', {})
  const rewards = useRpc('getrewards', {})
  const info = useRpc('getinfo', {})
  const used: Partial<Record<MoreName, boolean>> = {
    inheritance: (inheritances.data?.rows.length ?? 0) > 0,
    channels: (channels.data?.channels.length ?? 0) > 0,
    rewards: (rewards.data?.plans.length ?? 0) > 0,
    staking: (info.data?.staked ?? 0) > 0,
  }
  return more.flatMap(({ name }) => (used[name] ? [name] : []))
}

/** Returns the pages below *More* in the sidebar: contracts in use or switched on in the settings, and the open page. */
export function useMorePages(): typeof more {
  const used = useUsed()
  const shown: readonly MoreName[] = useUi((state) => state.shownContracts)
  const { pathname, search } = useLocation()
  const open = openTab(more, pathname, search)
  return more.filter((page) => page === open || used.includes(page.name) || shown.includes(page.name))
}
