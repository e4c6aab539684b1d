/** Composite results: objects, arrays, dictionaries, alternatives. */
import { quoteJson } from '../json.ts'
import {
  expected,
  type Infer,
  JsonRows,
  type Member,
  misfit,
  ResultError,
  type Shape,
  StreamedRows,
  within,
} from './resultShape.ts'

/** Rows encoded between two pauses, which takes some ms. */
const ROWS_PER_SLICE = 2_000

/** Texts joined into one piece at a time. */
const TEXTS_PER_PIECE = 64

/**
 * Joins texts with commas. Appending each text to one string would be faster to write. However, V8 stores such a string
 * as a tree of its parts until it is read. With tens of thousands of rows, the garbage collector copies that tree many
 * times.
 */
class CommaList {
  readonly #pieces: string[] = []
  #texts: string[] = []

  add(text: string): void {
    this.#texts.push(text)
    if (this.#texts.length === TEXTS_PER_PIECE) this.#join()
  }

  #join(): void {
    this.#pieces.push(this.#texts.join(','))
    this.#texts = []
  }

  toString(): string {
    if (this.#texts.length > 0) this.#join()
    return this.#pieces.join(',')
  }
}

type Pause = () => Promise<void>

const writeInTurns = <T>(shape: Shape<T>, value: T, pause: Pause): string | Promise<string> =>
  shape.encodeInTurns?.(value, pause) ?? shape.encode(value)

/** Yields a value's text in pieces. */
async function* streamValue<T>(shape: Shape<T>, value: T): AsyncGenerator<string, void> {
  if (shape.encodeStream === undefined) yield shape.encode(value)
  else yield* shape.encodeStream(value)
}

async function* streamRows<T>(item: Shape<T>, { pages }: StreamedRows<T>): AsyncGenerator<string, void> {
  let before = '['
  for await (const rows of pages) {
    const text = rows instanceof JsonRows ? rows.text : rows.map((row) => item.encode(row)).join(',')
    if (text === '') continue
    yield before + text
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

/** Marks an optional member of an object. */
export class Optional<T> {
  readonly shape: Shape<T>

  constructor(shape: Shape<T>) {
    this.shape = shape
  }
}

type Fields = Readonly<Record<string, Shape<unknown> | Optional<unknown>>>
type OptionalNames<F extends Fields> = { [K in keyof F]: F[K] extends Optional<unknown> ? K : never }[keyof F]
export type FieldValues<F extends Fields> = {
  [K in Exclude<keyof F, OptionalNames<F>>]: F[K] extends Shape<infer T> ? T : never
} & { [K in OptionalNames<F>]?: F[K] extends Optional<infer T> ? T | undefined : never }
type Flat<T> = { [K in keyof T]: T[K] }

export function object<const F extends Fields>(fields: F, doc = ''): Shape<Flat<FieldValues<F>>> {
  const members: Record<string, Member<unknown>> = {}
  const writers: { readonly name: string; readonly key: string; readonly member: Member<unknown> }[] = []
  for (const [name, field] of Object.entries(fields)) {
    const optional = field instanceof Optional
    const member = { shape: optional ? field.shape : field, optional }
    members[name] = member
    writers.push({ name, key: `${quoteJson(name)}:`, member })
  }
  const names = Object.keys(members)
  const schema = {
    type: 'object',
    ...(doc === '' ? {} : { description: doc }),
    properties: Object.fromEntries(names.map((name) => [name, members[name]?.shape.schema])),
    required: names.filter((name) => !members[name]?.optional),
  }
  const getField = (value: object, name: string, optional: boolean): unknown => {
    const field = (value as Record<string, unknown>)[name]
    if (field === undefined && !optional) throw new TypeError(`a result lacks "${name}"`)
    return field
  }
  return {
    kind: 'object',
    doc,
    schema,
    members,
    encode(value) {
      if (typeof value !== 'object' || value === null) misfit('an object', value)
      let text = ''
      for (const { name, key, member } of writers) {
        const field = getField(value, name, member.optional)
        if (field !== undefined) text += (text === '' ? '' : ',') + key + member.shape.encode(field)
      }
      return `{${text}}`
    },
    async encodeInTurns(value, pause) {
      if (typeof value !== 'object' || value === null) misfit('an object', value)
      let text = ''
      for (const { name, key, member } of writers) {
        const field = getField(value, name, member.optional)
        if (field === undefined) continue
        text += (text === '' ? '' : ',') + key + (await writeInTurns(member.shape, field, pause))
      }
      return `{${text}}`
    },
    async *encodeStream(value) {
      if (typeof value !== 'object' || value === null) misfit('an object', value)
      let text = '{'
      let comma = ''
      for (const { name, key, member } of writers) {
        const field = getField(value, name, member.optional)
        if (field === undefined) continue
        text += comma + key
        comma = ','
        if (!(field instanceof StreamedRows)) {
          text += member.shape.encode(field)
          continue
        }
        for await (const piece of streamValue(member.shape, field)) {
          yield text + piece
          text = ''
        }
      }
      yield `${text}}`
    },
    decode(value) {
      if (!(value instanceof Map)) return expected('an object')
      const result: Record<string, unknown> = {}
      for (const { name, member } of writers) {
        const field = value.get(name)
        if (field !== undefined) result[name] = within(name, member.shape, field)
        else if (!member.optional) throw new ResultError(`"${name}" is missing`)
      }
      return result as Flat<FieldValues<F>>
    },
  }
}

export function array<T>(item: Shape<T>, doc = ''): Shape<readonly T[]> {
  return {
    kind: 'array',
    doc,
    schema: { type: 'array', ...(doc === '' ? {} : { description: doc }), items: item.schema },
    item: item as Shape<unknown>,
    encode(values) {
      if (values instanceof JsonRows) return `[${values.text}]`
      if (!Array.isArray(values)) misfit('an array', values)
      const list = new CommaList()
      for (const value of values) list.add(item.encode(value))
      return `[${list}]`
    },
    async encodeInTurns(values, pause) {
      if (values instanceof JsonRows) return `[${values.text}]`
      if (!Array.isArray(values)) misfit('an array', values)
      const list = new CommaList()
      for (const [at, value] of values.entries()) {
        if (at > 0 && at % ROWS_PER_SLICE === 0) await pause()
        list.add(item.encode(value))
      }
      return `[${list}]`
    },
    async *encodeStream(values) {
      if (values instanceof StreamedRows) yield* streamRows<T>(item, values)
      else yield this.encode(values)
    },
    decode(value) {
      if (!Array.isArray(value)) return expected('an array')
      return value.map((entry, index) => within(String(index), item, entry))
    },
  }
}

/**
 * Caches the text of each value as long as the value exists, for long values that are returned repeatedly and never
 * change.
 */
export function writtenOnce<T extends object>(shape: Shape<T>): Shape<T> {
  const texts = new WeakMap<T, string>()
  return {
    ...shape,
    encode(value) {
      const text = texts.get(value) ?? shape.encode(value)
      texts.set(value, text)
      return text
    },
  }
}

/** Returns the shape of an object whose member names are data, such as transaction ids or branch ids. */
export function dictionary<T>(item: Shape<T>, doc = ''): Shape<ReadonlyMap<string, T>> {
  return {
    kind: 'object',
    doc,
    schema: { type: 'object', ...(doc === '' ? {} : { description: doc }), additionalProperties: item.schema },
    item: item as Shape<unknown>,
    encode(values) {
      if (!(values instanceof Map)) misfit('a Map', values)
      const list = new CommaList()
      for (const [name, value] of values) list.add(`${quoteJson(name)}:${item.encode(value)}`)
      return `{${list}}`
    },
    async encodeInTurns(values, pause) {
      if (!(values instanceof Map)) misfit('a Map', values)
      const list = new CommaList()
      let rows = 0
      for (const [name, value] of values) {
        if (rows > 0 && rows % ROWS_PER_SLICE === 0) await pause()
        list.add(`${quoteJson(name)}:${item.encode(value)}`)
        rows++
      }
      return `{${list}}`
    },
    decode(value) {
      if (!(value instanceof Map)) return expected('an object')
      return new Map([...value].map(([name, entry]) => [name, within(name, item, entry)]))
    },
  }
}

/**
 * Returns a shape of alternatives. The first variant that fits is used for encoding and decoding, so put the most
 * specific first.
 */
export function unionShape<S extends readonly Shape<unknown>[]>(doc: string, ...variants: S): Shape<Infer<S[number]>> {
  const all: readonly Shape<unknown>[] = variants
  type T = Infer<S[number]>
  const ofKind = (kind: string) => all.filter((variant) => variant.kind === kind)
  const beside = (kind: string) => all.filter((variant) => variant.kind !== kind)
  const forTexts = [...ofKind('string'), ...beside('string')]
  const forNull = [...ofKind('null'), ...beside('null')]
  const forOthers = [...beside('string'), ...ofKind('string')]
  /** Likely variants first, because each variant that does not fit costs an exception. */
  const inTurn = (value: unknown) => (typeof value === 'string' ? forTexts : value === null ? forNull : forOthers)
  return {
    kind: all.map((variant) => variant.kind).join(' or '),
    doc,
    schema: { ...(doc === '' ? {} : { description: doc }), anyOf: all.map((variant) => variant.schema) },
    variants: all,
    encode(value) {
      const problems: string[] = []
      for (const variant of inTurn(value)) {
        try {
          return variant.encode(value)
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
          problems.push(error.message)
        }
      }
      throw new TypeError(`a result fits no variant: ${problems.join('; ')}`)
    },
    async encodeInTurns(value, pause) {
      const problems: string[] = []
      for (const variant of inTurn(value)) {
        try {
          return await writeInTurns(variant, value, pause)
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
          problems.push(error.message)
        }
      }
      throw new TypeError(`a result fits no variant: ${problems.join('; ')}`)
    },
    async *encodeStream(value) {
      const problems: string[] = []
      for (const variant of inTurn(value)) {
        const pieces = streamValue(variant, value)
        try {
          // A variant that does not fit throws before its first piece.
          const first = await pieces.next()
          if (!first.done) yield first.value
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
          problems.push(error.message)
          continue
        }
        yield* pieces
        return
      }
      throw new TypeError(`a result fits no variant: ${problems.join('; ')}`)
    },
    decode(value) {
      const problems: string[] = []
      for (const variant of all) {
        try {
          return variant.decode(value) as T
        } catch (error) {
          if (!(error instanceof ResultError)) throw error
          problems.push(error.message)
        }
      }
      throw new ResultError(`no variant fits: ${problems.join('; ')}`)
    },
  }
}
