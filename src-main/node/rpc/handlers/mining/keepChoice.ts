import { RPC_ERROR, RpcError } from '#shared/errors.ts'

/** A choice that has to be written. @throws RpcError −1 with the system's reason when it cannot be */
export function keepChoice(choice: () => void): void {
  try {
    choice()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new RpcError(RPC_ERROR.MISC, `The choice cannot be kept: ${reason}`, { cause: error })
  }
}
