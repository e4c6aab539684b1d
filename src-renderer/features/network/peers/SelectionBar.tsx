import { Ban, Unplug, X } from 'lucide-react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { plural } from '../../../ui/format.ts'
import { BanMenu } from './BanMenu.tsx'
import type { ListedPeer } from './peer.ts'
import { usePeerActions } from './usePeerActions.ts'

/** Actions for the chosen peers. */
export function SelectionBar({ peers, onClear }: { readonly peers: readonly ListedPeer[]; onClear(): void }) {
  const { disconnect } = usePeerActions()
  return (
    <>
      <span role="status" className="whitespace-nowrap text-12 text-muted">
        {plural(peers.length, 'peer')} selected
      </span>
      <Button
        size="sm"
        icon={<Unplug aria-hidden className="size-3.5" />}
        onClick={() => {
          onClear()
          void disconnect(peers)
        }}
      >
        Disconnect
      </Button>
      <BanMenu peers={peers} onDone={onClear}>
        <Button size="sm" icon={<Ban aria-hidden className="size-3.5" />}>
          Ban
        </Button>
      </BanMenu>
      <IconButton small label="Select none" icon={<X aria-hidden className="size-3.5" />} onClick={onClear} />
    </>
  )
}
