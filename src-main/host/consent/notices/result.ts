import { parseJson } from '#shared/json.ts'
import type { PageCall } from '../pageCall.ts'

/** What a call answered, by its contract. */
export const resultOf = <T>({ method }: PageCall, text: string): T => method.result.decode(parseJson(text)) as T
