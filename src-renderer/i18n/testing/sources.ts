import { parseSync } from '@swc/core'

/** Use of a catalogue text in a source file. */
export interface Use {
  /** Source position, as file:line. */
  readonly place: string
  /** Key such as "chains:create.title"; for a computed key, the text before its first variable part. */
  readonly key: string
  readonly whole: boolean
  /** Names of the passed values; undefined if they cannot be determined from the source. */
  readonly values: readonly string[] | undefined
  /** True if the text is read while the module loads, before its texts are available. */
  readonly early: boolean
}

export interface Source {
  readonly uses: readonly Use[]
  /** User-visible texts that are not in the catalogue, as "file:line text". */
  readonly literals: readonly string[]
}

interface Node {
  readonly type?: string
  readonly span?: { readonly start: number }
  readonly [name: string]: unknown
}

interface Place {
  /** True inside a function. */
  readonly late: boolean
  /** True for the value of an attribute or property that users read or hear. */
  readonly read: boolean
}

/** Attributes and properties with user-visible values. */
const READ =
  /^(label|title|placeholder|alt|hint|note|header|heading|word|description|subtitle|safe|advice|retryLabel|confirmLabel|blocked|does|explanation|aria-(label|valuetext|description|roledescription))$/
/** Attributes and properties with technical values, which users never see. */
const TECHNICAL =
  /^(className|class|style|id|key|to|d|viewBox|rel|type|variant|tone|size|align|side|width|template|src|data-.*)$/
const WORD = /\p{L}{2}/u
/** Texts that are equal in every language: program names, parts of command lines, calls. */
const NAME = /^(Chainwright$|Komodo daemon$|CLI$|curl$|TypeScript$|-|get\w+ \d+$)/
/** Detects prose: two lower-case words in a text that starts or ends like a sentence. */
const isProse = (text: string) => /\p{Ll},? \p{Ll}+/u.test(text) && /^\p{Lu}|[.:]$/u.test(text)

const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ClassMethod|MethodProperty)$/
const TYPES = /^(Import|Export(All|Named)|Ts(Type|Interface|Literal|Union))/

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const quasis = (node: Node) => (node['quasis'] as readonly { readonly cooked: string }[]).map((part) => part.cooked)

/**
 * Returns the catalogue texts that one file uses, and the literals that should be in the catalogue.
 * @param reader name of the function whose first argument is a key
 */
export function readSource(file: string, code: string, reader = 't'): Source {
  // Spans count bytes from an arbitrary start; the inserted first statement marks it.
  const marked = `0;${code}`
  const module = parseSync(marked, { syntax: 'typescript', tsx: file.endsWith('x') })
  const bytes = new TextEncoder().encode(marked)
  const uses: Use[] = []
  const literals: string[] = []
  const at = (node: Node): string => {
    const before = bytes.subarray(0, (node.span?.start ?? 0) - module.span.start)
    return `${file}:${new TextDecoder().decode(before).split('\n').length}`
  }
  const report = (node: Node, text: string) => literals.push(`${at(node)} ${text.trim()}`)

  const use = (key: unknown, values: Use['values'], { late }: Place): void => {
    if (!isNode(key)) return
    const found = { place: at(key), values, early: !late }
    if (key.type === 'StringLiteral') uses.push({ ...found, key: String(key['value']), whole: true })
    if (key.type === 'TemplateLiteral') uses.push({ ...found, key: quasis(key)[0] ?? '', whole: false })
    if (key.type === 'ConditionalExpression')
      for (const branch of [key['consequent'], key['alternate']]) use(branch, values, { late, read: false })
  }

  /** Handlers by node type; a handler returns true if the children of the node must be skipped. */
  const handlers: Readonly<Record<string, (node: Node, place: Place) => boolean>> = {
    CallExpression(node, place) {
      const name = (node['callee'] as Node)['value']
      const args = (node['arguments'] as readonly { readonly expression: Node }[]).map((one) => one.expression)
      if (name !== reader) return name === 'cn' || name === 'cva'
      use(args[0], args[1] ? propertyNames(args[1]) : [], place)
      visit(args.slice(1), { ...place, read: false })
      return true
    },
    NewExpression: (node) => /Error$/.test(String((node['callee'] as Node)['value'])),
    JSXAttribute(node, place) {
      const name = String((node['name'] as Node)['value'])
      const value = node['value'] as Node | null
      const inner = value?.type === 'JSXExpressionContainer' ? value['expression'] : value
      if (name === 'i18nKey') use(inner, undefined, place)
      else if (!TECHNICAL.test(name)) visit(inner, { ...place, read: READ.test(name) })
      return true
    },
    JSXText(node) {
      if (WORD.test(String(node['value']))) report(node, String(node['value']))
      return true
    },
    KeyValueProperty(node, place) {
      const name = String((node['key'] as Node)['value'])
      if (!TECHNICAL.test(name)) visit(node['value'], { ...place, read: READ.test(name) })
      return true
    },
    StringLiteral(node, { read }) {
      const text = String(node['value'])
      if (((read && WORD.test(text)) || isProse(text)) && !NAME.test(text)) report(node, text)
      return true
    },
    TemplateLiteral(node, { read }) {
      const text = quasis(node).join('…')
      // Reports texts that are assembled with a question mark at the end: Spanish questions need a mark at the start,
      // too.
      if (isProse(text) || (read && text.endsWith('?'))) report(node, text)
      return false
    },
  }

  function visit(node: unknown, place: Place): void {
    if (Array.isArray(node)) {
      for (const one of node) visit(one, place)
    } else if (isNode(node)) visitNode(node, node.type ?? '', place)
  }
  function visitNode(node: Node, type: string, place: Place): void {
    const here = { ...place, late: place.late || FUNCTION.test(type) }
    if (TYPES.test(type) || handlers[type]?.(node, here)) return
    for (const [name, child] of Object.entries(node)) if (name !== 'span') visit(child, { ...here, read: false })
  }
  visit(module.body, { late: false, read: false })
  return { uses, literals }
}

/** Returns the property names of an object literal, or undefined if the source does not determine them. */
function propertyNames(node: Node): readonly string[] | undefined {
  if (node.type !== 'ObjectExpression') return undefined
  const names: string[] = []
  for (const property of node['properties'] as readonly Node[]) {
    if (property.type === 'SpreadElement') return undefined
    names.push(String(property.type === 'Identifier' ? property['value'] : (property['key'] as Node)['value']))
  }
  return names
}
