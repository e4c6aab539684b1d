import { type JsonValue, NumberLiteral } from '#shared/json.ts'

/** Visible line of the tree. */
export interface JsonRow {
  /** Path of child indexes in the document; the root is "". */
  readonly path: string
  readonly name: string | undefined
  /** Name of the nearest object member that contains the value; for an item of a list, the name of the list. */
  readonly field: string | undefined
  readonly node: JsonValue
  readonly depth: number
  /** Undefined for leaves. */
  readonly expanded: boolean | undefined
  readonly positionInSet: number
  readonly setSize: number
}

function isContainer(node: JsonValue): node is JsonValue[] | Map<string, JsonValue> {
  return Array.isArray(node) || node instanceof Map
}

/** Returns members or items in order; empty for plain values. */
export function listChildren(node: JsonValue): [string, JsonValue][] {
  if (node instanceof Map) return [...node]
  if (Array.isArray(node)) return node.map((item, index) => [String(index), item])
  return []
}

export function childCount(node: JsonValue): number {
  return node instanceof Map ? node.size : Array.isArray(node) ? node.length : 0
}

/** Returns text and type of a plain value, or undefined for lists and objects. */
export function describeLeaf(node: JsonValue): { kind: 'string' | 'number' | 'word'; text: string } | undefined {
  if (isContainer(node)) return undefined
  if (typeof node === 'string') return { kind: 'string', text: node }
  if (node instanceof NumberLiteral) return { kind: 'number', text: node.text }
  return { kind: 'word', text: String(node) }
}

/**
 * Returns the visible lines, depth first.
 * @param toggled paths whose state differs from the default, which is open down to `openDepth`
 */
export function visibleRows(root: JsonValue, toggled: ReadonlySet<string>, openDepth: number): JsonRow[] {
  const rows: JsonRow[] = []
  const walk = (
    node: JsonValue,
    name: string | undefined,
    field: string | undefined,
    path: string,
    depth: number,
    place: number,
    size: number,
  ) => {
    const branch = childCount(node) > 0
    const expanded = branch ? depth < openDepth !== toggled.has(path) : undefined
    rows.push({ path, name, field, node, depth, expanded, positionInSet: place, setSize: size })
    if (!expanded) return
    const children = listChildren(node)
    for (const [index, [key, child]] of children.entries()) {
      walk(child, key, Array.isArray(node) ? field : key, `${path}/${index}`, depth + 1, index + 1, children.length)
    }
  }
  walk(root, undefined, undefined, '', 0, 1, 1)
  return rows
}
