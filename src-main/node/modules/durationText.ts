const UNITS = [
  [86_400n, 'day'],
  [3_600n, 'hour'],
  [60n, 'minute'],
] as const

const MOST_SECONDS = 10n ** 12n

/** A time of so many seconds in the largest unit that fits: `30 days`, `36 hours`. For people. */
export function durationText(seconds: bigint): string {
  if (seconds > MOST_SECONDS) return 'a time without end'
  for (const [length, name] of UNITS) {
    if (seconds >= length && seconds % length === 0n) return counted(seconds / length, name)
  }
  return counted(seconds, 'second')
}

const counted = (count: bigint, name: string): string =>
  `${count.toLocaleString('en-US')} ${name}${count === 1n ? '' : 's'}`
