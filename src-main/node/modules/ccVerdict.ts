import type { CcVerdict } from '../interfaces.ts'

export type CcRefusal = Extract<CcVerdict, { readonly ok: false }>

export const CC_VALID: CcVerdict = { ok: true }

/** A broken rule, in the reference's words where it has some. */
export function ccInvalid(reason: string): CcRefusal {
  return { ok: false, reason }
}

/** The contract is one that other nodes have and this one does not: it may be satisfied or not. */
export const CC_UNSUPPORTED: CcVerdict = {
  ok: false,
  reason: 'this program has no rules for the module',
  beyondUs: true,
}
