/** Members of results as text. The node may be another program, so any of them may be missing. */
import { type JsonValue, NumberLiteral } from '#shared/json.ts'
import { visibleString } from '#shared/visibleText.ts'

/** Maximum length of a text in a report. */
const MAX_TEXT = 512

export function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return value instanceof Map ? value.get(name) : undefined
}

export const items = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : [])

/** Returns a text without control characters, a number as the node wrote it, or '' if the member is missing. */
export function memberText(value: JsonValue | undefined, name: string): string {
  const found = member(value, name)
  if (found instanceof NumberLiteral) return found.text
  return typeof found === 'string' ? visibleString(found, MAX_TEXT) : ''
}

/** Returns a number, or `NaN` if the member is missing. */
export function memberNumber(value: JsonValue | undefined, name: string): number {
  const found = member(value, name)
  return found instanceof NumberLiteral ? Number(found.text) : Number.NaN
}
