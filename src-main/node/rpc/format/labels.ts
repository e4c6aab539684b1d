import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { MAX_LABEL } from '#shared/rpc/methods/addressViews.ts'

/** Control characters, invisible ones, and those that change the direction of text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u

/** Checks a label that a person typed; returns it as it is stored. @throws RpcError */
export function checkedLabel(text: string): string {
  const label = text.trim().normalize('NFC')
  if (INVISIBLE.test(label) || [...label].length > MAX_LABEL) {
    const reason = `A label has at most ${MAX_LABEL} characters, all of them visible`
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, reason)
  }
  return label
}
