import { Tooltip as Radix } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { cn } from './cn.ts'

/** Mounted once around the window, so that neighbouring tooltips open without another delay. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={400} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  )
}

export interface TooltipProps {
  readonly content: ReactNode
  readonly shortcut?: string | undefined
  readonly side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  readonly className?: string | undefined
  /** Set if the parent controls the tooltip; if not set, it opens on hover and focus. */
  readonly open?: boolean | undefined
  /** Called when a controlled tooltip should close. The parent opens it, and closes it when the pointer leaves. */
  readonly onClose?: (() => void) | undefined
  /** Element that the tooltip explains; must accept a ref and be focusable. */
  readonly children: ReactNode
}

export function Tooltip(props: TooltipProps) {
  const { content, shortcut, side = 'top', className, open, onClose, children } = props
  const trigger = useRef<HTMLButtonElement>(null)
  const [shown, setShown] = useState(false)
  const change = (next: boolean) => {
    // Radix closes on scroll. Ignore that while the element has the focus: focusing scrolls the element into view, and
    // arriving content scrolls too.
    const scrolled = window.event?.type === 'scroll'
    if (!next && scrolled && (open !== undefined || trigger.current?.matches(':focus-visible'))) return
    setShown(next)
    // Radix also opens by its own timer, which must not close a tooltip that the parent opens at the same time.
    if (!next) onClose?.()
  }
  return (
    <Radix.Root open={open ?? shown} onOpenChange={change}>
      <Radix.Trigger ref={trigger} asChild>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            // No closing animation: with zero duration, animationend never fires and the card would stay.
            'z-80 max-w-96 not-data-[state=closed]:animate-fade rounded-md border bg-raised px-2 py-1 text-12 text-text shadow-float',
            className,
          )}
        >
          {content}
          {shortcut ? <span className="ml-2 text-faint">{shortcut}</span> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
