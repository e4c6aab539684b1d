/** Help texts in the reference's layout, and calls formatted for other tools. */
import { type Encodable, parseJson, stringifyJson } from '../json.ts'
import { spellWord } from './commandWord.ts'
import { CATEGORIES, type Method } from './define.ts'
import { findMethod, methods } from './index.ts'
import type { AnyParam } from './param.ts'
import type { Shape } from './result.ts'
import { NOT_HERE, notHereUsage, unsupportedMethodText } from './unsupportedMethods.ts'

/** Formats `name required ( optional )` with strings in quotes, like the reference's first lines of help. */
export function usageLine(method: Method): string {
  if (method.usage !== undefined) return method.usage
  const spell = (param: AnyParam) => (param.traits.kind === 'string' ? `"${param.name}"` : param.name)
  const required = method.params.filter((param) => param.presence === 'required').map(spell)
  const optional = method.params.filter((param) => param.presence === 'optional').map(spell)
  return [method.name, ...required, ...(optional.length > 0 ? ['(', ...optional, ')'] : [])].join(' ')
}

/**
 * Returns the reply to a wrong number of parameters: only the usage line for contract methods, otherwise the complete
 * help.
 */
export function wrongCountText(method: Method): string {
  return method.usage === undefined ? methodHelp(method) : `${method.usage}\n`
}

/**
 * Returns the result of `help` for all methods or for one. An unknown method gives a note as a result, not an error.
 */
export function helpText(command?: string): string {
  if (command === undefined || command === '') return overview()
  const method = findMethod(command)
  if (method !== undefined) return methodHelp(method)
  const absent = unsupportedMethodText(command)
  return absent === undefined ? `help: unknown command: ${command}` : `${notHereUsage(command)}\n\n${absent}\n`
}

function overview(): string {
  const all: readonly Method[] = Object.values(methods)
  const sections = CATEGORIES.map((category) => {
    const listed = all.filter((method) => method.category === category && !method.flags.hidden)
    const lines = listed.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(usageLine)
    const title = category.charAt(0).toUpperCase() + category.slice(1)
    return [`== ${title} ==`, ...lines].join('\n')
  })
  const absent = NOT_HERE.map(
    ({ reason, names, usage }) => `${names.map(notHereUsage).join(usage ? '\n' : ' ')}\n  (${reason})`,
  )
  return [...sections, ['== Not in this program ==', ...absent].join('\n')].join('\n\n')
}

export function methodHelp(method: Method): string {
  const parts = [usageLine(method), method.summary]
  if (method.description !== undefined) parts.push(method.description)
  if (method.params.length > 0) parts.push(`Arguments:\n${argumentLines(method.params).join('\n')}`)
  const returns = method.returns === undefined ? '' : ` ${method.returns}`
  parts.push(`Result:${returns}\n${resultLines(method.result, '', false).join('\n')}`)
  if (method.errors.length > 0) parts.push(`Errors:\n${method.errors.map(errorLine).join('\n')}`)
  parts.push(
    `Examples:\n${method.examples.map((example) => exampleLines(method, example.params, example.note)).join('\n')}`,
  )
  return `${parts.join('\n\n')}\n`
}

function argumentLines(params: readonly AnyParam[]): string[] {
  return params.map((param, index) => {
    const { fallback, kind } = param.traits
    const presence =
      fallback === undefined || fallback === '' ? param.presence : `optional, default=${String(fallback)}`
    return `${index + 1}. ${param.name}  (${kind}, ${presence}) ${param.doc}`
  })
}

const errorLine = (error: Method['errors'][number]) => `${error.code}  ${error.message}  (${error.when})`

const note = (shape: Shape<unknown>) => `  (${shape.kind})${shape.doc === '' ? '' : ` ${shape.doc}`}`

/** Returns a sketch of a result's JSON, with the meaning of each member after it. */
function resultLines(shape: Shape<unknown>, name: string, optional: boolean, margin = ''): string[] {
  const label = name === '' ? '' : `"${name}": `
  const remark = (text: string) => (optional ? `${text}, may be missing` : text)
  if (shape.variants !== undefined) {
    const [first, ...others] = shape.variants.map((variant) => resultLines(variant, name, optional, margin))
    return [...(first ?? []), ...others.flatMap((lines) => [`${margin}or`, ...lines])]
  }
  if (shape.members !== undefined) {
    const inner = Object.entries(shape.members).flatMap(([key, member]) =>
      resultLines(member.shape, key, member.optional, `${margin}  `),
    )
    return [`${margin}${label}{${remark(note(shape))}`, ...inner, `${margin}}`]
  }
  if (shape.item !== undefined) {
    const [open, close] = shape.kind === 'array' ? '[]' : '{}'
    const key = shape.kind === 'array' ? '' : '...'
    return [
      `${margin}${label}${open}${remark(note(shape))}`,
      ...resultLines(shape.item, key, false, `${margin}  `),
      `${margin}  ...`,
      `${margin}${close}`,
    ]
  }
  return [`${margin}${label}${scalarSketch(shape)}${remark(note(shape))}`]
}

function scalarSketch(shape: Shape<unknown>): string {
  const words = shape.schema['enum']
  if (Array.isArray(words)) return words.map((word) => `"${String(word)}"`).join('|')
  return SKETCHES[shape.kind] ?? 'x'
}

const SKETCHES: Readonly<Record<string, string>> = {
  string: '"..."',
  numeric: 'n',
  boolean: 'true|false',
  null: 'null',
}

function exampleLines(method: Method, params: readonly Encodable[], remark: string | undefined): string {
  const { cli, curl } = snippets(method.name, stringifyJson(params))
  return [...(remark === undefined ? [] : [`# ${remark}`]), `> ${cli}`, `> ${curl}`].join('\n')
}

export interface Snippets {
  readonly cli: string
  readonly curl: string
  readonly typescript: string
}

export interface SnippetTarget {
  /** `host:port` */
  readonly rpcAddress?: string
  /** options that select the chain, such as `-ac_name=SANDBOX -regtest` */
  readonly cliOptions?: string
  /**
   * user and password as the shell expands them, such as `"$RPCUSER:$RPCPASSWORD"`. If omitted, curl asks for a
   * password
   */
  readonly user?: string
}

/** Formats one call for three tools. The result never contains a password. `paramsText` is a JSON array. */
export function snippets(methodName: string, paramsText: string, target: SnippetTarget = {}): Snippets {
  const values = parseJson(paramsText)
  const params = Array.isArray(values) ? values : []
  const kinds = findMethod(methodName)?.params
  const words = params.map((value, index) => spellWord(kinds?.[index], value))
  const request = { jsonrpc: '1.0', id: 'curltest', method: methodName, params }
  const options = target.cliOptions === undefined ? [] : [target.cliOptions]
  return {
    cli: ['chainwright-cli', ...options, methodName, ...words.map(shellQuote)].join(' '),
    curl: [
      `curl --user ${target.user ?? 'myusername'} --data-binary`,
      shellQuote(stringifyJson(request)),
      `-H 'content-type: text/plain;' http://${target.rpcAddress ?? '127.0.0.1:<rpcport>'}/`,
    ].join(' '),
    typescript: `await client.callText(${stringifyJson(methodName)}, ${stringifyJson(stringifyJson(params))})`,
  }
}

/** Quotes an argument for a POSIX shell if necessary. */
function shellQuote(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
