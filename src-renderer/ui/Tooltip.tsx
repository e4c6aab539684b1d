import { Tooltip as Radix } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { cn } from './cn.ts'

/** Mounted once around the window: neighbouring tooltips then open without another delay. */
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
  /** controlled by its owner; left out: opens on hover and focus */
  readonly open?: boolean | undefined
  /** Called when the tooltip of an owner is to close; the owner alone opens it, and closes it when the pointer leaves. */
  readonly onClose?: (() => void) | undefined
  /** The element that the tooltip explains; it must take a ref and be focusable. */
  readonly children: ReactNode
}

export function Tooltip(props: TooltipProps) {
  const { content, shortcut, side = 'top', className, open, onClose, children } = props
  const trigger = useRef<HTMLButtonElement>(null)
  const [shown, setShown] = useState(false)
  const change = (next: boolean) => {
    // Radix closes on scroll. The focus itself scrolls its element into view, and an answer that arrives scrolls too.
    const scrolled = window.event?.type === 'scroll'
    if (!next && scrolled && (open !== undefined || trigger.current?.matches(':focus-visible'))) return
    setShown(next)
    // Radix has a timer of its own that opens: it must not close what its owner opens at the same time.
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
            // Not while closing, which would wait for animationend: without a duration it never comes, and the card stays.
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
