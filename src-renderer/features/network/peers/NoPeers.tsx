import { CircleSlash, Plus, Search, Users } from 'lucide-react'
import { useRpc } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'

export interface NoPeersProps {
  readonly filtered: boolean
  onAdd(): void
  onClear(): void
}

/** Why nobody is there, and what to do. */
export function NoPeers({ filtered, onAdd, onClear }: NoPeersProps) {
  const { data: sync } = useRpc('getsyncstate', {})
  const { data: status } = useRpc('getnodestatus', {})
  if (filtered) {
    return (
      <EmptyState
        icon={<Search />}
        title="No peer fits this search"
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
        to let it meet others.
      </EmptyState>
    )
  }
  const quiet = status?.network === 'regtest'
  const deaf = sync?.state === 'solo'
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
      {quiet
        ? `A private chain looks for nobody by itself. Add a node that follows the same chain${deaf ? ', or start this one with -listen so that others can connect' : ', or let one connect to this node'}.`
        : 'This node looks for others by itself. If you know one, add it: from then on it finds more on its own.'}
    </EmptyState>
  )
}
