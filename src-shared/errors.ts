/** JSON-RPC error codes of the reference (rpc.md §1). */
export const RPC_ERROR = {
  MISC: -1,
  FORBIDDEN_BY_SAFE_MODE: -2,
  TYPE: -3,
  WALLET: -4,
  INVALID_ADDRESS_OR_KEY: -5,
  INSUFFICIENT_FUNDS: -6,
  OUT_OF_MEMORY: -7,
  INVALID_PARAMETER: -8,
  CLIENT_NOT_CONNECTED: -9,
  IN_INITIAL_DOWNLOAD: -10,
  INVALID_ACCOUNT: -11,
  KEYPOOL_RAN_OUT: -12,
  UNLOCK_NEEDED: -13,
  PASSPHRASE_INCORRECT: -14,
  WRONG_ENCRYPTION_STATE: -15,
  ENCRYPTION_FAILED: -16,
  ALREADY_UNLOCKED: -17,
  DATABASE: -20,
  DESERIALIZATION: -22,
  NODE_ALREADY_ADDED: -23,
  NODE_NOT_ADDED: -24,
  VERIFY: -25,
  VERIFY_REJECTED: -26,
  ALREADY_IN_CHAIN: -27,
  IN_WARMUP: -28,
  NODE_NOT_CONNECTED: -29,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL: -32603,
  PARSE: -32700,
} as const

/** An error for the caller. Code and message are sent unchanged. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number

  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Form of an error across a thread, IPC, WebSocket or HTTP. */
export interface WireError {
  readonly code: number
  readonly message: string
}

/**
 * Converts anything thrown into an error for clients: an RpcError unchanged, everything else as an internal error
 * without details.
 */
export function toWire(error: unknown): WireError {
  if (error instanceof RpcError) return { code: error.code, message: error.message }
  return { code: RPC_ERROR.INTERNAL, message: 'Internal error' }
}

export function fromWire(error: WireError): RpcError {
  return new RpcError(error.code, error.message)
}

/** Prefix of the message when the user declined. */
export const DECLINED = 'You decided against it'

/** Prefix of the message when the user wants to change the request, with everything in its form kept. */
export const CORRECTING = 'You chose to change it'
