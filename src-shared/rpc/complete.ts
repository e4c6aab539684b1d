/** Completion of a console line: method names, then help for the parameter at the cursor. */
import type { Method } from './define.ts'
import { usageLine } from './help.ts'
import { findMethod, methods } from './index.ts'
import type { AnyParam } from './param.ts'
import { splitWords } from './words.ts'

export interface Suggestion {
  readonly text: string
  readonly summary: string
}

export interface Completion {
  /** part of the line that a suggestion replaces */
  readonly from: number
  readonly to: number
  readonly suggestions: readonly Suggestion[]
  readonly hint: Hint | undefined
}

export interface Hint {
  readonly usage: string
  readonly summary: string
  /** parameter at the cursor, or undefined after the last parameter */
  readonly param: AnyParam | undefined
  readonly index: number
}

export function completeConsole(line: string, cursor: number): Completion {
  const before = splitWords(line.slice(0, cursor))
  const last = before.at(-1)
  const typing = last !== undefined && last.to === cursor && !/\s/.test(line.charAt(cursor - 1))
  const index = typing || last?.open ? before.length - 1 : before.length
  const from = index < before.length ? (last?.from ?? cursor) : cursor
  const prefix = index < before.length ? (last?.text ?? '') : ''
  const command = before[0]?.text ?? ''
  if (index <= 0) return { from, to: cursor, suggestions: matchingMethods(prefix), hint: undefined }
  const method = findMethod(command)
  if (method === undefined) return { from, to: cursor, suggestions: [], hint: undefined }
  const param = method.params[index - 1]
  return {
    from,
    to: cursor,
    suggestions: command === 'help' && index === 1 ? matchingMethods(prefix) : matchingValues(param, prefix),
    hint: { usage: usageLine(method), summary: method.summary, param, index: index - 1 },
  }
}

/** Sort order of method lists: by name, ignoring case, with unsupported methods last. */
export function compareListed(a: Method, b: Method): number {
  const last = Number(a.flags.unsupported ?? false) - Number(b.flags.unsupported ?? false)
  return last || (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1)
}

function matchingMethods(prefix: string): Suggestion[] {
  const all: readonly Method[] = Object.values(methods)
  const typed = prefix.toLowerCase()
  const starting = all.filter((method) => method.name.startsWith(typed))
  // If no name starts with the text, match inside names.
  const found = starting.length > 0 ? starting : all.filter((method) => method.name.includes(typed))
  return found.toSorted(compareListed).map((method) => ({ text: method.name, summary: method.summary }))
}

function matchingValues(param: AnyParam | undefined, prefix: string): Suggestion[] {
  if (param?.traits.kind !== 'boolean') return []
  return ['true', 'false'].filter((word) => word.startsWith(prefix)).map((text) => ({ text, summary: param.doc }))
}
