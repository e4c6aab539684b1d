/** Computes two areas from samples of bytes: received above the line in the middle, sent below it. */
import { scaleLinear } from 'd3-scale'
import { areaPath, type PathPoint, stepPath } from '../../../ui/Chart/paths.ts'
import type { PlotArea, ScaleTick } from '../../../ui/Chart/scales.ts'

export interface TrafficInterval {
  /** end of the interval in unix seconds */
  readonly time: number
  readonly received: number
  readonly sent: number
}

export interface TrafficBucket {
  /** end in unix seconds */
  readonly time: number
  /** bytes per second, or undefined if the node did not run */
  readonly received: number | undefined
  readonly sent: number | undefined
}

export interface TrafficShape {
  readonly received: string
  readonly sent: string
  /** bytes per second at the upper and lower edge */
  readonly top: number
  /** @returns the bucket at `x` px from the left, or undefined at the right edge */
  bucketAt(x: number): TrafficBucket | undefined
}

/** seconds covered by one sample of the node */
const SPAN = 10
/** Maximum number of steps: more would not be visible, and would take time to render. */
const MAX_BUCKETS = 240
/** px that the label of a mark needs; with less space every second mark is omitted */
const LABEL_WIDTH = 76

/** Computes the rates in equal steps up to now. A step without samples is a gap, not zero traffic. */
export function trafficBuckets(
  samples: readonly TrafficInterval[],
  range: number,
  now: number,
): readonly TrafficBucket[] {
  const step = Math.max(SPAN, Math.ceil(range / MAX_BUCKETS / SPAN) * SPAN)
  const count = Math.ceil(range / step)
  const end = Math.floor(now / SPAN) * SPAN
  const sums = Array.from({ length: count }, () => ({ received: 0, sent: 0, samples: 0 }))
  for (const { time, received, sent } of samples) {
    const sum = sums[count - 1 - Math.floor((end - time) / step)]
    if (!sum || time > end) continue
    sum.received += received
    sum.sent += sent
    sum.samples += 1
  }
  return sums.map(({ received, sent, samples: seen }, index) => {
    const seconds = seen * SPAN
    return {
      time: end - (count - 1 - index) * step,
      received: seen > 0 ? received / seconds : undefined,
      sent: seen > 0 ? sent / seconds : undefined,
    }
  })
}

/** Rounds a rate up to a round number of at least 10 bytes per second. */
export function roundUp(rate: number): number {
  return scaleLinear()
    .domain([0, Math.max(10, rate)])
    .nice(1)
    .domain()[1] as number
}

/** Returns marks at whole minutes or hours (1 min, 10 min, 1 h, 4 h apart), as seconds before the right edge. */
export function trafficTicks(range: number, width: number): readonly ScaleTick<number>[] {
  const count = range === 300 ? 5 : 6
  const step = width / count < LABEL_WIDTH ? 2 : 1
  const ticks = Array.from({ length: Math.floor(count / step) + 1 }, (_, index) => index * step)
  return ticks.reverse().map((tick) => ({ value: (range / count) * tick, at: (1 - tick / count) * width }))
}

/** Computes areas of steps, with gaps for the time in which the node did not run. */
export function trafficShape(buckets: readonly TrafficBucket[], box: PlotArea): TrafficShape {
  const rates = buckets.flatMap(({ received, sent }) => [received ?? 0, sent ?? 0])
  const top = roundUp(Math.max(0, ...rates))
  const x = scaleLinear().domain([0, buckets.length]).range([0, box.width])
  // Leaves a pixel at both edges for the lines there.
  const y = scaleLinear()
    .domain([-top, top])
    .range([box.height - 1, 1])
  const area = (rate: (bucket: TrafficBucket) => number | undefined, sign: 1 | -1) => {
    let path = ''
    let run: PathPoint[] = []
    for (const [index, value] of [...buckets.map(rate), undefined].entries()) {
      if (value !== undefined) {
        run.push([x(index), y(sign * value)])
        continue
      }
      const [first] = run
      if (first) path += areaPath(stepPath([first[0], y(0)], run, x(index)), y(0))
      run = []
    }
    return path
  }
  return {
    received: area((bucket) => bucket.received, 1),
    sent: area((bucket) => bucket.sent, -1),
    top,
    bucketAt: (at) => buckets[Math.floor(x.invert(at))],
  }
}
