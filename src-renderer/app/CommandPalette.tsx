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
  SquareTerminal,
  Sun,
  TrendingUp,
} from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import type { Method } from '#shared/rpc/define.ts'
import { methods } from '#shared/rpc/index.ts'
import { useRpc, useRpcMutation } from '../node/queries.ts'
import { describeError } from '../parts/describeError.ts'
import { plural } from '../ui/format.ts'
import { middleTruncated } from '../ui/Hash.tsx'
import { SafeText } from '../ui/SafeText.tsx'
import { toast } from '../ui/toasts.ts'
import { visibleString } from '../ui/visibleText.ts'
import { modifier } from './modifier.ts'
import { screens } from './screens.ts'
import { useUi } from './uiStore.ts'

/** Tokens offered by name; beyond this the tokens page has its own search. */
const TOKENS = 500
/** Peers offered by address; beyond this their page has its own search. */
const PEERS = 100
/** Watched addresses offered; the addresses page searches all of them. */
const ADDRESSES = 500

interface ItemProps {
  readonly value: string
  readonly icon: ReactNode
  readonly children: ReactNode
  readonly aside?: ReactNode
  onSelect(): void
}

function Item({ value, icon, children, aside, onSelect }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-9 items-center gap-2.5 rounded-md px-2.5 data-[selected=true]:bg-hover [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-faint"
    >
      {icon}
      <span className="max-w-2/3 shrink-0 truncate">{children}</span>
      {aside ? <span className="ml-auto min-w-0 truncate text-12 text-faint">{aside}</span> : null}
    </Command.Item>
  )
}

const group =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-faint'

/** Ctrl/Cmd-K: every screen, action, token, watched address and console method in one list. */
export function CommandPalette() {
  const { paletteOpen, setPaletteOpen } = useUi()
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
              placeholder="Search screens, actions, tokens, addresses, peers and calls …"
              className="h-12 w-full border-b bg-transparent px-4 text-14 outline-none"
            />
            <Command.List className="max-h-[52vh] overflow-y-auto p-1.5 pb-2">
              <Command.Empty className="px-4 py-8 text-center text-muted">Nothing by that name.</Command.Empty>
              <ScreenItems close={close} />
              <ActionItems close={close} />
              <TokenItems close={close} />
              <PeerItems close={close} />
              <AddressItems close={close} />
              <MethodItems close={close} />
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

interface GroupProps {
  close(): void
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

function TokenItems({ close }: GroupProps) {
  const router = useRouter()
  const { data } = useRpc('tokensummary', { limit: TOKENS })
  if (!data?.rows.length) return null
  const tokenIcon = screens.find((screen) => screen.path === '/tokens')?.icon
  return (
    <Command.Group heading="Tokens" className={group}>
      {data.rows.map((token) => (
        <Item
          key={token.tokenid}
          value={`${visibleString(token.name, 64)} ${token.tokenid}`}
          icon={tokenIcon ? <ScreenIcon icon={tokenIcon} /> : null}
          aside={<span className="font-mono">{middleTruncated(token.tokenid)}</span>}
          onSelect={() => {
            close()
            void router.navigate({ to: '/tokens', search: { token: token.tokenid } })
          }}
        >
          <SafeText text={token.name} max={40} />
        </Item>
      ))}
    </Command.Group>
  )
}

/** Watched addresses: the ones that somebody gave a name. */
function AddressItems({ close }: GroupProps) {
  const router = useRouter()
  const { data } = useRpc('listwatchedaddresses', {})
  if (!data?.length) return null
  const icon = screens.find((screen) => screen.path === '/addresses')?.icon
  return (
    <Command.Group heading="Watched addresses" className={group}>
      {data.slice(0, ADDRESSES).map(({ address, label }) => (
        <Item
          key={address}
          value={`${visibleString(label, 100)} ${address}`}
          icon={icon ? <ScreenIcon icon={icon} /> : null}
          aside={<span className="font-mono">{middleTruncated(address)}</span>}
          onSelect={() => {
            close()
            void router.navigate({ to: '/addresses/$address', params: { address } })
          }}
        >
          <SafeText text={label} max={40} empty="no label" />
        </Item>
      ))}
    </Command.Group>
  )
}

function ScreenIcon({ icon: Icon }: { readonly icon: (typeof screens)[number]['icon'] }) {
  return <Icon aria-hidden />
}

function PeerItems({ close }: GroupProps) {
  const router = useRouter()
  const { data } = useRpc('getpeerinfo', {})
  const peerIcon = screens.find((screen) => screen.path === '/peers')?.icon
  if (!data?.length) return null
  return (
    <Command.Group heading="Peers" className={group}>
      {data.slice(0, PEERS).map((peer) => (
        <Item
          key={peer.id}
          value={`peer ${peer.id} ${visibleString(peer.addr, 80)} ${visibleString(peer.subver, 80)}`}
          icon={peerIcon ? <ScreenIcon icon={peerIcon} /> : null}
          aside={<SafeText text={peer.subver} max={60} empty="(nameless)" />}
          onSelect={() => {
            close()
            void router.navigate({ to: '/peers', search: { peer: peer.id } })
          }}
        >
          <span className="font-mono text-12">{visibleString(peer.addr, 60)}</span>
        </Item>
      ))}
    </Command.Group>
  )
}

function MethodItems({ close }: GroupProps) {
  const router = useRouter()
  const all: readonly Method[] = Object.values(methods)
  return (
    <Command.Group heading="Calls in the console" className={group}>
      {all.map((method) => (
        <Item
          key={method.name}
          value={`${method.name} ${method.summary}`}
          icon={<SquareTerminal aria-hidden />}
          aside={method.summary}
          onSelect={() => {
            close()
            void router.navigate({ to: '/console', search: { line: method.name } })
          }}
        >
          <code className="font-mono text-12">{method.name}</code>
        </Item>
      ))}
    </Command.Group>
  )
}
