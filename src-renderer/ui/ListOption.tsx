import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { intoView } from './intoView.ts'

export interface ListOptionProps {
  /** Referenced by the field to mark the active option (`aria-activedescendant`). */
  readonly id: string
  readonly active: boolean
  readonly className: string
  readonly children: ReactNode
  onHover(): void
  onPick(): void
}

/** Option in the list below a text field. The field keeps the focus and handles the keys. */
export function ListOption({ id, active, className, children, onHover, onPick }: ListOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: likewise, by aria-activedescendant
    <div
      id={id}
      role="option"
      aria-selected={active}
      ref={active ? intoView : null}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onHover}
      onClick={onPick}
      className={cn('flex items-center rounded-sm', className, active && 'bg-hover')}
    >
      {children}
    </div>
  )
}
