/** What a description of a result consists of, and how scalar ones are made. */
import type { Encodable, JsonValue } from '../json.ts'

/** A JSON Schema (draft 2020-12) as far as this contract needs it. */
export type JsonSchema = { readonly [keyword: string]: Encodable | undefined }

export interface Shape<T> {
  /** as help texts name it: string, numeric, boolean, object, array, null */
  readonly kind: string
  readonly doc: string
  readonly schema: JsonSchema
  /** Exact JSON text. @throws TypeError if a handler returned something else: a bug */
  encode(value: T): string
  /** The same where there may be very many rows: awaits `pause` between some of them. Shapes without it have none. */
  encodeInTurns?(value: T, pause: () => Promise<void>): Promise<string>
  /**
   * The same in pieces, where rows are made while they are written (`StreamedRows`). The first piece comes once the first rows
   * are known. Shapes without it write one piece.
   */
  encodeStream?(value: T): AsyncGenerator<string, void>
  /** @throws ResultError if the text on the wire is not of this shape */
  decode(value: JsonValue): T
  /** members of an object, item of an array: for help texts and result views */
  readonly members?: Readonly<Record<string, Member<unknown>>>
  readonly item?: Shape<unknown>
  readonly variants?: readonly Shape<unknown>[]
}

/**
 * Rows of a result that are made while they are written, in pages. A handler returns one in the place of an array, as the
 * result or as a member of it (`asRows`).
 */
export class StreamedRows<T> {
  readonly pages: AsyncIterable<readonly T[]>
  /** to be called when no more rows are wanted, however many were read; may be called twice */
  readonly close: () => void

  constructor(pages: AsyncIterable<readonly T[]>, close: () => void) {
    this.pages = pages
    this.close = close
  }

  /** As the type that the contract has for it. Only writers of results see the difference. */
  asRows(): readonly T[] {
    return this as unknown as readonly T[]
  }
}

/** The rows of a result that are made while they are written; undefined: it is whole. */
export function streamedRowsOf(result: unknown): StreamedRows<unknown> | undefined {
  if (result instanceof StreamedRows) return result
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return undefined
  return Object.values(result).find((member) => member instanceof StreamedRows)
}

export interface Member<T> {
  readonly shape: Shape<T>
  readonly optional: boolean
}

export type Infer<S> = S extends Shape<infer T> ? T : never

/** A reply is not what the contract says: another version, or a bug. */
export class ResultError extends Error {
  override readonly name = 'ResultError'
}

export function expected(kind: string): never {
  throw new ResultError(`expected ${kind}`)
}

export function scalar<T>(
  kind: string,
  doc: string,
  schema: JsonSchema,
  encode: (value: T) => string,
  decode: (value: JsonValue) => T,
): Shape<T> {
  return { kind, doc, schema: doc === '' ? schema : { ...schema, description: doc }, encode, decode }
}

export function misfit(kind: string, value: unknown): never {
  throw new TypeError(`a result should be ${kind}, not ${typeof value} ${String(value)}`)
}

export function within<T>(name: string, shape: Shape<T>, value: JsonValue): T {
  try {
    return shape.decode(value)
  } catch (error) {
    if (error instanceof ResultError) throw new ResultError(`${name}: ${error.message}`)
    throw error
  }
}
