import type { ReactNode } from 'react'
import { create } from 'zustand'
import { isDeclinedText } from './declined.ts'

export interface ToastMessage {
  readonly id: number
  readonly tone: 'ok' | 'bad' | 'neutral'
  /** Replaces the previous notification of the same kind, with its undo. */
  readonly kind?: string | undefined
  readonly title: string
  readonly detail?: ReactNode
  readonly action?: { readonly label: string; run(): void } | undefined
}

interface ToastState {
  readonly toasts: readonly ToastMessage[]
  show(toast: Omit<ToastMessage, 'id'>): void
  dismiss(id: number): void
  /** Removes what was said of this kind: it is no longer so. */
  withdraw(kind: string): void
}

/** More at once would hide the page; the oldest is removed. */
const MOST = 4
let nextId = 1

/** Only for finished or undoable actions: running work belongs into the task tray. */
export const useToasts = create<ToastState>((set) => ({
  toasts: [],
  show: (given) =>
    set(({ toasts }) => {
      // Declining is no failure.
      const declined = [given.title, given.detail].some((text) => typeof text === 'string' && isDeclinedText(text))
      const toast = declined ? { ...given, tone: 'neutral' as const } : given
      const others = toasts.filter(({ kind }) => kind === undefined || kind !== toast.kind)
      return { toasts: [...others, { ...toast, id: nextId++ }].slice(-MOST) }
    }),
  withdraw: (kind) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.kind !== kind) })),
  dismiss: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
}))

export const toast = (message: Omit<ToastMessage, 'id'>) => useToasts.getState().show(message)
