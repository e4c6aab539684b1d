import { CircleSlash, Plus, Search, Users } from 'lucide-react'
import { useRpc } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'

export interface NoPeersProps {
  readonly filtered: boolean
  onAdd(): void
  onClear(): void
}

/** Why there are no peers, and what to do. */
export function NoPeers({ filtered, onAdd, onClear }: NoPeersProps) {
  const { data: sync } = useRpc('getsyncstate', {})
  if (filtered) {
    return (
      <EmptyState
        icon={<Search />}
        title="No peer matches this search"
        action={<Button onClick={onClear}>Show all peers</Button>}
      >
        Addresses and names of software match anywhere.
      </EmptyState>
    )
  }
  if (sync?.enabled === false) {
    return (
      <EmptyState icon={<CircleSlash />} title="Peers are turned off">
        This node was started with -maxconnections=0, so it neither connects nor listens. Start it without that option
        to get peers.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Users />}
      title="Nobody is connected"
      call="addnode"
      action={
        <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={onAdd}>
          Add a node
        </Button>
      }
    >
      {sync?.state === 'solo'
        ? 'This node does not listen and knows no other node. Add a node of the same chain, or start this one with -listen.'
        : 'This node tries the nodes it knows, or waits for connections. If you know a node of the same chain, add it.'}
    </EmptyState>
  )
}
