import { fromDisplayHex, isHex } from '../../../util/index.ts'
import { createContractGate, type GateDeps } from '../../framework/rpc/contractGate.ts'
import type { TokenIndex } from '../index.ts'

export interface TokenGateDeps extends GateDeps {
  /** undefined if the node has no indexes */
  readonly contractIndexes: { readonly tokens: TokenIndex } | undefined
}

/** Checks the preconditions of the token methods. @throws RpcError −1 with the reference's text */
export function createTokenGate(deps: TokenGateDeps) {
  const { contractIndexes } = deps
  const indexes = contractIndexes && { tokens: contractIndexes.tokens }
  return createContractGate(deps, { contracts: ['tokens'], what: 'tokens', indexes })
}

const TOKEN_ID_LENGTH = 64

/** Parses a token id: 64 hex digits. The reference guesses at other texts and can crash (finding 14). */
export function parseTokenId(text: string): Uint8Array | undefined {
  return text.length === TOKEN_ID_LENGTH && isHex(text) ? fromDisplayHex(text) : undefined
}
