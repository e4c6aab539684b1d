import type { ReactNode } from 'react'
import { create } from 'zustand'
import { isDeclinedText } from './declined.ts'

export interface ToastMessage {
  readonly id: number
  readonly tone: 'ok' | 'bad' | 'neutral'
  /** Replaces the previous notification of the same kind, together with its undo. */
  readonly kind?: string | undefined
  readonly title: string
  readonly detail?: ReactNode
  readonly action?: { readonly label: string; run(): void } | undefined
}

interface ToastState {
  readonly toasts: readonly ToastMessage[]
  show(toast: Omit<ToastMessage, 'id'>): void
  dismiss(id: number): void
  /** Removes the notifications of a kind that no longer apply. */
  withdraw(kind: string): void
}

/** Maximum number of notifications, so that they do not hide the page; beyond it the oldest is removed. */
const MAX_TOASTS = 4
let nextId = 1

/** Notifications, only for finished or undoable actions: running work belongs in the task tray. */
export const useToasts = create<ToastState>((set) => ({
  toasts: [],
  show: (given) =>
    set(({ toasts }) => {
      // A refusal by the user is not an error.
      const declined = [given.title, given.detail].some((text) => typeof text === 'string' && isDeclinedText(text))
      const toast = declined ? { ...given, tone: 'neutral' as const } : given
      const others = toasts.filter(({ kind }) => kind === undefined || kind !== toast.kind)
      return { toasts: [...others, { ...toast, id: nextId++ }].slice(-MAX_TOASTS) }
    }),
  withdraw: (kind) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.kind !== kind) })),
  dismiss: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
}))

export const toast = (message: Omit<ToastMessage, 'id'>) => useToasts.getState().show(message)
