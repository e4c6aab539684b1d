import { Popover as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { cn } from './cn.ts'

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

/** A small panel at its button. Not modal: it closes when focus or the pointer goes elsewhere. */
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
  const control = {
    ...(state.open === undefined ? {} : { open: state.open }),
    ...(state.onOpenChange ? { onOpenChange: state.onOpenChange } : {}),
  }
  return (
    <Radix.Root {...control}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          tabIndex={-1}
          ref={content}
          onOpenAutoFocus={(event) => {
            // The panel itself, not its first button, whose tooltip would cover what was asked for.
            event.preventDefault()
            content.current?.focus()
          }}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          // Only while it opens: closing waits for the end of any animation, and one without a duration may never tell.
          className={cn(
            'z-60 w-88 data-[state=open]:animate-fade rounded-lg border bg-raised p-3 shadow-float outline-none',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
