import { parseJson } from '#shared/json.ts'
import type { PageCall } from '../pageCall.ts'

/** The decoded result of a call. */
export const resultOf = <T>({ method }: PageCall, text: string): T => method.result.decode(parseJson(text)) as T
