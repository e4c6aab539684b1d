import type { ReactNode } from 'react'

/** Values shown in several places of the window; a test compares all places. */
export type SharedFigure = 'balance' | 'height' | 'peers' | 'supply' | 'fee'

/** Marks a value that other components show too. Must contain exactly one number and no other digits. */
export function Shows({ figure, children }: { readonly figure: SharedFigure; readonly children: ReactNode }) {
  return <span data-shows={figure}>{children}</span>
}
