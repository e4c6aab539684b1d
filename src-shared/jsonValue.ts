/** A JSON number in its source text: `1.00000000`, `1e3`, `123456789012345678901234567890`. */
export class NumberLiteral {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type JsonObject = Map<string, JsonValue>
/** Positions of repeated names in an object's text. Contains only objects with repeated names. */
const repeats = new WeakMap<JsonObject, { readonly name: string; readonly at: number }[]>()

/** Adds a member while reading. Of two members with the same name the first counts. */
export function addMember(object: JsonObject, name: string, value: JsonValue): void {
  if (!object.has(name)) {
    object.set(name, value)
    return
  }
  const known = repeats.get(object) ?? []
  known.push({ name, at: object.size + known.length })
  repeats.set(object, known)
}

/** Returns the member names in the order of the text, repeated names included, if `parseJson` created the object. */
export function memberNames(object: JsonObject): readonly string[] {
  const again = repeats.get(object) ?? []
  const names: string[] = []
  let next = 0
  const pushRepeats = () => {
    while (again[next]?.at === names.length) names.push(again[next++]!.name)
  }
  for (const name of object.keys()) {
    pushRepeats()
    names.push(name)
  }
  pushRepeats()
  return names
}

export type JsonValue = null | boolean | string | NumberLiteral | JsonValue[] | JsonObject

/** Values that can be written as JSON. Undefined members are omitted. */
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
