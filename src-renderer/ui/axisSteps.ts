/** Where the labels of an axis stand. */

/** Round steps of 1, 2 or 5 times a power of ten, at most `most` of them up to and including the first at or above `top`. */
export function amountSteps(top: bigint, most: number): readonly bigint[] {
  if (top <= 0n) return [0n]
  const least = (top + BigInt(most) - 1n) / BigInt(most)
  let power = 1n
  while (power * 10n <= least) power *= 10n
  const step = [power, power * 2n, power * 5n, power * 10n].find((size) => size >= least) ?? power * 10n
  const steps: bigint[] = []
  for (let value = 0n; ; value += step) {
    steps.push(value)
    if (value >= top) return steps
  }
}

/** Round whole numbers within a span. */
export function wholeSteps(from: number, to: number, most: number): readonly number[] {
  if (to <= from) return [from]
  const least = Math.max(1, (to - from) / Math.max(1, most))
  const power = 10 ** Math.floor(Math.log10(least))
  const step = Math.max(1, [1, 2, 5, 10].map((size) => size * power).find((size) => size >= least) ?? power * 10)
  const steps: number[] = []
  for (let value = Math.ceil(from / step) * step; value <= to; value += step) steps.push(value)
  return steps
}
