import type { ReactNode } from 'react'

/**
 * The `</>` button of a surface (CSS class `group/source`). Visible while the pointer or the focus is in the surface,
 * while its panel is open, and always on devices without hover. It always takes up space, so that the layout does not
 * shift. Outside such a surface it is visible only while hovered or focused itself.
 */
export function OnDemandSource({ children }: { readonly children: ReactNode }) {
  return (
    <span className="inline-flex opacity-0 transition-opacity duration-(--quick) focus-within:opacity-100 hover:opacity-100 has-data-[state=open]:opacity-100 group-focus-within/source:opacity-100 group-hover/source:opacity-100 [@media(hover:none)]:opacity-100">
      {children}
    </span>
  )
}
