/**
 * Queue of notices about actions that ran immediately. Purpose: determines which notices are shown and for how long,
 * and shows the result of an undo. Non-goals: their appearance. Invariants: each action is undone at most once; the
 * queue and the list for the menu's undo have a maximum length.
 */
import type { Notice } from '../../app/consent/consentUi.ts'
import type { NoticeList, ShownNotice } from './messages.ts'

/** How long a notice with its undo button is shown; the menu's undo works longer. */
const SHOWN_MS = 10_000
/** How long the result of an undo is shown. */
const OUTCOME_MS = 5000
const MAX_SHOWN = 3
/** Maximum number of queued notices; beyond it the oldest are only counted. */
const MAX_QUEUED = 100

export interface NoticeQueueDeps {
  /** Runs `act` after the delay. Returns the function that cancels it. */
  after(milliseconds: number, act: () => void): () => void
  changed(list: Omit<NoticeList, 'language'>): void
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

/** Shown and queued notices, and the actions that can still be undone. */
export class NoticeQueue {
  readonly #deps: NoticeQueueDeps
  #lastId = 0
  #uncounted = 0
  #shown: Entry[] = []
  #waiting: Entry[] = []
  /** notices whose actions can still be undone, shown or not; the latest is last */
  #undoable: Entry[] = []

  constructor(deps: NoticeQueueDeps) {
    this.#deps = deps
  }

  add(notice: Notice): void {
    this.#lastId += 1
    const entry: Entry = { id: this.#lastId, notice, state: notice.undo ? 'undoable' : 'plain' }
    if (notice.undo) this.#undoable = [...this.#undoable, entry].slice(-MAX_QUEUED)
    this.#waiting.push(entry)
    if (this.#waiting.length > MAX_QUEUED) {
      this.#waiting.shift()
      this.#uncounted += 1
    }
    this.#fill()
    this.#notify()
  }

  /** Undoes the action of a shown notice; ignores an unknown id. */
  undo(id: number): void {
    const entry = this.#shown.find((one) => one.id === id)
    if (entry) void this.#undoEntry(entry)
  }

  /** Undoes the latest action that was not undone yet. */
  undoLast(): void {
    const last = this.#undoable.at(-1)
    if (last) void this.#undoEntry(last)
  }

  clear(): void {
    for (const { cancel } of this.#shown) cancel?.()
    this.#shown = []
    this.#waiting = []
    this.#uncounted = 0
    this.#undoable = []
  }

  #notify(): void {
    this.#deps.changed({ shown: this.#shown.map(toShown), waiting: this.#waiting.length + this.#uncounted })
  }

  #leave(entry: Entry): void {
    this.#shown = this.#shown.filter((one) => one !== entry)
    this.#fill()
    this.#notify()
  }

  #keep(entry: Entry, milliseconds: number): void {
    entry.cancel?.()
    entry.cancel = this.#deps.after(milliseconds, () => this.#leave(entry))
  }

  #fill(): void {
    while (this.#shown.length < MAX_SHOWN) {
      const next = this.#waiting.shift()
      if (!next) {
        this.#uncounted = 0
        return
      }
      this.#shown.push(next)
      this.#keep(next, SHOWN_MS)
    }
  }

  async #undoEntry(entry: Entry): Promise<void> {
    if (entry.state !== 'undoable' || !entry.notice.undo) return
    this.#undoable = this.#undoable.filter((one) => one !== entry)
    entry.state = 'undoing'
    entry.cancel?.()
    // Show the result even if the notice was queued or had left the screen.
    this.#waiting = this.#waiting.filter((one) => one !== entry)
    if (!this.#shown.includes(entry)) this.#shown.push(entry)
    this.#notify()
    try {
      await entry.notice.undo()
      entry.state = 'undone'
    } catch (error) {
      entry.state = 'failed'
      entry.reason = error instanceof Error ? error.message : String(error)
    }
    this.#keep(entry, OUTCOME_MS)
    this.#notify()
  }
}
