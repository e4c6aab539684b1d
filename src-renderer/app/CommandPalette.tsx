import { useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import {
  CornerDownLeft,
  Droplets,
  Keyboard,
  Monitor,
  Moon,
  Network,
  PanelLeft,
  Pickaxe,
  Plus,
  Sun,
  TrendingUp,
} from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useState } from 'react'
import { useRpc, useRpcMutation } from '../node/queries.ts'
import { describeError } from '../parts/describeError.ts'
import { plural } from '../ui/format.ts'
import { toast } from '../ui/toasts.ts'
import { modifier } from './modifier.ts'
import { AddressItems, MethodItems, PeerItems, TokenItems } from './PaletteFound.tsx'
import { type GroupProps, group, Item } from './PaletteItem.tsx'
import { WalletItems } from './PaletteWallet.tsx'
import { screens } from './screens.ts'
import { useUi } from './uiStore.ts'

/** Ctrl/Cmd-K: every screen, action, token, watched address and console method in one list. */
export function CommandPalette() {
  const { paletteOpen, setPaletteOpen } = useUi()
  const [typed, setTyped] = useState('')
  const close = () => setPaletteOpen(false)
  return (
    <Radix.Root open={paletteOpen} onOpenChange={setPaletteOpen}>
      <Radix.Portal>
        <div aria-hidden className="fixed inset-0 z-50 animate-fade bg-overlay" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 top-[12vh] z-60 mx-auto w-[calc(100vw-48px)] max-w-150 animate-rise overflow-hidden rounded-lg border bg-raised shadow-float outline-none"
        >
          <Radix.Title className="sr-only">Search or run a command</Radix.Title>
          <Command loop label="Search or run a command">
            <Command.Input
              value={typed}
              onValueChange={setTyped}
              placeholder="Search screens, actions, tokens, addresses, peers and calls …"
              className="h-12 w-full border-b bg-transparent px-4 text-14 outline-none"
            />
            <Command.List className="max-h-[52vh] overflow-y-auto p-1.5 pb-2">
              <Command.Empty className="px-4 py-8 text-center text-muted">Nothing by that name.</Command.Empty>
              <ScreenItems close={close} />
              <ActionItems close={close} />
              <TokenItems close={close} typed={typed} />
              <PeerItems close={close} typed={typed} />
              <AddressItems close={close} typed={typed} />
              <MethodItems close={close} typed={typed} />
            </Command.List>
            <p className="flex items-center gap-4 border-t bg-surface px-4 py-2 text-12 text-faint">
              <span>↑ ↓ to move</span>
              <span className="inline-flex items-center gap-1">
                <CornerDownLeft aria-hidden className="size-3" /> to choose
              </span>
              <span>Esc to close</span>
            </p>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function ScreenItems({ close }: GroupProps) {
  const router = useRouter()
  return (
    <Command.Group heading="Screens" className={group}>
      {screens.map(({ path, label, icon: Icon, key, words }) => (
        <Item
          key={path}
          value={`${label} ${words}`}
          icon={<Icon aria-hidden />}
          aside={`g ${key}`}
          onSelect={() => {
            close()
            void router.navigate({ to: path })
          }}
        >
          {label}
        </Item>
      ))}
    </Command.Group>
  )
}

function ActionItems({ close }: GroupProps) {
  const router = useRouter()
  const { theme, setTheme, toggleSidebar, setShortcutsOpen } = useUi()
  const { data: status } = useRpc('getnodestatus', {})
  const mine = useRpcMutation('generate')
  const setAutomatic = useRpcMutation('setautomine')
  const run = (action: () => void) => () => {
    close()
    action()
  }
  const failed = (error: unknown) => toast({ tone: 'bad', title: describeError(error).title })
  const regtest = status?.network === 'regtest'
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
      {regtest ? (
        <Item
          value="mine a block generate"
          icon={<Pickaxe aria-hidden />}
          onSelect={run(() =>
            mine.mutate(
              { numblocks: 1 },
              {
                onSuccess: (hashes) => toast({ tone: 'ok', title: `Mined ${plural(hashes.length, 'block')}` }),
                onError: failed,
              },
            ),
          )}
        >
          Mine a block
        </Item>
      ) : null}
      {regtest && status ? (
        <Item
          value="automatic mining on off automine"
          icon={<TrendingUp aria-hidden />}
          onSelect={run(() => setAutomatic.mutate({ enabled: !status.automaticMining }, { onError: failed }))}
        >
          Turn automatic mining {status.automaticMining ? 'off' : 'on'}
        </Item>
      ) : null}
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
