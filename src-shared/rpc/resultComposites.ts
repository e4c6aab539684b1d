/** Results that consist of others: objects, arrays, dictionaries, alternatives. */
import { quoteJson } from '../json.ts'
import {
  expected,
  type Infer,
  type Member,
  misfit,
  ResultError,
  type Shape,
  StreamedRows,
  within,
} from './resultShape.ts'

/** Rows that are written between two pauses: some milliseconds. */
const ROWS_A_PAUSE = 2_000

/** Texts that are joined into one before more are made. */
const TEXTS_A_PIECE = 64

/**
 * Puts texts together with commas between them. Appending each to one string would be quicker to write, but such a string
 * is a tree that holds every piece until it is read: with tens of thousands of rows the garbage collector copies that tree
 * many times.
 */
class CommaList {
  readonly #pieces: string[] = []
  #texts: string[] = []

  add(text: string): void {
    this.#texts.push(text)
    if (this.#texts.length === TEXTS_A_PIECE) this.#join()
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

/** Pieces of a value's text. */
async function* streamOf<T>(shape: Shape<T>, value: T): AsyncGenerator<string, void> {
  if (shape.encodeStream === undefined) yield shape.encode(value)
  else yield* shape.encodeStream(value)
}

async function* streamRows<T>(item: Shape<T>, { pages }: StreamedRows<T>): AsyncGenerator<string, void> {
  let before = '['
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield before + rows.map((row) => item.encode(row)).join(',')
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

/** Marks an object member that may be missing. */
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
  const fieldOf = (value: object, name: string, optional: boolean): unknown => {
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
        const field = fieldOf(value, name, member.optional)
        if (field !== undefined) text += (text === '' ? '' : ',') + key + member.shape.encode(field)
      }
      return `{${text}}`
    },
    async encodeInTurns(value, pause) {
      if (typeof value !== 'object' || value === null) misfit('an object', value)
      let text = ''
      for (const { name, key, member } of writers) {
        const field = fieldOf(value, name, member.optional)
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
        const field = fieldOf(value, name, member.optional)
        if (field === undefined) continue
        text += comma + key
        comma = ','
        if (!(field instanceof StreamedRows)) {
          text += member.shape.encode(field)
          continue
        }
        for await (const piece of streamOf(member.shape, field)) {
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
      if (!Array.isArray(values)) misfit('an array', values)
      const list = new CommaList()
      for (const value of values) list.add(item.encode(value))
      return `[${list}]`
    },
    async encodeInTurns(values, pause) {
      if (!Array.isArray(values)) misfit('an array', values)
      const list = new CommaList()
      for (const [at, value] of values.entries()) {
        if (at > 0 && at % ROWS_A_PAUSE === 0) await pause()
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

/** Writes a value once for as long as it lives: for long ones that are given again and again, and never change. */
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

/** An object whose member names are data: transaction ids, branch ids. */
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
        if (rows > 0 && rows % ROWS_A_PAUSE === 0) await pause()
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

/** The first variant that fits counts, when writing and when reading: put the most specific first. */
export function oneOf<S extends readonly Shape<unknown>[]>(doc: string, ...variants: S): Shape<Infer<S[number]>> {
  const all: readonly Shape<unknown>[] = variants
  type T = Infer<S[number]>
  const ofKind = (kind: string) => all.filter((variant) => variant.kind === kind)
  const beside = (kind: string) => all.filter((variant) => variant.kind !== kind)
  const forTexts = [...ofKind('string'), ...beside('string')]
  const forNull = [...ofKind('null'), ...beside('null')]
  const forOthers = [...beside('string'), ...ofKind('string')]
  /** The likely variants first: each that does not fit costs an error. */
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
        const pieces = streamOf(variant, value)
        try {
          // Whether a variant fits shows before its first piece.
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
