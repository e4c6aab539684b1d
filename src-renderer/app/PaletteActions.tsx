/** What the command palette can do. */
import { useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Droplets, Keyboard, Monitor, Moon, Network, PanelLeft, Plus, Sun, UserPlus } from 'lucide-react'
import { modifier } from './modifier.ts'
import { type GroupProps, group, Item } from './PaletteItem.tsx'
import { MiningItems } from './PaletteMining.tsx'
import { WalletItems } from './PaletteWallet.tsx'
import { useUi } from './uiStore.ts'

/** What can be done on the chain that is shown. */
export function ChainActionItems({ close }: GroupProps) {
  const router = useRouter()
  const run = (action: () => void) => () => {
    close()
    action()
  }
  return (
    <Command.Group heading="Actions" className={group}>
      <WalletItems run={run} />
      <Item
        value="create token new mint nft"
        icon={<Plus aria-hidden />}
        aside="n"
        onSelect={run(() => void router.navigate({ to: '/tokens/create' }))}
      >
        Create a token
      </Item>
      <Item
        value="fund the faucet deposit pay in"
        icon={<Droplets aria-hidden />}
        onSelect={run(() => void router.navigate({ to: '/faucet', search: { act: 'fund' } }))}
      >
        Fund the faucet
      </Item>
      <Item
        value="add a node connect peer"
        icon={<Network aria-hidden />}
        onSelect={run(() => void router.navigate({ to: '/peers', search: { act: 'add' } }))}
      >
        Add a node
      </Item>
      <MiningItems run={run} />
    </Command.Group>
  )
}

/** New chains. */
export function ChainsActionItems({ close }: GroupProps) {
  const router = useRouter()
  const go = (to: '/chains/create' | '/chains/join') => () => {
    close()
    void router.navigate({ to })
  }
  return (
    <Command.Group heading="Chains" className={group}>
      <Item value="create a chain new smart chain launch" icon={<Plus aria-hidden />} onSelect={go('/chains/create')}>
        Create a chain
      </Item>
      <Item value="join a chain paste share text" icon={<UserPlus aria-hidden />} onSelect={go('/chains/join')}>
        Join a chain
      </Item>
    </Command.Group>
  )
}

/** What concerns this window only. */
export function WindowItems({ close }: GroupProps) {
  const { theme, setTheme, toggleSidebar, setShortcutsOpen } = useUi()
  const run = (action: () => void) => () => {
    close()
    action()
  }
  return (
    <Command.Group heading="Window" className={group}>
      {(['light', 'dark', 'system'] as const)
        .filter((choice) => choice !== theme)
        .map((choice) => {
          const Icon = { light: Sun, dark: Moon, system: Monitor }[choice]
          return (
            <Item
              key={choice}
              value={`theme ${choice} appearance mode`}
              icon={<Icon aria-hidden />}
              onSelect={run(() => setTheme(choice))}
            >
              {choice === 'system' ? 'Theme: follow the system' : `Theme: ${choice}`}
            </Item>
          )
        })}
      <Item
        value="sidebar narrow widen collapse"
        icon={<PanelLeft aria-hidden />}
        aside={`${modifier} B`}
        onSelect={run(toggleSidebar)}
      >
        Narrow or widen the sidebar
      </Item>
      <Item
        value="keyboard shortcuts help keys"
        icon={<Keyboard aria-hidden />}
        aside="?"
        onSelect={run(() => setShortcutsOpen(true))}
      >
        Keyboard shortcuts
      </Item>
    </Command.Group>
  )
}
