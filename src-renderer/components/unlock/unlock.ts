import { create } from 'zustand'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'

/** Purpose of a passphrase request; the dialog has one sentence per purpose. */
export type UnlockPurpose = keyof typeof import('../../i18n/en/parts.json')['unlock']['for']

interface UnlockState {
  /** Purpose to show; undefined if no request is open. */
  readonly purpose: UnlockPurpose | undefined
  readonly answer: ((unlocked: boolean) => void) | undefined
  ask(purpose: UnlockPurpose): Promise<boolean>
  finish(unlocked: boolean): void
}

/** The open passphrase request, at most one. Contains no secret; the passphrase exists only in the dialog. */
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

/** The key pool runs out only while the wallet is locked. */
const LOCKED: readonly number[] = [RPC_ERROR.UNLOCK_NEEDED, RPC_ERROR.KEYPOOL_RAN_OUT]

/** Returns true if a call failed only because the wallet is locked. */
export function isLocked(error: unknown): boolean {
  return error instanceof RpcError && LOCKED.includes(error.code)
}

/**
 * Runs an action that may need the keys. If the wallet is locked, asks for the passphrase and repeats the action.
 * @throws the action's error if the user gives no passphrase
 */
export async function withUnlock<T>(action: () => Promise<T>, purpose: UnlockPurpose): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (!isLocked(error) || !(await useUnlock.getState().ask(purpose))) throw error
    return await action()
  }
}
