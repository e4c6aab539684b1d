/** From the levels of a book to lines on a screen. Amounts stay exact until they become pixels. */
import { scaleLinear } from 'd3-scale'
import { satoshisOf } from '../../../components/market/prices.ts'
import type { AreaBox } from '../../../ui/Chart/AreaChart.tsx'
import { amountScale, wholeTicks } from '../../../ui/Chart/scales.ts'
import type { Ladder, Rung, Side } from '../book/ladder.ts'

export interface DepthReading {
  readonly side: Side
  /** the level that the position stands on */
  readonly rung: Rung
}

export interface DepthShape {
  /** undefined for a side without orders */
  readonly asks: { readonly line: string; readonly area: string } | undefined
  readonly bids: { readonly line: string; readonly area: string } | undefined
  readonly units: readonly { readonly value: bigint; readonly at: number }[]
  /** satoshis for a unit */
  readonly prices: readonly { readonly value: bigint; readonly at: number }[]
  y(units: bigint): number
  /** What stands at a position on screen; undefined between the best prices. */
  readingAt(x: number): DepthReading | undefined
}

/** Of the levels, by their distance from the middle: a few far ones must not squeeze the others. */
const NEAR = 0.9
/** Books of so few levels are shown whole. */
const FEW = 12
const MARGIN = 1.12
const FEW_MARGIN = 1.6
/** Of the reach, on the side that has no orders. */
const BARE = 0.12
/** px that the label of a price takes */
const LABEL = 96

const priceOf = (rung: Rung): number => Number(satoshisOf(rung.price))

/** Satoshis from the left to the right edge. */
function domainOf({ asks, bids }: Ladder): readonly [number, number] {
  const [ask, bid] = [asks[0], bids[0]].map((rung) => rung && priceOf(rung))
  const middle = ask !== undefined && bid !== undefined ? (ask + bid) / 2 : (ask ?? bid ?? 0)
  const distances = [...asks, ...bids].map((rung) => Math.abs(priceOf(rung) - middle)).sort((a, b) => a - b)
  const few = distances.length <= FEW
  const farthest = distances[Math.ceil((few ? 1 : NEAR) * (distances.length - 1))] ?? 0
  const reach = farthest * (few ? FEW_MARGIN : MARGIN) || middle * BARE || 1
  return [
    Math.max(0, middle - (bid === undefined ? reach * BARE : reach)),
    middle + (ask === undefined ? reach * BARE : reach),
  ]
}

/** Both sides of a book as steps: units that one price and all better ones offer. */
export function depthShape(ladder: Ladder, box: AreaBox): DepthShape {
  const [from, to] = domainOf(ladder)
  const x = scaleLinear().domain([from, to]).range([0, box.width]).clamp(true)
  const shown = (rungs: readonly Rung[]) => rungs.filter((rung) => priceOf(rung) >= from && priceOf(rung) <= to)
  const sides = { ask: shown(ladder.asks), bid: shown(ladder.bids) }
  const top = [...sides.ask, ...sides.bid].reduce((most, { sum }) => (sum > most ? sum : most), 0n)
  const scale = amountScale(top, box.height > 150 ? 4 : 2, box.height)
  const y = (units: bigint) => scale(Number(units))
  const pixel = (value: number) => value.toFixed(1)

  const steps = (rungs: readonly Rung[], edge: number) => {
    const best = rungs[0]
    if (!best) return undefined
    const start = pixel(x(priceOf(best)))
    let line = `M${start},${pixel(box.height)}`
    for (const rung of rungs) line += `H${pixel(x(priceOf(rung)))}V${pixel(y(rung.sum))}`
    line += `H${pixel(edge)}`
    return { line, area: `${line}V${pixel(box.height)}H${start}Z` }
  }
  return {
    asks: steps(sides.ask, box.width),
    bids: steps(sides.bid, 0),
    units: scale.steps.map((value) => ({ value, at: y(value) })),
    prices: wholeTicks(x, Math.max(2, Math.floor(box.width / LABEL))).map((value) => ({
      value: BigInt(value),
      at: x(value),
    })),
    y,
    readingAt(at) {
      const price = x.invert(at)
      const ask = sides.ask.findLast((rung) => priceOf(rung) <= price)
      if (ask) return { side: 'ask', rung: ask }
      const bid = sides.bid.findLast((rung) => priceOf(rung) >= price)
      return bid && { side: 'bid', rung: bid }
    },
  }
}
