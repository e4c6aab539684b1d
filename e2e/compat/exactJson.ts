/** A number as written, so that 1, 1.0 and 1.00000000 stay different. */
export class NumberText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Exact = null | boolean | string | NumberText | readonly Exact[] | { readonly [key: string]: Exact }

/** A place where two values differ. A side is undefined if only the other side has the member. */
export interface Diff {
  /** for example `result.vout[].value`, without array positions so that rules can name a place */
  readonly place: string
  /** like `place`, with array positions */
  readonly path: string
  readonly expected: string | undefined
  readonly got: string | undefined
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown

const keepNumbers: Reviver = (_key, value, { source }) =>
  typeof value === 'number' ? new NumberText(source ?? String(value)) : value

/**
 * Parses JSON and keeps the text of every number.
 * @throws SyntaxError if the text is not JSON
 */
export function parseExact(text: string): Exact {
  return JSON.parse(text, keepNumbers as (key: string, value: unknown) => unknown) as Exact
}

const isArray = (value: Exact): value is readonly Exact[] => Array.isArray(value)
const isObject = (value: Exact): value is { readonly [key: string]: Exact } =>
  typeof value === 'object' && value !== null && !isArray(value) && !(value instanceof NumberText)

/** Returns the value as JSON, with numbers as they were written. */
export function printExact(value: Exact): string {
  if (value instanceof NumberText) return value.text
  if (isArray(value)) return `[${value.map(printExact).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${printExact(member)}`)
    .join(',')}}`
}

/** Returns the value at a path of member names, or undefined if a member is missing. */
export function getExactMember(value: Exact | undefined, ...names: readonly string[]): Exact | undefined {
  let current = value
  for (const name of names) {
    if (current === undefined || !isObject(current)) return undefined
    current = current[name]
  }
  return current
}

function compareObjects(
  expected: { readonly [key: string]: Exact },
  got: { readonly [key: string]: Exact },
  path: string,
  out: Diff[],
): void {
  const names = Object.keys(expected)
  for (const name of names) {
    const mine = got[name]
    const inner = path === '' ? name : `${path}.${name}`
    if (mine === undefined) out.push(difference(inner, printExact(expected[name] ?? null), undefined))
    else compareInto(expected[name] ?? null, mine, inner, out)
  }
  for (const name of Object.keys(got)) {
    const inner = path === '' ? name : `${path}.${name}`
    if (!names.includes(name)) out.push(difference(inner, undefined, printExact(got[name] ?? null)))
  }
  const wanted = names.filter((name) => name in got).join(' ')
  const order = Object.keys(got)
    .filter((name) => names.includes(name))
    .join(' ')
  if (wanted !== order) out.push(difference(`${path}{order}`, wanted, order))
}

const difference = (path: string, expected: string | undefined, got: string | undefined): Diff => ({
  path,
  place: path.replace(/\[\d+\]/g, '[]'),
  expected,
  got,
})

function compareInto(expected: Exact, got: Exact, path: string, out: Diff[]): void {
  if (isArray(expected) && isArray(got) && expected.length === got.length) {
    for (const [index, item] of expected.entries()) compareInto(item, got[index] ?? null, `${path}[${index}]`, out)
    return
  }
  if (isObject(expected) && isObject(got)) {
    compareObjects(expected, got, path, out)
    return
  }
  const wanted = printExact(expected)
  const mine = printExact(got)
  if (wanted !== mine) out.push(difference(path, wanted, mine))
}

/** Returns every difference between `got` and `expected`: values, types, text of numbers, members and their order. */
export function compareExact(expected: Exact, got: Exact, path = ''): Diff[] {
  const out: Diff[] = []
  compareInto(expected, got, path, out)
  return out
}

/** Returns the value with every number in its shortest form, for recordings that lost the text of numbers. */
export function shortestNumbers(value: Exact): Exact {
  if (value instanceof NumberText) return new NumberText(String(Number(value.text)))
  if (isArray(value)) return value.map(shortestNumbers)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shortestNumbers(member)]))
}
