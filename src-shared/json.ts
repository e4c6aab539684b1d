/**
 * Exact JSON. Numbers keep their source text, so that an amount never becomes a float. Objects keep the order of their
 * members. Of two members with the same name the first counts (rpc.md §1 and the recordings), but `memberNames` returns
 * both.
 */
export { createJsonParse, type JsonParse, JsonParseError, type ParseLimits, parseJson } from './jsonReader.ts'
export { type Encodable, type JsonObject, type JsonValue, memberNames, NumberLiteral } from './jsonValue.ts'
export { doubleText, indentJson, quoteJson, stringifyJson } from './jsonWriter.ts'
