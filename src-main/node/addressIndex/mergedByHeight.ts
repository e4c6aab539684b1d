/** Pages read between two yields to the event loop (a few milliseconds). */
export const PAGES_PER_SLICE = 50

interface Text {
  readonly height: number
}

interface Source<T> {
  readonly which: number
  open(): Iterator<readonly T[]>
}

interface Cursor<T> {
  readonly which: number
  readonly pages: Iterator<readonly T[]>
  page: readonly T[]
  at: number
}

/**
 * Merges rows of several sources, each sorted by height, into one list sorted by height. Rows of the same height are in
 * the order of the sources. One page per source is in memory. A page of the list ends after PAGES_PER_SLICE pages of
 * sources were read, and may be empty.
 * @param max maximum rows per page of the list
 */
export function* mergedByHeight<T extends Text>(
  sources: readonly Source<T>[],
  max: number,
): Generator<{ readonly text: T; readonly which: number }[]> {
  const heap: Cursor<T>[] = []
  for (const [at, { which, open }] of sources.entries()) {
    const cursor: Cursor<T> = { which, pages: open(), page: [], at: 0 }
    if (hasRow(cursor)) heap.push(cursor)
    if ((at + 1) % PAGES_PER_SLICE === 0) yield []
  }
  for (let at = heap.length >> 1; at >= 0; at--) sink(heap, at)
  let rows: { text: T; which: number }[] = []
  let pagesRead = 0
  for (let first = heap[0]; first !== undefined; first = heap[0]) {
    rows.push({ text: first.page[first.at]!, which: first.which })
    first.at++
    if (first.at === first.page.length) pagesRead++
    if (!hasRow(first)) {
      const last = heap.pop()!
      if (last !== first) heap[0] = last
    }
    sink(heap, 0)
    if (rows.length < max && pagesRead < PAGES_PER_SLICE) continue
    yield rows
    rows = []
    pagesRead = 0
  }
  if (rows.length > 0) yield rows
}

/** Advances to the next page if the current one is used up. Returns false if there are no more rows. */
function hasRow<T>(cursor: Cursor<T>): boolean {
  while (cursor.at >= cursor.page.length) {
    const next = cursor.pages.next()
    if (next.done) return false
    cursor.page = next.value
    cursor.at = 0
  }
  return true
}

function isBefore<T extends Text>(a: Cursor<T>, b: Cursor<T>): boolean {
  const [first, second] = [a.page[a.at]!.height, b.page[b.at]!.height]
  return first < second || (first === second && a.which < b.which)
}

/** Restores the order of a binary heap whose element at `from` may be too far up. */
function sink<T extends Text>(heap: Cursor<T>[], from: number): void {
  for (let at = from; ; ) {
    let min = at
    for (const child of [2 * at + 1, 2 * at + 2])
      if (child < heap.length && isBefore(heap[child]!, heap[min]!)) min = child
    if (min === at) return
    const moved = heap[at]!
    heap[at] = heap[min]!
    heap[min] = moved
    at = min
  }
}
