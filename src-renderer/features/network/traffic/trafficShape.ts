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

/** Rates in equal steps up to now; a step without any sample is a gap, not a silence. */
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

/** The next of 1, 2, 5, 10, … that is not below; at least 10 bytes a second. */
export function roundUp(rate: number): number {
  if (rate <= 10) return 10
  const power = 10 ** Math.floor(Math.log10(rate))
  return ([1, 2, 5, 10].find((factor) => factor * power >= rate) ?? 10) * power
}

export function trafficShape(
  buckets: readonly TrafficBucket[],
  box: { readonly width: number; readonly height: number },
): TrafficShape {
  const rates = buckets.flatMap(({ received, sent }) => [received ?? 0, sent ?? 0])
  const top = roundUp(Math.max(0, ...rates))
  const step = buckets.length > 0 ? box.width / buckets.length : 0
  const half = box.height / 2
  const area = (rate: (bucket: TrafficBucket) => number | undefined, sign: 1 | -1) => {
    let path = ''
    let open = false
    for (const [index, bucket] of buckets.entries()) {
      const value = rate(bucket)
      const x = (index * step).toFixed(1)
      if (value === undefined) {
        if (open) path += `V${half.toFixed(1)}Z`
        open = false
        continue
      }
      if (!open) path += `M${x},${half.toFixed(1)}`
      open = true
      path += `V${(half - sign * (value / top) * (half - 1)).toFixed(1)}H${((index + 1) * step).toFixed(1)}`
    }
    return open ? `${path}V${half.toFixed(1)}Z` : path
  }
  return {
    received: area((bucket) => bucket.received, 1),
    sent: area((bucket) => bucket.sent, -1),
    top,
    bucketAt: (x) => (step > 0 ? buckets[Math.floor(x / step)] : undefined),
  }
}
