/**
 * Returns the number of rows by which all visible rows moved down because rows were added or removed above. Returns 0
 * if they did not move or were reordered.
 * @param first index of the topmost visible row
 * @param last index of the lowest visible row
 */
export function computeRowShift<Row>(
  old: readonly Row[],
  now: readonly Row[],
  rowKey: (row: Row) => string,
  first: number,
  last: number,
): number {
  const shiftAt = (index: number): number | undefined => {
    const row = old[index]
    if (row === undefined) return undefined
    const key = rowKey(row)
    const there = now[index]
    if (there !== undefined && rowKey(there) === key) return 0
    const place = now.findIndex((one) => rowKey(one) === key)
    return place < 0 ? undefined : place - index
  }
  const shift = shiftAt(first)
  return shift !== undefined && shift !== 0 && shift === shiftAt(Math.min(last, old.length - 1)) ? shift : 0
}
