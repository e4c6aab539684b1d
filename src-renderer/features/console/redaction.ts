import { parseJson } from '#shared/json.ts'
import { HIDDEN, redactParams, takesSecrets } from '#shared/rpc/args.ts'
import { snippets } from '#shared/rpc/help.ts'
import { findMethod } from '#shared/rpc/index.ts'
import { splitWords } from '#shared/rpc/words.ts'

/** A line as a history may keep it. */
export interface KeptLine {
  readonly text: string
  /** a secret was taken out: the line shows what was done but cannot do it again */
  readonly redacted: boolean
}

/** The shape of a mistyped method name, as opposed to a pasted key. */
const NAME_LIKE = /^[a-z_]{1,40}$/

/**
 * What may be stored of a call. All words of an unknown method are dropped: a mistyped `importprivky` carries a key.
 */
export function keptLine(method: string, paramsText: string): KeptLine {
  if (!findMethod(method)) {
    const name = NAME_LIKE.test(method) ? method : HIDDEN
    const text = paramsText === '[]' ? name : `${name} ${HIDDEN}`
    return { text, redacted: text !== method }
  }
  const kept = redactParams(method, paramsText)
  return { text: spellCall(method, kept), redacted: kept !== paramsText }
}

/** Whether an unfinished line may hold a secret, judged by its first word. */
export function mayHoldSecret(line: string): boolean {
  const [name, ...others] = splitWords(line)
  if (!name) return false
  const method = findMethod(name.text)
  return method ? takesSecrets(method) : others.length > 0 || !NAME_LIKE.test(name.text)
}

/** A call as it is typed. */
export function spellCall(method: string, paramsText: string): string {
  return snippets(method, paramsText).cli.replace(/^chainwright-cli /, '')
}

/** Whether a call still has a placeholder in place of a secret: such a call must not be made. */
export function hasPlaceholder(method: string, paramsText: string): boolean {
  if (method === HIDDEN) return true
  const values = parseJson(paramsText)
  const known = findMethod(method)
  return Array.isArray(values) && values.includes(HIDDEN) && (known === undefined || takesSecrets(known))
}
