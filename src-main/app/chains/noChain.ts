import { RPC_ERROR, RpcError } from '#shared/errors.ts'

/** Refuses an id that the list of chains does not have. */
export const noChain = (id: unknown): RpcError =>
  new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, `There is no chain ${String(id).slice(0, 100)}`)
