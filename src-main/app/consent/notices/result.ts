import { parseJson } from '#shared/json.ts'
import type { PageCall } from '../pageCall.ts'

/** Decodes the result of a call. */
export const decodeCallResult = <T>({ method }: PageCall, text: string): T => method.result.decode(parseJson(text)) as T
