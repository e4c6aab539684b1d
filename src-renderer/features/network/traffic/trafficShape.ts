import { scaleLinear } from 'd3-scale'

/** From samples of bytes to two areas on a screen: received above the line in the middle, sent below it. */

export interface TrafficInterval {
  /** end of the interval, unix seconds */
  readonly time: number
  readonly received: number
  readonly sent: number
}

export interface TrafficBucket {
  /** end, unix seconds */
  readonly time: number
  /** bytes a second; undefined: the node did not run */
  readonly received: number | undefined
  readonly sent: number | undefined
}

export interface TrafficShape {
  readonly received: string
  readonly sent: string
  /** bytes a second at the upper and lower edge */
  readonly top: number
  bucketAt(x: number): TrafficBucket | undefined
}

/** seconds that one sample of the node covers */
const SPAN = 10
/** More could not be seen, and costs time to draw. */
const MOST_BUCKETS = 240

/** Rates in equal steps up to now; a step without samples is a gap, not zero traffic. */
export function trafficBuckets(
  samples: readonly TrafficInterval[],
  range: number,
  now: number,
): readonly TrafficBucket[] {
  const step = Math.max(SPAN, Math.ceil(range / MOST_BUCKETS / SPAN) * SPAN)
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

/** A round rate that is not below; at least 10 bytes a second. */
export function roundUp(rate: number): number {
  return scaleLinear()
    .domain([0, Math.max(10, rate)])
    .nice(1)
    .domain()[1] as number
}

export function trafficShape(
  buckets: readonly TrafficBucket[],
  box: { readonly width: number; readonly height: number },
): TrafficShape {
  const rates = buckets.flatMap(({ received, sent }) => [received ?? 0, sent ?? 0])
  const top = roundUp(Math.max(0, ...rates))
  const x = scaleLinear().domain([0, buckets.length]).range([0, box.width])
  // A pixel is left free at both edges, for the lines there.
  const y = scaleLinear()
    .domain([-top, top])
    .range([box.height - 1, 1])
  const middle = y(0).toFixed(1)
  const area = (rate: (bucket: TrafficBucket) => number | undefined, sign: 1 | -1) => {
    let path = ''
    let open = false
    for (const [index, bucket] of buckets.entries()) {
      const value = rate(bucket)
      if (value === undefined) {
        if (open) path += `V${middle}Z`
        open = false
        continue
      }
      if (!open) path += `M${x(index).toFixed(1)},${middle}`
      open = true
      path += `V${y(sign * value).toFixed(1)}H${x(index + 1).toFixed(1)}`
    }
    return open ? `${path}V${middle}Z` : path
  }
  return {
    received: area((bucket) => bucket.received, 1),
    sent: area((bucket) => bucket.sent, -1),
    top,
    bucketAt: (at) => buckets[Math.floor(x.invert(at))],
  }
}
