import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { ModuleIndexes } from '../../index.ts'
import type { TokenIndex } from '../index.ts'
import { fromDisplayHex, isHex } from '../../../util/index.ts'
import { createModuleGate, GATE_TEXT, type ModuleGateDeps } from '../../framework/rpc/moduleGate.ts'

export interface TokenGateDeps extends ModuleGateDeps {
  /** undefined: calls must do without indexes */
  readonly moduleIndexes: ModuleIndexes | undefined
}

/** Checks the preconditions of the token methods. @throws RpcError −1 with the reference's text */
export function createTokenGate(deps: TokenGateDeps) {
  const index = deps.moduleIndexes?.tokens
  const pass = createModuleGate(deps, { evalCode: EVAL_CODES.tokens, what: 'tokens', indexed: index !== undefined })
  return {
    acting: (withoutPubkey = GATE_TEXT) => ({
      ...pass.acting(withoutPubkey, GATE_TEXT),
      tokens: index as TokenIndex,
    }),
    reading: () => ({ ...pass.reading(), tokens: index as TokenIndex }),
  }
}

const TOKEN_ID_LENGTH = 64

/** Parses a token id: 64 hex digits. The reference guesses at anything else and can crash (finding 14). */
export function parseTokenId(text: string): Uint8Array | undefined {
  return text.length === TOKEN_ID_LENGTH && isHex(text) ? fromDisplayHex(text) : undefined
}
