import { Ban, CalendarClock, Network } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { coversLoopback } from '../../../components/allPeersBanned.ts'
import { type Person, usePerson } from '../../../components/people/persons.ts'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Menu, type MenuItem } from '../../../ui/Menu.tsx'
import { type BanTime, banSpans } from '../banTimes.ts'
import type { ListedPeer } from '../peer.ts'
import { neighbourhood } from '../subnets.ts'
import { useBans } from '../useBans.ts'
import { BanUntilDialog } from './BanUntilDialog.tsx'

const DAY = 24 * 3600

export interface BanMenuProps {
  readonly peers: readonly ListedPeer[]
  onDone(): void
  /** the button that opens the menu */
  readonly children: ReactNode
}

/** Bans several peers at once, each by its address or by the range around it. The notification has an undo button. */
export function BanMenu({ peers, onDone, children }: BanMenuProps) {
  const { ban } = useBans()
  const [asking, setAsking] = useState(false)
  const { person, paired } = usePerson()
  const { data: all = peers } = useRpc('listpeers', {})
  const addresses = [...new Set(peers.flatMap(({ ip }) => ip ?? []))]
  const ranges = [...new Set(addresses.flatMap((ip) => neighbourhood(ip) ?? []))]
  const hits = (isHit: (ip: string) => boolean) => hitText(all, isHit, paired ? person : undefined)
  const act = (subnets: readonly string[], time: BanTime) => {
    onDone()
    void ban(subnets.map((subnet) => ({ subnet, time })))
  }
  const around = ranges.length === 1 ? ranges[0] : t('network:menu.ranges', { count: ranges.length })
  const items: readonly MenuItem[] =
    addresses.length === 0
      ? [{ id: 'none', label: t('network:menu.unknown'), disabled: true, onSelect: () => {} }]
      : [
          { id: 'hits', label: hits((ip) => addresses.includes(ip)), disabled: true, onSelect: () => {} },
          ...banSpans.map(({ id, seconds }) => ({
            id,
            label: t('network:menu.banFor', { duration: t(`network:span.${id}`) }),
            icon: <Ban aria-hidden className="size-3.5" />,
            onSelect: () => act(addresses, { seconds }),
          })),
          {
            id: 'until',
            label: t('network:menu.banUntil'),
            icon: <CalendarClock aria-hidden className="size-3.5" />,
            onSelect: () => setAsking(true),
          },
          ...(ranges.length > 0
            ? [
                {
                  id: 'range',
                  label: t('network:menu.banRange', { range: around, duration: t('network:span.day') }),
                  icon: <Network aria-hidden className="size-3.5" />,
                  shortcut: hits((ip) => ranges.includes(neighbourhood(ip) ?? '')),
                  onSelect: () => act(ranges, { seconds: DAY }),
                },
              ]
            : []),
        ]
  return (
    <>
      <Menu items={items}>{children}</Menu>
      {asking ? (
        <BanUntilDialog
          addresses={addresses}
          onClose={() => setAsking(false)}
          onBan={(until) => {
            setAsking(false)
            act(addresses, { until })
          }}
        />
      ) : null}
    </>
  )
}

/**
 * Formats the peers that a ban hits.
 * @param person the sandbox user who is shown, or undefined outside the sandbox
 */
function hitText(peers: readonly ListedPeer[], isHit: (ip: string) => boolean, person: Person | undefined): string {
  const hit = peers.flatMap(({ ip }) => (ip !== null && isHit(ip) ? [ip] : []))
  if (person !== undefined && hit.some(coversLoopback)) {
    return person === 'me' ? t('network:menu.cutsFriend') : t('network:menu.cutsMe')
  }
  if (hit.length === 1 && peers.length === 1) return t('network:menu.hitsOnly')
  return t('network:menu.hits', { dropped: hit.length, count: peers.length })
}
