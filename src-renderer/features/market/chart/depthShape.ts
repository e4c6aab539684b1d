/** Computes the layout of an order book's levels as steps. Amounts stay exact until they become pixels. */
import { scaleLinear } from 'd3-scale'
import { toSatoshis } from '../../../components/market/prices.ts'
import { areaPath, stepPath } from '../../../ui/Chart/paths.ts'
import { amountScale, amountTicks, type PlotArea, type ScaleTick, wholeTicks } from '../../../ui/Chart/scales.ts'
import type { CumulativeLevel, Ladder, Side } from '../book/ladder.ts'

export interface DepthReading {
  readonly side: Side
  /** the level at the position */
  readonly rung: CumulativeLevel
}

export interface DepthShape {
  /** undefined for a side without orders */
  readonly asks: { readonly line: string; readonly area: string } | undefined
  readonly bids: { readonly line: string; readonly area: string } | undefined
  readonly units: readonly ScaleTick<bigint>[]
  /** satoshis per unit */
  readonly prices: readonly ScaleTick<bigint>[]
  y(units: bigint): number
  /** @returns the level at `x` px from the left, or undefined between the best prices */
  readingAt(x: number): DepthReading | undefined
}

/**
 * Share of the price levels, nearest to the mid price, that fit in the chart, so that a few outliers do not compress the
 * rest.
 */
const NEAR = 0.9
/** Maximum number of levels up to which a book is shown completely. */
const FEW = 12
const MARGIN = 1.12
const FEW_MARGIN = 1.6
/** Share of the price range for a side without orders. */
const BARE = 0.12
/** width of a price label in px */
const LABEL = 96

const toPrice = (rung: CumulativeLevel): number => Number(toSatoshis(rung.price))

/** Returns the prices at the left and the right edge in satoshis. */
function priceDomain({ asks, bids }: Ladder): readonly [number, number] {
  const [ask, bid] = [asks[0], bids[0]].map((rung) => rung && toPrice(rung))
  const middle = ask !== undefined && bid !== undefined ? (ask + bid) / 2 : (ask ?? bid ?? 0)
  const distances = [...asks, ...bids].map((rung) => Math.abs(toPrice(rung) - middle)).sort((a, b) => a - b)
  const few = distances.length <= FEW
  const farthest = distances[Math.ceil((few ? 1 : NEAR) * (distances.length - 1))] ?? 0
  const reach = farthest * (few ? FEW_MARGIN : MARGIN) || middle * BARE || 1
  return [
    Math.max(0, middle - (bid === undefined ? reach * BARE : reach)),
    middle + (ask === undefined ? reach * BARE : reach),
  ]
}

/** Computes both sides of a book as steps: the units offered at a price and all better ones. */
export function depthShape(ladder: Ladder, box: PlotArea): DepthShape {
  const [from, to] = priceDomain(ladder)
  const x = scaleLinear().domain([from, to]).range([0, box.width]).clamp(true)
  const shown = (rungs: readonly CumulativeLevel[]) =>
    rungs.filter((rung) => toPrice(rung) >= from && toPrice(rung) <= to)
  const sides = { ask: shown(ladder.asks), bid: shown(ladder.bids) }
  const top = [...sides.ask, ...sides.bid].reduce((most, { sum }) => (sum > most ? sum : most), 0n)
  const scale = amountScale(top, box.height > 150 ? 4 : 2, box.height)
  const y = (units: bigint) => scale(Number(units))

  const steps = (rungs: readonly CumulativeLevel[], edge: number) => {
    const best = rungs[0]
    if (!best) return undefined
    const line = stepPath(
      [x(toPrice(best)), box.height],
      rungs.map((rung) => [x(toPrice(rung)), y(rung.sum)]),
      edge,
    )
    return { line, area: areaPath(line, box.height) }
  }
  return {
    asks: steps(sides.ask, box.width),
    bids: steps(sides.bid, 0),
    units: amountTicks(scale),
    prices: wholeTicks(x, Math.max(2, Math.floor(box.width / LABEL))).map((value) => ({
      value: BigInt(value),
      at: x(value),
    })),
    y,
    readingAt(at) {
      const price = x.invert(at)
      const ask = sides.ask.findLast((rung) => toPrice(rung) <= price)
      if (ask) return { side: 'ask', rung: ask }
      const bid = sides.bid.findLast((rung) => toPrice(rung) >= price)
      return bid && { side: 'bid', rung: bid }
    },
  }
}
