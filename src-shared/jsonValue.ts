/** A JSON number as it stands in the text: `1.00000000`, `1e3`, `123456789012345678901234567890`. */
export class NumberLiteral {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type JsonObject = Map<string, JsonValue>
export type JsonValue = null | boolean | string | NumberLiteral | JsonValue[] | JsonObject

/** What can be written as JSON. Members that are undefined are left out. */
export type Encodable =
  | null
  | boolean
  | string
  | number
  | bigint
  | NumberLiteral
  | readonly Encodable[]
  | ReadonlyMap<string, Encodable>
  | { readonly [member: string]: Encodable | undefined }
