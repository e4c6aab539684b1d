/** Parts of a result's description, and constructors of scalar shapes. */
import type { Encodable, JsonValue } from '../json.ts'

/** The subset of JSON Schema (draft 2020-12) that this contract uses. */
export type JsonSchema = { readonly [keyword: string]: Encodable | undefined }

export interface Shape<T> {
  /** name in help texts: string, numeric, boolean, object, array, null */
  readonly kind: string
  readonly doc: string
  readonly schema: JsonSchema
  /** Returns exact JSON text. @throws TypeError if a handler returned another type, which is a bug */
  encode(value: T): string
  /** Encodes values with many rows: awaits `pause` between some rows. Undefined for shapes without rows. */
  encodeInTurns?(value: T, pause: () => Promise<void>): Promise<string>
  /**
   * Encodes in pieces if rows are generated during encoding (`StreamedRows`). The first piece arrives when the first
   * rows are known. Shapes without this function encode a single piece.
   */
  encodeStream?(value: T): AsyncGenerator<string, void>
  /** @throws ResultError if the JSON does not have this shape */
  decode(value: JsonValue): T
  /** members of an object or item of an array, for help texts and result views */
  readonly members?: Readonly<Record<string, Member<unknown>>>
  readonly item?: Shape<unknown>
  readonly variants?: readonly Shape<unknown>[]
}

/** Rows that are JSON text already, separated by commas. A handler returns them instead of an array (`asRows`). */
export class JsonRows {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Returns this object with the type of the contract. Only encoders of results know the difference. */
  asRows<T>(): readonly T[] {
    return this as unknown as readonly T[]
  }
}

/**
 * Rows of a result that are generated in pages during encoding. A handler returns them instead of an array, as the
 * result or as its member (`asRows`).
 */
export class StreamedRows<T> {
  readonly pages: AsyncIterable<readonly T[] | JsonRows>
  /** call this when no more rows are needed, at any point; may be called twice */
  readonly close: () => void

  constructor(pages: AsyncIterable<readonly T[] | JsonRows>, close: () => void) {
    this.pages = pages
    this.close = close
  }

  /** Returns this object with the type of the contract. Only encoders of results know the difference. */
  asRows(): readonly T[] {
    return this as unknown as readonly T[]
  }
}

/** Returns the streamed rows of a result, or undefined if the result is complete. */
export function findStreamedRows(result: unknown): StreamedRows<unknown> | undefined {
  if (result instanceof StreamedRows) return result
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return undefined
  return Object.values(result).find((member) => member instanceof StreamedRows)
}

export interface Member<T> {
  readonly shape: Shape<T>
  readonly optional: boolean
}

export type Infer<S> = S extends Shape<infer T> ? T : never

/** A reply does not match the contract, because of another version or a bug. */
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
