import type { Steps } from '../../../util/runInSlices.ts'

/** Rows sorted, or merged, between two yields. */
const ROWS_PER_SLICE = 2000

/** Sorts rows with a merge sort that yields and needs one further array only. Changes the array. */
export function* sortedRows(
  rows: Uint32Array<ArrayBuffer>,
  compare: (a: number, b: number) => number,
): Steps<Uint32Array> {
  let from = rows
  for (let at = 0; at < from.length; at += ROWS_PER_SLICE) {
    if (at > 0) yield
    from.subarray(at, at + ROWS_PER_SLICE).sort(compare)
  }
  let to = new Uint32Array(rows.length > ROWS_PER_SLICE ? rows.length : 0)
  for (let run = ROWS_PER_SLICE; run < from.length; run *= 2) {
    for (let start = 0; start < from.length; start += 2 * run) {
      const [middle, end] = [start + run, start + 2 * run].map((at) => Math.min(at, from.length)) as [number, number]
      for (let [left, right, at] = [start, middle, start]; at < end; at++) {
        if ((at - start) % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) yield
        const takeLeft = right >= end || (left < middle && compare(from[left]!, from[right]!) <= 0)
        to[at] = takeLeft ? from[left++]! : from[right++]!
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}
