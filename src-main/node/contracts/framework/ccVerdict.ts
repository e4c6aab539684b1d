import type { CcVerdict } from '../../core/index.ts'

export type CcRefusal = Extract<CcVerdict, { readonly ok: false }>

export const CC_VALID: CcVerdict = { ok: true }

/** Error for an input on which the reference fails while it searches for fulfilments. */
export const UNREADABLE_INPUT = 'an input begins with no data'

/** Creates the verdict for a broken rule. The reason is the reference's text if it has one. */
export function ccInvalid(reason: string): CcRefusal {
  return { ok: false, reason }
}
