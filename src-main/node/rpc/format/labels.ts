import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { MAX_LABEL } from '#shared/rpc/methods/addressViews.ts'

/** Control characters, invisible characters, and those that change the text direction. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u

/**
 * Validates a label that the user entered and returns it in its stored form.
 * @throws RpcError if it has invisible characters or is too long
 */
export function checkedLabel(text: string): string {
  const label = text.trim().normalize('NFC')
  if (INVISIBLE.test(label) || [...label].length > MAX_LABEL) {
    const reason = `A label has at most ${MAX_LABEL} characters, all of them visible`
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, reason)
  }
  return label
}
