import type { ReactNode } from 'react'

/**
 * The `</>` of a surface: seen while the pointer or the focus is in the surface (its class `group/source`), while it is
 * open, and always where nothing hovers. It keeps its place, so that nothing moves.
 */
export function OnDemandSource({ children }: { readonly children: ReactNode }) {
  return (
    <span className="inline-flex opacity-0 transition-opacity duration-(--quick) has-data-[state=open]:opacity-100 group-focus-within/source:opacity-100 group-hover/source:opacity-100 [@media(hover:none)]:opacity-100">
      {children}
    </span>
  )
}
