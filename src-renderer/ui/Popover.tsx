import { Popover as Radix } from 'radix-ui'
import { type ReactNode, useContext, useRef, useState } from 'react'
import { cn } from './cn.ts'
import { InDialog } from './useOverlay.ts'

export interface PopoverProps {
  readonly label: string
  readonly align?: 'start' | 'center' | 'end' | undefined
  readonly side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  readonly className?: string | undefined
  readonly open?: boolean | undefined
  readonly onOpenChange?: ((open: boolean) => void) | undefined
  readonly trigger: ReactNode
  readonly children: ReactNode
}

/**
 * Small panel attached to its button. Not modal: it closes when the focus or the pointer moves elsewhere. After text
 * was typed into the panel, clicks outside do nothing; only a key or a button closes it.
 */
export function Popover({
  label,
  align = 'end',
  side = 'bottom',
  className,
  trigger,
  children,
  ...state
}: PopoverProps) {
  const content = useRef<HTMLDivElement>(null)
  const inDialog = useContext(InDialog)
  const [typed, setTyped] = useState(false)
  const keepTyped = (event: Event) => {
    if (typed) event.preventDefault()
  }
  const control = {
    ...(state.open === undefined ? {} : { open: state.open }),
    ...(state.onOpenChange ? { onOpenChange: state.onOpenChange } : {}),
  }
  return (
    <Radix.Root {...control}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <div>
          {typed ? <Shield /> : null}
          <Radix.Content
            aria-label={label}
            tabIndex={-1}
            ref={content}
            onInput={() => setTyped(true)}
            onPointerDownOutside={keepTyped}
            onFocusOutside={keepTyped}
            onCloseAutoFocus={() => setTyped(false)}
            onOpenAutoFocus={(event) => {
              // Focus the panel itself: the tooltip of its first button would cover the panel.
              event.preventDefault()
              content.current?.focus()
            }}
            align={align}
            side={side}
            sideOffset={6}
            // Keep clear of the notifications at the bottom.
            collisionPadding={{ top: 8, left: 8, right: 8, bottom: 72 }}
            // Animate only on opening: closing would wait for animationend, which an animation with zero duration may
            // not fire.
            className={cn(
              'w-88 data-[state=open]:animate-fade rounded-lg border bg-raised p-3 shadow-float outline-none',
              inDialog ? 'z-60' : 'z-39',
              className,
            )}
          >
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Catches clicks outside a panel with typed text, so that the field keeps the focus. */
function Shield() {
  return <div aria-hidden className="fixed inset-0 z-38" onMouseDown={(event) => event.preventDefault()} />
}
