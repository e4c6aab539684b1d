import { create } from 'zustand'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'

/** What the passphrase is asked for: the dialog has a sentence for each. */
export type UnlockPurpose = keyof typeof import('../../i18n/en/parts.json')['unlock']['for']

interface UnlockState {
  /** purpose to show; undefined: not asking */
  readonly purpose: UnlockPurpose | undefined
  readonly answer: ((unlocked: boolean) => void) | undefined
  ask(purpose: UnlockPurpose): Promise<boolean>
  finish(unlocked: boolean): void
}

/** The open request for the passphrase, at most one. It holds no secret: that is in the dialog only. */
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

/** The key pool only runs out while the wallet is locked. */
const LOCKED: readonly number[] = [RPC_ERROR.UNLOCK_NEEDED, RPC_ERROR.KEYPOOL_RAN_OUT]

/** Whether a call failed only because the wallet is locked. */
export function isLocked(error: unknown): boolean {
  return error instanceof RpcError && LOCKED.includes(error.code)
}

/**
 * Runs an action that may need the keys. If the wallet is locked, asks for the passphrase and runs it again; without a
 * passphrase the error is rethrown.
 */
export async function withUnlock<T>(action: () => Promise<T>, purpose: UnlockPurpose): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (!isLocked(error) || !(await useUnlock.getState().ask(purpose))) throw error
    return await action()
  }
}
