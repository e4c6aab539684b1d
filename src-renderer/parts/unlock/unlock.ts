import { create } from 'zustand'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'

interface UnlockState {
  /** what it is asked for, to be shown; undefined: nobody asks */
  readonly purpose: string | undefined
  readonly answer: ((unlocked: boolean) => void) | undefined
  ask(purpose: string): Promise<boolean>
  finish(unlocked: boolean): void
}

/** The one question for the passphrase that may be open. It holds no secret: the dialog has it as long as it is typed. */
export const useUnlock = create<UnlockState>()((set, get) => ({
  purpose: undefined,
  answer: undefined,
  ask(purpose) {
    get().answer?.(false)
    return new Promise((answer) => set({ purpose, answer }))
  },
  finish(unlocked) {
    const { answer } = get()
    set({ purpose: undefined, answer: undefined })
    answer?.(unlocked)
  },
}))

/** A wallet that runs out of the keys made in advance is locked: an open one makes them. */
const LOCKED: readonly number[] = [RPC_ERROR.UNLOCK_NEEDED, RPC_ERROR.KEYPOOL_RAN_OUT]

/** Whether a call failed only because the wallet is locked. */
export function isLocked(error: unknown): boolean {
  return error instanceof RpcError && LOCKED.includes(error.code)
}

/**
 * Does something that may need the keys. If the wallet is locked, the person is asked for the passphrase and it goes on
 * from there; if they do not give it, the refusal is thrown. `purpose` completes "Unlock the wallet to …".
 */
export async function withUnlock<T>(action: () => Promise<T>, purpose: string): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (!isLocked(error) || !(await useUnlock.getState().ask(purpose))) throw error
    return await action()
  }
}
