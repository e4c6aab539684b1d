import { useMemo, useRef } from 'react'
import { t } from '../../../i18n/texts.ts'
import { cn } from '../../../ui/cn.ts'
import { useElementSize } from '../../../ui/useElementSize.ts'
import { visibleString } from '../../../ui/visibleText.ts'
import { formatPing, type ListedPeer, median, pingOf } from '../peer.ts'
import { layoutPicture } from './latencyShape.ts'

export interface LatencyPictureProps {
  readonly peers: readonly ListedPeer[]
  readonly openId: number | undefined
  onOpen(id: number): void
  readonly className?: string | undefined
}

const LEFT = 80
const RIGHT = 30
const BOTTOM = 20
/** px that a lane needs for two lines of text */
const TWO_LINES = 32

/** Full dots are connections that this node made, rings those that came to it. The table beside it says the same in words. */
export function LatencyPicture({ peers, openId, onOpen, className }: LatencyPictureProps) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useElementSize(frame)
  const width = Math.max(0, size.width - LEFT - RIGHT)
  const height = Math.max(0, size.height - BOTTOM)
  const picture = useMemo(() => layoutPicture(peers, { width, height }), [peers, width, height])
  return (
    <div ref={frame} className={cn('relative min-h-0', className)}>
      {width > 0 && height > 0 ? (
        <svg
          role="img"
          aria-label={pictureText(peers)}
          width={size.width}
          height={size.height}
          className="absolute inset-0 text-12"
        >
          <g transform={`translate(${LEFT} 0)`}>
            {picture.ticks.map(({ label, x }) => (
              <g key={label}>
                <line x1={x} x2={x} y1={0} y2={height} className="stroke-line" />
                <text x={x} y={height + 16} textAnchor="middle" className="fill-faint">
                  {label}
                </text>
              </g>
            ))}
            {picture.links.map(({ group, from, to, y }) => (
              <line
                key={group}
                x1={from}
                x2={to}
                y1={y}
                y2={y}
                className="stroke-accent opacity-40"
                strokeWidth={1.5}
              />
            ))}
            {picture.points.map(({ peer, x, y }) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: the table of peers opens the same by keys
              <circle
                key={peer.id}
                cx={x}
                cy={y}
                r={picture.radius + (peer.id === openId ? 2 : 0)}
                strokeWidth={picture.radius > 4 ? 1.75 : 1.25}
                className={cn('stroke-accent', peer.inbound ? 'fill-surface' : 'fill-accent')}
                onClick={() => onOpen(peer.id)}
              >
                <title>{pointText(peer)}</title>
              </circle>
            ))}
          </g>
          {picture.lanes.map((lane, index) => (
            <g key={lane.network}>
              {index > 0 ? <line x1={0} x2={size.width} y1={lane.top} y2={lane.top} className="stroke-line" /> : null}
              <text
                x={0}
                y={lane.top + lane.height / 2 + (lane.height < TWO_LINES ? 4 : -2)}
                className="fill-text font-medium"
              >
                {`${lane.label} · ${lane.peers}`}
              </text>
              {lane.height < TWO_LINES ? null : (
                <text x={0} y={lane.top + lane.height / 2 + 13} className="fill-faint">
                  {t('network:picture.groups', { count: lane.groups })}
                </text>
              )}
            </g>
          ))}
        </svg>
      ) : null}
    </div>
  )
}

function pictureText(peers: readonly ListedPeer[]): string {
  const middle = median(peers.flatMap((peer) => pingOf(peer) ?? []))
  const words = {
    peers: t('network:picture.count', { count: peers.length }),
    groups: t('network:picture.groups', { count: new Set(peers.map(({ group }) => group)).size }),
  }
  return middle === undefined
    ? t('network:picture.label', words)
    : t('network:picture.labelPing', { ...words, ping: formatPing(middle) })
}

function pointText(peer: ListedPeer): string {
  const ping = pingOf(peer)
  return t('network:picture.point', {
    peer: visibleString(peer.addr, 80),
    direction: peer.inbound ? t('network:added.inbound') : t('network:added.outbound'),
    ping: ping === null ? t('network:picture.unanswered') : formatPing(ping),
  })
}
