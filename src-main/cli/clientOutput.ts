import type { WireError } from '#shared/errors.ts'
import { indentJson, type JsonValue } from '#shared/json.ts'

/**
 * Formats a result like the reference's client: strings without quotes, nothing for null, everything else as indented
 * JSON with exact numbers.
 */
export function resultText(result: JsonValue): string {
  if (result === null) return ''
  return typeof result === 'string' ? result : indentJson(result)
}

export function errorText({ code, message }: WireError): string {
  return `error code: ${code}\nerror message:\n${message}`
}
