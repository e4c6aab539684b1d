/**
 * Exact JSON. Number literals keep their source text, so that an amount never passes through a float; objects keep the
 * order of their members, and of two members with one name the first counts (rpc.md §1 and the recordings); `memberNames` has both.
 */
export { createJsonParse, type JsonParse, JsonParseError, type ParseLimits, parseJson } from './jsonReader.ts'
export { type Encodable, type JsonObject, type JsonValue, memberNames, NumberLiteral } from './jsonValue.ts'
export { doubleText, indentJson, quoteJson, stringifyJson } from './jsonWriter.ts'
