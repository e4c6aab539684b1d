/** What the command palette finds once something is typed: tokens, peers, watched addresses, calls. */
import { useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Boxes, SquareTerminal } from 'lucide-react'
import type { Method } from '#shared/rpc/define.ts'
import { methods } from '#shared/rpc/index.ts'
import { useChains } from '../node/chains.ts'
import { useRpc } from '../node/queries.ts'
import { ChainMark } from '../parts/ChainMark.tsx'
import { useShowChain } from '../parts/useShowChain.ts'
import { middleTruncated } from '../ui/Hash.tsx'
import { SafeText } from '../ui/SafeText.tsx'
import { visibleString } from '../ui/visibleText.ts'
import { type GroupProps, group, Item } from './PaletteItem.tsx'
import { fitting } from './paletteMatch.ts'
import { screens } from './screens.ts'

/** Tokens looked through by name; beyond this the tokens page has its own search. */
const TOKENS = 500

/** Long groups show only what matches the typed text. */
interface FoundProps extends GroupProps {
  readonly typed: string
}

export function TokenItems({ close, typed }: FoundProps) {
  const router = useRouter()
  const { data } = useRpc('tokensummary', { limit: TOKENS })
  const found = fitting(data?.rows ?? [], typed, ({ name, tokenid }) => ({
    name: visibleString(name, 64),
    more: tokenid,
  }))
  if (found.length === 0) return null
  const tokenIcon = screens.find((screen) => screen.path === '/tokens')?.icon
  return (
    <Command.Group heading="Tokens" className={group}>
      {found.map((token) => (
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

/** Chains by their labels: to show another one. */
export function ChainItems({ close, typed }: FoundProps) {
  const { data: list } = useChains()
  const { show } = useShowChain()
  const found = fitting(list?.chains ?? [], typed, ({ label, name, id }) => ({
    name: visibleString(label, 60),
    more: `chain ${name} ${id}`,
  }))
  if (found.length === 0) return null
  return (
    <Command.Group heading="Show another chain" className={group}>
      {found.map((chain) => (
        <Item
          key={chain.id}
          value={`${visibleString(chain.label, 60)} ${chain.id}`}
          icon={<Boxes aria-hidden />}
          aside={<ChainMark state={chain.state} />}
          onSelect={() => {
            close()
            show(chain)
          }}
        >
          <SafeText text={chain.label} max={40} />
        </Item>
      ))}
    </Command.Group>
  )
}

/** Watched addresses with a label. */
export function AddressItems({ close, typed }: FoundProps) {
  const router = useRouter()
  const { data } = useRpc('listwatchedaddresses', {})
  const found = fitting(data ?? [], typed, ({ label, address }) => ({ name: visibleString(label, 100), more: address }))
  if (found.length === 0) return null
  const icon = screens.find((screen) => screen.path === '/addresses')?.icon
  return (
    <Command.Group heading="Watched addresses" className={group}>
      {found.map(({ address, label }) => (
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

export function PeerItems({ close, typed }: FoundProps) {
  const router = useRouter()
  const { data } = useRpc('getpeerinfo', {})
  const peerIcon = screens.find((screen) => screen.path === '/peers')?.icon
  const found = fitting(data ?? [], typed, ({ id, addr, subver }) => ({
    name: `peer ${id} ${visibleString(addr, 80)}`,
    more: visibleString(subver, 80),
  }))
  if (found.length === 0) return null
  return (
    <Command.Group heading="Peers" className={group}>
      {found.map((peer) => (
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

export function MethodItems({ close, typed }: FoundProps) {
  const router = useRouter()
  const all: readonly Method[] = Object.values(methods)
  const found = fitting(all, typed, ({ name, summary }) => ({ name, more: summary }))
  if (found.length === 0) return null
  return (
    <Command.Group heading="Calls in the console" className={group}>
      {found.map((method) => (
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
