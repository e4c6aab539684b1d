/** A JSON number as it stands in the text: `1.00000000`, `1e3`, `123456789012345678901234567890`. */
export class NumberLiteral {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type JsonObject = Map<string, JsonValue>
/** Positions of repeated names in an object's text. Only for objects with repeated names. */
const repeats = new WeakMap<JsonObject, { readonly name: string; readonly at: number }[]>()

/** Puts a member in as it is read: of two with one name the first counts. */
export function addMember(object: JsonObject, name: string, value: JsonValue): void {
  if (!object.has(name)) {
    object.set(name, value)
    return
  }
  const known = repeats.get(object) ?? []
  known.push({ name, at: object.size + known.length })
  repeats.set(object, known)
}

/** Names of the members in the order of the text, each as often as it stood there, if `parseJson` made the object. */
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
