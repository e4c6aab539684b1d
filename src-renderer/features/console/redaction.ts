import { parseJson } from '#shared/json.ts'
import { HIDDEN, redactParams, takesSecrets } from '#shared/rpc/args.ts'
import { snippets } from '#shared/rpc/help.ts'
import { findMethod } from '#shared/rpc/index.ts'
import { splitWords } from '#shared/rpc/words.ts'

/** A line as it may be stored in the history. */
export interface HistoryLine {
  readonly text: string
  /** True if a secret was removed: the line documents the call but cannot repeat it. */
  readonly redacted: boolean
}

/** Matches a mistyped method name, but not a pasted key. */
const NAME_LIKE = /^[a-z_]{1,40}$/

/**
 * Returns the storable form of a call. All arguments of an unknown method are dropped, because a mistyped
 * `importprivky` carries a key.
 */
export function keptLine(method: string, paramsText: string): HistoryLine {
  if (!findMethod(method)) {
    const name = NAME_LIKE.test(method) ? method : HIDDEN
    const text = paramsText === '[]' ? name : `${name} ${HIDDEN}`
    return { text, redacted: text !== method }
  }
  const kept = redactParams(method, paramsText)
  return { text: spellCall(method, kept), redacted: kept !== paramsText }
}

/** Returns true if an unfinished line may contain a secret, based on its first word. */
export function mayHoldSecret(line: string): boolean {
  const [name, ...others] = splitWords(line)
  if (!name) return false
  const method = findMethod(name.text)
  return method ? takesSecrets(method) : others.length > 0 || !NAME_LIKE.test(name.text)
}

/** Formats a call as the user would type it. */
export function spellCall(method: string, paramsText: string): string {
  return snippets(method, paramsText).cli.replace(/^chainwright-cli /, '')
}

/** Returns true if a call still has a placeholder for a secret. Such a call must not be made. */
export function hasPlaceholder(method: string, paramsText: string): boolean {
  if (method === HIDDEN) return true
  const values = parseJson(paramsText)
  const known = findMethod(method)
  return Array.isArray(values) && values.includes(HIDDEN) && (known === undefined || takesSecrets(known))
}
