import { Ban, Unplug, X } from 'lucide-react'
import { t } from '../../../i18n/texts.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import type { ListedPeer } from '../peer.ts'
import { BanMenu } from './BanMenu.tsx'
import { usePeerActions } from './usePeerActions.ts'

export function SelectionBar({ peers, onClear }: { readonly peers: readonly ListedPeer[]; onClear(): void }) {
  const { disconnect } = usePeerActions()
  return (
    <>
      <span role="status" className="whitespace-nowrap text-12 text-muted">
        {t('network:peers.selected', { count: peers.length })}
      </span>
      <Button
        size="sm"
        icon={<Unplug aria-hidden className="size-3.5" />}
        onClick={() => {
          onClear()
          void disconnect(peers)
        }}
      >
        {t('network:peers.disconnect')}
      </Button>
      <BanMenu peers={peers} onDone={onClear}>
        <Button size="sm" icon={<Ban aria-hidden className="size-3.5" />}>
          {t('network:peers.ban')}
        </Button>
      </BanMenu>
      <IconButton
        small
        label={t('network:bans.selectNone')}
        icon={<X aria-hidden className="size-3.5" />}
        onClick={onClear}
      />
    </>
  )
}
