import type { ReactNode } from 'react'

/**
 * The `</>` of a surface: seen while the pointer or the focus is in the surface (its class `group/source`), while it is
 * open, and always where nothing hovers. It keeps its place, so that nothing moves. Without such a surface around it, it is seen
 * only where it is itself.
 */
export function OnDemandSource({ children }: { readonly children: ReactNode }) {
  return (
    <span className="inline-flex opacity-0 transition-opacity duration-(--quick) focus-within:opacity-100 hover:opacity-100 has-data-[state=open]:opacity-100 group-focus-within/source:opacity-100 group-hover/source:opacity-100 [@media(hover:none)]:opacity-100">
      {children}
    </span>
  )
}
