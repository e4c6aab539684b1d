import { useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { CornerDownLeft } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useState } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { useOverlay } from '../ui/useOverlay.ts'
import { ChainActionItems, ChainsActionItems, WindowItems } from './PaletteActions.tsx'
import { AddressItems, ChainItems, MethodItems, PeerItems, TokenItems } from './PaletteFound.tsx'
import { type GroupProps, group, Item } from './PaletteItem.tsx'
import { screens } from './screens.ts'
import { useUi } from './uiStore.ts'

/** Ctrl/Cmd-K: every screen, action, token, watched address and console method in one list. */
export function CommandPalette({ chain }: { readonly chain: ListedChain | undefined }) {
  const { paletteOpen, setPaletteOpen } = useUi()
  const [typed, setTyped] = useState('')
  const close = () => setPaletteOpen(false)
  const focus = useOverlay(paletteOpen, close)
  return (
    <Radix.Root open={paletteOpen} onOpenChange={setPaletteOpen}>
      <Radix.Portal>
        <div aria-hidden className="fixed inset-0 z-50 animate-fade bg-overlay" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={focus.restore}
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
              <ScreenItems close={close} chain={chain} />
              {chain ? <ChainActionItems close={close} /> : null}
              <ChainsActionItems close={close} />
              <WindowItems close={close} />
              <ChainItems close={close} typed={typed} />
              {chain ? (
                <>
                  <TokenItems close={close} typed={typed} />
                  <PeerItems close={close} typed={typed} />
                  <AddressItems close={close} typed={typed} />
                  <MethodItems close={close} typed={typed} />
                </>
              ) : null}
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

function ScreenItems({ close, chain }: GroupProps & { readonly chain: ListedChain | undefined }) {
  const router = useRouter()
  const reachable = screens.filter((screen) => chain !== undefined || screen.place === 'foot')
  return (
    <Command.Group heading="Screens" className={group}>
      {reachable.map(({ path, label, icon: Icon, key, words }) => (
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
