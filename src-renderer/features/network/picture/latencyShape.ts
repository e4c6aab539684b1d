import { scaleLog } from 'd3-scale'
import { t } from '../../../i18n/texts.ts'
import type { AxisLabel } from '../../../ui/Chart/axes.tsx'
import type { PlotArea } from '../../../ui/Chart/scales.ts'
import { getPing, type ListedPeer } from '../peer.ts'

/** Computes the positions of peers: to the right by latency, in lanes by network, on lines by group. */

export interface PicturePoint {
  readonly peer: ListedPeer
  readonly x: number
  readonly y: number
}

export interface PictureLane {
  readonly network: ListedPeer['network']
  readonly label: string
  readonly peers: number
  readonly groups: number
  readonly top: number
  readonly height: number
}

/** Link between several peers of one group. */
export interface PictureLink {
  readonly group: string
  readonly from: number
  readonly to: number
  readonly y: number
}

export interface LatencyShape {
  readonly lanes: readonly PictureLane[]
  /** radius of a dot in px, smaller if there are many peers */
  readonly radius: number
  readonly points: readonly PicturePoint[]
  readonly links: readonly PictureLink[]
  readonly ticks: readonly AxisLabel[]
}

const LANES: readonly ListedPeer['network'][] = ['ipv4', 'ipv6', 'onion', 'unroutable']

const TICKS = [
  [0.001, '1 ms'],
  [0.01, '10 ms'],
  [0.1, '100 ms'],
  [1, '1 s'],
] as const

/** seconds at the left and the right edge of the scale */
const FASTEST = 0.0003
const SLOWEST = 3
/** px between the dots and the edges of their lane */
const GAP = 2
const MANY = 40
/** px that a label needs; with less space every second label is omitted */
const LABEL_WIDTH = 52

/** share of the width for peers that have not answered a ping yet */
const UNKNOWN = 0.1

const scale = scaleLog()
  .domain([FASTEST, SLOWEST])
  .range([0, 1 - UNKNOWN])
  .clamp(true)

/** Returns a position from 0 at the left to 1 at the right, on a logarithmic scale. */
export function latencyPosition(seconds: number | null): number {
  // Clamp here: the logarithm of 0 is not clamped by the scale.
  return seconds === null ? 1 : scale(Math.max(seconds, FASTEST))
}

export function latencyShape(peers: readonly ListedPeer[], box: PlotArea): LatencyShape {
  const present = LANES.flatMap((network) => {
    const own = peers.filter((peer) => peer.network === network)
    return own.length > 0 ? [{ network, label: t(`network:picture.lane.${network}`), own }] : []
  })
  const radius = peers.length > MANY ? 2.75 : 4.5
  const laneHeight = present.length > 0 ? box.height / present.length : box.height
  const lanes: PictureLane[] = []
  const points: PicturePoint[] = []
  const links: PictureLink[] = []
  for (const [index, { network, label, own }] of present.entries()) {
    const groups = [...new Set(own.map(({ group }) => group))].sort()
    const top = index * laneHeight
    lanes.push({ network, label, peers: own.length, groups: groups.length, top, height: laneHeight })
    for (const [line, group] of groups.entries()) {
      const y = top + radius + GAP + ((line + 0.5) / groups.length) * (laneHeight - 2 * (radius + GAP))
      const members = own.filter((peer) => peer.group === group)
      const placed = members.map((peer) => ({ peer, x: latencyPosition(getPing(peer)) * box.width, y }))
      points.push(...placed)
      if (placed.length > 1) {
        const places = placed.map(({ x }) => x)
        links.push({ group, y, from: Math.min(...places), to: Math.max(...places) })
      }
    }
  }
  return {
    lanes,
    radius,
    points,
    links,
    ticks: [
      ...TICKS.filter((_, index) => index % 2 === 0 || box.width / (TICKS.length + 1) > LABEL_WIDTH).map(
        ([seconds, label]) => ({ label, at: latencyPosition(seconds) * box.width }),
      ),
      { label: t('network:picture.noAnswer'), at: box.width },
    ],
  }
}
