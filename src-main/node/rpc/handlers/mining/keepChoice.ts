import { RPC_ERROR, RpcError } from '#shared/errors.ts'

/** Runs a write that stores a setting. @throws RpcError −1 with the system's reason if the write fails */
export function keepChoice(choice: () => void): void {
  try {
    choice()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new RpcError(RPC_ERROR.MISC, `The choice cannot be saved: ${reason}`, { cause: error })
  }
}
