import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { MAX_LABEL } from '#shared/rpc/methods/addressViews.ts'

/** Control characters, and those that turn text around or cannot be seen. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u

/** A label that a person typed, as it is kept. @throws RpcError */
export function checkedLabel(text: string): string {
  const label = text.trim().normalize('NFC')
  if (INVISIBLE.test(label) || [...label].length > MAX_LABEL) {
    const reason = `A label has at most ${MAX_LABEL} characters, all of them visible`
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, reason)
  }
  return label
}
