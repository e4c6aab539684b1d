import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { formatDecimal, groupDigits } from '../../ui/format.ts'
import { visibleString } from '../../ui/visibleText.ts'

export type ListedPeer = MethodResult<'listpeers'>[number]
export type DetailedPeer = MethodResult<'getpeerdetails'>

/** Poll interval in ms: counters and pings change without an event. */
export const PEERS_EVERY_MS = 2000

const MAGNITUDES = [
  { below: 0.001, factor: 1e6, unit: 'µs', decimals: 0 },
  { below: 0.00995, factor: 1e3, unit: 'ms', decimals: 1 },
  { below: 0.9995, factor: 1e3, unit: 'ms', decimals: 0 },
] as const

/** Formats a ping: "270 µs", "4.2 ms", "48 ms", "1.3 s". */
export function formatPing(seconds: number): string {
  const size = MAGNITUDES.find(({ below }) => seconds < below)
  return size ? `${formatDecimal(seconds * size.factor, size.decimals)} ${size.unit}` : `${formatDecimal(seconds, 1)} s`
}

const SERVICES = [
  [1n, 'full'],
  [1n << 2n, 'bloom'],
  [1n << 28n, 'spent'],
  [1n << 29n, 'address'],
] as const

/** Returns names and meanings of the service bits. Unknown bits are named by their number. */
export function decodeServices(hex: string): readonly { readonly word: string; readonly meaning: string }[] {
  let bits = BigInt(`0x${/^[0-9a-f]+$/.test(hex) ? hex : '0'}`)
  const found: { readonly word: string; readonly meaning: string }[] = []
  for (const [bit, word] of SERVICES) {
    if ((bits & bit) !== 0n) found.push({ word, meaning: t(`network:service.${word}`) })
    bits &= ~bit
  }
  for (let place = 0; bits !== 0n; place++, bits >>= 1n) {
    if ((bits & 1n) !== 0n)
      found.push({ word: t('network:service.bit', { place }), meaning: t('network:service.other') })
  }
  return found
}

type PeerHeights = Pick<ListedPeer, 'height' | 'startingheight'>

/** Returns the best height that this peer is known to have, or −1 if unknown. */
export const getPeerHeight = ({ height, startingheight }: PeerHeights): number => Math.max(height, startingheight)

/** Returns true if the height is only the one that the peer sent when it connected. It may have grown since. */
export const isHeightOld = ({ height, startingheight }: PeerHeights): boolean => startingheight > height

/** Service bit of nodes that serve all blocks. */
const SERVES_BLOCKS = 1n

/**
 * Describes in a few words what a peer provides to this node.
 * @param own height of this node's tip
 */
export function givesText(peer: ProvidingPeer, own: number): string {
  const { version, inflight, services } = peer
  if (version === 0) return t('network:gives.connecting')
  if (inflight?.length) return t('network:gives.sending', { count: inflight.length })
  if ((BigInt(`0x${/^[0-9a-f]+$/.test(services) ? services : '0'}`) & SERVES_BLOCKS) === 0n)
    return t('network:gives.transactions')
  const height = getPeerHeight(peer)
  if (height < 0) return t('network:gives.nothing')
  if (height > own) return t('network:gives.newer', { count: height - own })
  return height === own ? t('network:gives.all') : t('network:gives.behind', { height: groupDigits(height) })
}

type ProvidingPeer = Pick<ListedPeer, 'version' | 'inflight' | 'services' | 'height' | 'startingheight'>

/** Returns the last answered ping in seconds, or null before the first. */
export const getPing = ({ pings, pingtime }: Pick<ListedPeer, 'pings' | 'pingtime'>): number | null =>
  pings.length > 0 || pingtime > 0 ? pingtime : null

export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined) return undefined
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** Formats a network group: the first part of its addresses, or the node's name for groups without one. */
export function groupText(group: string): string {
  if (group === 'this machine') return t('network:group.machine')
  return group === 'unroutable' ? t('network:group.unroutable') : visibleString(group, 80)
}
