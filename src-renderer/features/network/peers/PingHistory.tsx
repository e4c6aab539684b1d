import { t } from '../../../i18n/texts.ts'
import { Sparkline } from '../../../ui/Chart/Sparkline.tsx'
import { type DetailedPeer, formatPing, getPing } from '../peer.ts'

/** Shows the last pings of a connection as a line, with their figures. */
export function PingHistory({ peer }: { readonly peer: DetailedPeer }) {
  const ping = getPing(peer)
  const wait = peer.pingwait
  const text =
    ping === null
      ? t('network:ping.none')
      : t('network:ping.best', { best: formatPing(peer.minping), count: peer.pings.length })
  return (
    <section
      aria-label={t('network:ping.label')}
      className="flex items-end justify-between gap-4 rounded-md border bg-surface px-3 py-2"
    >
      <div>
        <p className="text-12 text-muted">{t('network:ping.label')}</p>
        <p className="font-semibold text-16">{ping === null ? '—' : formatPing(ping)}</p>
        <p className="text-12 text-faint">
          {wait === undefined ? text : t('network:ping.out', { text, duration: formatPing(wait) })}
        </p>
      </div>
      <Sparkline values={peer.pings} width={176} height={32} className="text-accent-text" />
    </section>
  )
}
