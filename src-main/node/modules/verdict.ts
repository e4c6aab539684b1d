import type { CcVerdict } from '../interfaces.ts'

export const VALID: CcVerdict = { ok: true }

/** A broken rule, in the reference's words where it has some. */
export function invalid(reason: string): CcVerdict {
  return { ok: false, reason }
}

/** Good or bad, that is for others to say. */
export const beyondUs: CcVerdict = { ok: false, reason: 'this program has no rules for the module', beyondUs: true }
