import { RPC_ERROR, RpcError } from '#shared/errors.ts'

/** Error for an id that is not in the list of chains. */
export const noChain = (id: unknown): RpcError =>
  new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, `There is no chain ${String(id).slice(0, 100)}`)
