import type { CSSProperties, KeyboardEventHandler, ReactNode, Ref } from 'react'
import { cn } from './cn.ts'

export interface ScrollRegionProps {
  /** Accessible name of the region. */
  readonly label: string
  readonly className?: string | undefined
  readonly style?: CSSProperties | undefined
  readonly ref?: Ref<HTMLElement> | undefined
  readonly onKeyDown?: KeyboardEventHandler | undefined
  readonly children: ReactNode
}

/** Scrollable region that can be focused and scrolled by keyboard. */
export function ScrollRegion({ label, className, style, ref, onKeyDown, children }: ScrollRegionProps) {
  return (
    <section
      ref={ref}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus the keyboard could not scroll it
      tabIndex={0}
      // Positioned, so that hidden texts for screen readers scroll with it. Otherwise they would make the whole page
      // taller.
      className={cn('relative min-h-0 overflow-auto focus-visible:-outline-offset-2', className)}
      style={style}
      onKeyDown={onKeyDown}
    >
      {children}
    </section>
  )
}
