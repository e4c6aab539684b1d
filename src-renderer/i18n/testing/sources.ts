import { parseSync } from '@swc/core'

/** Where a text is taken from the catalogue. */
export interface Use {
  /** file:line */
  readonly place: string
  /** "chains:create.title"; of a key that is put together, what stands before the first part that varies */
  readonly key: string
  readonly whole: boolean
  /** names of the values that are passed; undefined: they cannot be seen here */
  readonly values: readonly string[] | undefined
  /** read when the module is loaded, before its texts are there */
  readonly early: boolean
}

export interface Source {
  readonly uses: readonly Use[]
  /** texts for people that are not in the catalogue: "file:line text" */
  readonly literals: readonly string[]
}

interface Node {
  readonly type?: string
  readonly span?: { readonly start: number }
  readonly [name: string]: unknown
}

interface Place {
  /** inside a function */
  readonly late: boolean
  /** the value of something that people read or hear */
  readonly read: boolean
}

/** Attributes and properties whose value people read or hear. */
const READ =
  /^(label|title|placeholder|alt|hint|note|header|heading|word|description|subtitle|safe|advice|retryLabel|confirmLabel|blocked|does|explanation|aria-(label|valuetext|description|roledescription))$/
/** Attributes and properties whose value nobody reads. */
const TECHNICAL =
  /^(className|class|style|id|key|to|d|viewBox|rel|type|variant|tone|size|align|side|width|template|src|data-.*)$/
const WORD = /\p{L}{2}/u
/** The same in every language: names of programs, parts of a command line, calls. */
const NAME = /^(Chainwright$|Komodo daemon$|CLI$|curl$|TypeScript$|-|get\w+ \d+$)/
/** Two words of prose, in something that begins or ends as a sentence does. */
const isProse = (text: string) => /\p{Ll},? \p{Ll}+/u.test(text) && /^\p{Lu}|[.:]$/u.test(text)

const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ClassMethod|MethodProperty)$/
const TYPES = /^(Import|Export(All|Named)|Ts(Type|Interface|Literal|Union))/

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const quasis = (node: Node) => (node['quasis'] as readonly { readonly cooked: string }[]).map((part) => part.cooked)

/**
 * Reads one file: what it takes from the catalogue, and what it should.
 * @param reader the function whose first argument is a key
 */
export function readSource(file: string, code: string, reader = 't'): Source {
  // Spans count bytes from an arbitrary start; the first statement marks it.
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

  /** What is done with nodes of a type; true: their children are not looked at. */
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
      // A mark at the end makes no question of a text: in Spanish there is one at its beginning, too.
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

/** Names of the properties of an object literal; undefined where they cannot be read from the source. */
function propertyNames(node: Node): readonly string[] | undefined {
  if (node.type !== 'ObjectExpression') return undefined
  const names: string[] = []
  for (const property of node['properties'] as readonly Node[]) {
    if (property.type === 'SpreadElement') return undefined
    names.push(String(property.type === 'Identifier' ? property['value'] : (property['key'] as Node)['value']))
  }
  return names
}
