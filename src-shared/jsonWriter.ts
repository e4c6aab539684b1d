import { type Encodable, NumberLiteral } from './jsonValue.ts'

/** Returns compact JSON text. A bigint becomes a plain integer. A number is formatted like the reference's doubles. */
export function stringifyJson(value: Encodable): string {
  switch (typeof value) {
    case 'string':
      return quoteJson(value)
    case 'number':
      return doubleText(value)
    case 'bigint':
    case 'boolean':
      return String(value)
    default:
      return value === null ? 'null' : stringifyComposite(value)
  }
}

function stringifyComposite(value: Exclude<Encodable, null | boolean | string | number | bigint>): string {
  if (value instanceof NumberLiteral) return value.text
  if (Array.isArray(value)) return `[${value.map(stringifyJson).join(',')}]`
  let text = ''
  for (const [name, member] of listMembers(value)) {
    if (member === undefined) continue
    text += `${text === '' ? '' : ','}${quoteJson(name)}:${stringifyJson(member)}`
  }
  return `{${text}}`
}

function listMembers(value: object): Iterable<[string, Encodable | undefined]> {
  return value instanceof Map ? value : Object.entries(value)
}

/** Returns JSON on several lines like the reference's client, which prints an empty list on two lines. */
export function indentJson(value: Encodable, indent = 2, level = 1): string {
  if (value === null || typeof value !== 'object' || value instanceof NumberLiteral) return stringifyJson(value)
  const margin = ' '.repeat(indent * level)
  const lines: string[] = []
  if (Array.isArray(value)) {
    for (const item of value) lines.push(margin + indentJson(item, indent, level + 1))
  } else {
    for (const [name, member] of listMembers(value)) {
      if (member !== undefined) lines.push(`${margin}${quoteJson(name)}: ${indentJson(member, indent, level + 1)}`)
    }
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const body = lines.length === 0 ? '\n' : `\n${lines.join(',\n')}\n`
  return `${open}${body}${' '.repeat(indent * (level - 1))}${close}`
}

/** Returns a JSON string. DEL is escaped too, as on the reference. */
export function quoteJson(text: string): string {
  const quoted = JSON.stringify(text)
  return quoted.includes('\x7f') ? quoted.replaceAll('\x7f', '\\u007f') : quoted
}

/**
 * Formats a number as C++ prints a double with precision 16 in default notation (rpc.md §1). It has up to 16
 * significant digits and no trailing zeros, `1` rather than `1.0`. Exponents below −4 or above 15 are written with at
 * least two digits.
 */
export function doubleText(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError('JSON has no number for this value')
  if (Number.isInteger(value) && Math.abs(value) < 1e16) return String(value)
  const [mantissa = '', exponentText = '0'] = value.toExponential(15).split('e')
  const exponent = Number(exponentText)
  if (exponent >= -4 && exponent < 16) return trimZeros(value.toPrecision(16))
  const size = String(Math.abs(exponent)).padStart(2, '0')
  return `${trimZeros(mantissa)}e${exponent < 0 ? '-' : '+'}${size}`
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
