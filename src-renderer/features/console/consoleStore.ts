import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { takesSecrets } from '#shared/rpc/args.ts'
import type { Method } from '#shared/rpc/define.ts'
import type { HistoryLine } from './redaction.ts'

export type EntryOutcome =
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly resultText: string; readonly milliseconds: number }
  | {
      readonly state: 'failed'
      readonly code: number | undefined
      readonly message: string
      readonly milliseconds: number
    }
  | { readonly state: 'cancelled' }
  /** The answer was large and was dropped for newer ones. */
  | { readonly state: 'dropped' }

/** A call and its answer on screen. Answers are kept until the window is closed. */
export interface ConsoleEntry {
  readonly id: number
  readonly method: string
  /** the line without secrets, for display and copying */
  readonly line: HistoryLine
  readonly paramsText: string
  readonly outcome: EntryOutcome
  /** True if the answer is a secret, which is covered until the user uncovers it. */
  readonly secret: boolean
}

/** Texts of a parameter form by parameter. */
export type FormFields = Readonly<Record<string, string>>

interface ConsoleState {
  /** oldest first */
  readonly entries: readonly ConsoleEntry[]
  /** lines for ↑ and ↓, oldest first; the only part that is stored */
  readonly lines: readonly HistoryLine[]
  /** text on the line when the user left the page; kept until the window is closed */
  readonly unfinished: string
  /** texts in the parameter forms, by method and parameter; kept until the window is closed */
  readonly forms: Readonly<Record<string, FormFields>>
  leave(line: string): void
  /** stores the texts of a method's form, unless they may contain a secret */
  keepForm(method: Method, fields: FormFields): void
  add(entry: Omit<ConsoleEntry, 'id'>): number
  finish(id: number, outcome: EntryOutcome): void
  remove(id: number): void
  clear(): void
  /** drops all answers and running calls, because they belong to another chain */
  forget(): void
}

/** Maximum number of answers. The oldest are dropped, so that a console that stays open for weeks does not grow. */
const KEPT_ENTRIES = 60
const KEPT_LINES = 300
/** Maximum total characters of all answers. The newest answer always stays. */
const KEPT_CHARACTERS = 24_000_000
let nextId = 1

export function withinMemory(entries: readonly ConsoleEntry[], limit = KEPT_CHARACTERS): readonly ConsoleEntry[] {
  let room = limit
  let newest = true
  return entries
    .toReversed()
    .map((entry) => {
      if (entry.outcome.state !== 'done') return entry
      room -= entry.outcome.resultText.length
      const stays = newest || room >= 0
      newest = false
      return stays ? entry : { ...entry, outcome: { state: 'dropped' } as const }
    })
    .toReversed()
}

export const useConsole = create<ConsoleState>()(
  persist(
    (set) => ({
      entries: [],
      lines: [],
      unfinished: '',
      forms: {},
      leave: (unfinished) => set({ unfinished }),
      keepForm(method, fields) {
        if (takesSecrets(method)) return
        set(({ forms }) => ({ forms: { ...forms, [method.name]: fields } }))
      },
      add(entry) {
        const id = nextId++
        set(({ entries, lines }) => ({
          entries: [...entries, { ...entry, id }].slice(-KEPT_ENTRIES),
          lines: [...lines.filter((line) => line.text !== entry.line.text), entry.line].slice(-KEPT_LINES),
        }))
        return id
      },
      finish: (id, outcome) =>
        set(({ entries }) => ({
          entries: withinMemory(entries.map((entry) => (entry.id === id ? { ...entry, outcome } : entry))),
        })),
      remove: (id) => set(({ entries }) => ({ entries: entries.filter((entry) => entry.id !== id) })),
      forget: () => set({ entries: [] }),
      clear: () => set(({ entries }) => ({ entries: entries.filter((entry) => entry.outcome.state === 'running') })),
    }),
    {
      name: 'chainwright.console',
      version: 1,
      partialize: ({ lines }) => ({ lines }),
      merge: (stored, current) => ({ ...current, lines: readLines(stored) }),
    },
  ),
)

function readLines(stored: unknown): readonly HistoryLine[] {
  if (typeof stored !== 'object' || stored === null || !('lines' in stored) || !Array.isArray(stored.lines)) return []
  return stored.lines.flatMap((line: unknown) =>
    typeof line === 'object' && line !== null && 'text' in line && typeof line.text === 'string'
      ? [{ text: line.text, redacted: 'redacted' in line && line.redacted === true }]
      : [],
  )
}
