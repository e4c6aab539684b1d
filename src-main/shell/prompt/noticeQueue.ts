/**
 * The queue of notices about things that were done at once. Purpose: which notices are on the screen, for how long, and the
 * result of an undo. Non-goals: how they look. Invariants: each is undone at most once; the queue is bounded, and so is
 * the list for the menu's undo.
 */
import type { Notice } from '../../app/consent/surface.ts'
import type { NoticeList, ShownNotice } from './messages.ts'

/** How long a notice with its undo button stays; the menu's undo works longer. */
const SHOWN_MS = 10_000
/** How long the result of an undo stays. */
const OUTCOME_MS = 5000
const MOST_SHOWN = 3
/** Most queued notices; beyond that the oldest are only counted. */
const MOST_WAITING = 100

export interface NoticeQueueDeps {
  /** Returns the function that cancels it. */
  after(milliseconds: number, act: () => void): () => void
  changed(list: Omit<NoticeList, 'language'>): void
}

export interface NoticeQueue {
  add(notice: Notice): void
  /** Undoes one; an unknown id is ignored. */
  undo(id: number): void
  /** Undoes the latest one that is not undone yet. */
  undoLast(): void
  clear(): void
}

interface Entry {
  readonly id: number
  readonly notice: Notice
  state: ShownNotice['state']
  reason?: string
  cancel?: () => void
}

const toShown = ({ id, notice, state, reason }: Entry): ShownNotice => ({
  id,
  chain: notice.chain,
  text: notice.text,
  state,
  ...(reason === undefined ? {} : { reason }),
})

export function createNoticeQueue({ after, changed }: NoticeQueueDeps): NoticeQueue {
  let lastId = 0
  let uncounted = 0
  let shown: Entry[] = []
  let waiting: Entry[] = []
  /** those that can still be undone, shown or not; the latest last */
  let undoable: Entry[] = []

  const notify = () => changed({ shown: shown.map(toShown), waiting: waiting.length + uncounted })

  const leave = (entry: Entry) => {
    shown = shown.filter((one) => one !== entry)
    fill()
    notify()
  }
  const keep = (entry: Entry, milliseconds: number) => {
    entry.cancel?.()
    entry.cancel = after(milliseconds, () => leave(entry))
  }
  const fill = () => {
    while (shown.length < MOST_SHOWN) {
      const next = waiting.shift()
      if (!next) {
        uncounted = 0
        return
      }
      shown.push(next)
      keep(next, SHOWN_MS)
    }
  }

  const takeBack = async (entry: Entry) => {
    if (entry.state !== 'undoable' || !entry.notice.undo) return
    undoable = undoable.filter((one) => one !== entry)
    entry.state = 'undoing'
    entry.cancel?.()
    // The result is shown even if the notice was queued or had left the screen.
    waiting = waiting.filter((one) => one !== entry)
    if (!shown.includes(entry)) shown.push(entry)
    notify()
    try {
      await entry.notice.undo()
      entry.state = 'undone'
    } catch (error) {
      entry.state = 'failed'
      entry.reason = error instanceof Error ? error.message : String(error)
    }
    keep(entry, OUTCOME_MS)
    notify()
  }

  return {
    add(notice) {
      lastId += 1
      const entry: Entry = { id: lastId, notice, state: notice.undo ? 'undoable' : 'plain' }
      if (notice.undo) undoable = [...undoable, entry].slice(-MOST_WAITING)
      waiting.push(entry)
      if (waiting.length > MOST_WAITING) {
        waiting.shift()
        uncounted += 1
      }
      fill()
      notify()
    },
    undo(id) {
      const entry = shown.find((one) => one.id === id)
      if (entry) void takeBack(entry)
    },
    undoLast() {
      const last = undoable.at(-1)
      if (last) void takeBack(last)
    },
    clear() {
      for (const { cancel } of shown) cancel?.()
      shown = []
      waiting = []
      uncounted = 0
      undoable = []
    },
  }
}
