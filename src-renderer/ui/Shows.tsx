import type { ReactNode } from 'react'

/** Figures that more than one place of the window shows. A test reads them all and compares. */
export type SharedFigure = 'balance' | 'spendable' | 'height' | 'peers' | 'supply'

/** A figure that other places show too, marked with its name. It holds the number alone, without unit or words. */
export function Shows({ figure, children }: { readonly figure: SharedFigure; readonly children: ReactNode }) {
  return <span data-shows={figure}>{children}</span>
}
