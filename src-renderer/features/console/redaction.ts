import { parseJson } from '#shared/json.ts'
import { HIDDEN, redactParams } from '#shared/rpc/args.ts'
import { snippets } from '#shared/rpc/help.ts'
import { findMethod } from '#shared/rpc/index.ts'

/** A line as a history may keep it. */
export interface KeptLine {
  readonly text: string
  /** a secret was taken out: the line shows what was done but cannot do it again */
  readonly redacted: boolean
}

/**
 * What may be remembered of a call. Of a method that is not in the contract nobody knows which words are secret (a
 * mistyped `importprivky` carries a key), so all its words go.
 */
export function keptLine(method: string, paramsText: string): KeptLine {
  if (!findMethod(method)) {
    return paramsText === '[]' ? { text: method, redacted: false } : { text: `${method} ${HIDDEN}`, redacted: true }
  }
  const kept = redactParams(method, paramsText)
  return { text: spell(method, kept), redacted: kept !== paramsText }
}

/** A call as it is typed. */
export function spell(method: string, paramsText: string): string {
  return snippets(method, paramsText).cli.replace(/^chainwright-cli /, '')
}

/** Whether a call still has a placeholder where a secret was: it must not be made. */
export function hasPlaceholder(method: string, paramsText: string): boolean {
  const values = parseJson(paramsText)
  if (!Array.isArray(values)) return false
  const params = findMethod(method)?.params
  return values.some((value, index) => value === HIDDEN && (params?.[index]?.traits.secret ?? params === undefined))
}
