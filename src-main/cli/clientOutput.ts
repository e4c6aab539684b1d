import type { WireError } from '#shared/errors.ts'
import { indentJson, type JsonValue } from '#shared/json.ts'

/** As the reference's client prints: strings bare, null not at all, everything else as indented JSON, numbers exact. */
export function resultText(result: JsonValue): string {
  if (result === null) return ''
  return typeof result === 'string' ? result : indentJson(result)
}

export function errorText({ code, message }: WireError): string {
  return `error code: ${code}\nerror message:\n${message}`
}
