import { useCallback } from 'react'
import { t } from '../../../i18n/texts.ts'
import { Chart } from '../../../ui/Chart/Chart.tsx'
import type { PlotArea } from '../../../ui/Chart/scales.ts'
import { cn } from '../../../ui/cn.ts'
import { visibleString } from '../../../ui/visibleText.ts'
import { formatPing, getPing, type ListedPeer, median } from '../peer.ts'
import { type LatencyShape, latencyShape } from './latencyShape.ts'

export interface LatencyPictureProps {
  readonly peers: readonly ListedPeer[]
  readonly openId: number | undefined
  onOpen(id: number): void
  readonly className?: string | undefined
}

const MARGINS = { right: 30, bottom: 20, left: 80 }
/** height in px that a lane needs for two lines of text */
const TWO_LINES = 32

/**
 * Chart of the peers' latency. Full dots are outbound connections, rings are inbound ones. The table next to it has the
 * same data as text.
 */
export function LatencyPicture({ peers, openId, onOpen, className }: LatencyPictureProps) {
  const layout = useCallback((area: PlotArea) => latencyShape(peers, area), [peers])
  return (
    <Chart
      layout={layout}
      describe={() => pictureText(peers)}
      margins={MARGINS}
      below={{ ends: 'centred', labels: ({ ticks }) => ticks }}
      className={className}
    >
      {({ shape, width, height }) => (
        <>
          {shape.ticks.map(({ label, at }) => (
            <line key={label} x1={at} x2={at} y1={0} y2={height} className="stroke-line" />
          ))}
          {shape.links.map(({ group, from, to, y }) => (
            <line key={group} x1={from} x2={to} y1={y} y2={y} className="stroke-accent opacity-40" strokeWidth={1.5} />
          ))}
          {shape.points.map(({ peer, x, y }) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the table of peers opens the same by keys
            <circle
              key={peer.id}
              cx={x}
              cy={y}
              r={shape.radius + (peer.id === openId ? 2 : 0)}
              strokeWidth={shape.radius > 4 ? 1.75 : 1.25}
              className={cn('stroke-accent', peer.inbound ? 'fill-surface' : 'fill-accent')}
              onClick={() => onOpen(peer.id)}
            >
              <title>{pointText(peer)}</title>
            </circle>
          ))}
          <Lanes lanes={shape.lanes} width={width} />
        </>
      )}
    </Chart>
  )
}

/** Shows the names of the lanes in the left margin, and lines between the lanes. */
function Lanes({ lanes, width }: Pick<LatencyShape, 'lanes'> & Pick<PlotArea, 'width'>) {
  return lanes.map(({ network, label, peers, groups, top, height }, index) => {
    const middle = top + height / 2
    const isLow = height < TWO_LINES
    return (
      <g key={network}>
        {index > 0 ? (
          <line x1={-MARGINS.left} x2={width + MARGINS.right} y1={top} y2={top} className="stroke-line" />
        ) : null}
        <text x={-MARGINS.left} y={middle + (isLow ? 4 : -2)} className="fill-text font-medium">
          {`${label} · ${peers}`}
        </text>
        {isLow ? null : (
          <text x={-MARGINS.left} y={middle + 13} className="fill-faint">
            {t('network:picture.groups', { count: groups })}
          </text>
        )}
      </g>
    )
  })
}

function pictureText(peers: readonly ListedPeer[]): string {
  const middle = median(peers.flatMap((peer) => getPing(peer) ?? []))
  const words = {
    peers: t('network:picture.count', { count: peers.length }),
    groups: t('network:picture.groups', { count: new Set(peers.map(({ group }) => group)).size }),
  }
  return middle === undefined
    ? t('network:picture.label', words)
    : t('network:picture.labelPing', { ...words, ping: formatPing(middle) })
}

function pointText(peer: ListedPeer): string {
  const ping = getPing(peer)
  return t('network:picture.point', {
    peer: visibleString(peer.addr, 80),
    direction: peer.inbound ? t('network:added.inbound') : t('network:added.outbound'),
    ping: ping === null ? t('network:picture.unanswered') : formatPing(ping),
  })
}
