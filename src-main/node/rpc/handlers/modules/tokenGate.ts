import { EVAL_TOKENS, type TokenIndex } from '../../../modules/index.ts'
import { fromDisplayHex, isHex } from '../../../util/index.ts'
import { createModuleGate, GATE_TEXT, type ModuleGateDeps } from './moduleGate.ts'

export interface TokenGateDeps extends ModuleGateDeps {
  readonly tokens: TokenIndex | undefined
}

/** Checks the preconditions of the token methods. @throws RpcError −1 with the reference's text */
export function createTokenGate(deps: TokenGateDeps) {
  const pass = createModuleGate(deps, { evalCode: EVAL_TOKENS, what: 'tokens', indexed: deps.tokens !== undefined })
  return (withoutPubkey = GATE_TEXT) => ({ ...pass(withoutPubkey, GATE_TEXT), tokens: deps.tokens as TokenIndex })
}

const TOKEN_ID_LENGTH = 64

/** Parses a token id: 64 hex digits. The reference guesses at anything else and can crash (finding 14). */
export function parseTokenId(text: string): Uint8Array | undefined {
  return text.length === TOKEN_ID_LENGTH && isHex(text) ? fromDisplayHex(text) : undefined
}
