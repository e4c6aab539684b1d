import type { CcVerdict } from '../../core/index.ts'

export type CcRefusal = Extract<CcVerdict, { readonly ok: false }>

export const CC_VALID: CcVerdict = { ok: true }

/** An input that the reference stops at while it looks for fulfilments. */
export const UNREADABLE_INPUT = 'an input begins with no data'

/** A broken rule, in the reference's words where it has some. */
export function ccInvalid(reason: string): CcRefusal {
  return { ok: false, reason }
}
