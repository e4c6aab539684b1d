import type { CcVerdict } from '../interfaces.ts'

export const VALID: CcVerdict = { ok: true }

/** A broken rule, in the reference's words where it has some. */
export function invalid(reason: string): CcVerdict {
  return { ok: false, reason }
}
