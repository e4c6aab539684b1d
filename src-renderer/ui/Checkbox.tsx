import { Check, Minus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cn } from './cn.ts'

export interface CheckboxProps {
  readonly label: string
  readonly checked: boolean
  /** Some, but not all, of the represented items are checked. */
  readonly mixed?: boolean | undefined
  /** Removed from the tab order, because another element handles the keys. */
  readonly pointerOnly?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** @param range true if the shift key was held */
  onChange(checked: boolean, range: boolean): void
  readonly className?: string | undefined
}

/** Checkbox in the colours of the window, with a large click target. */
export function Checkbox({ label, checked, mixed, pointerOnly, disabled, onChange, className }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed === true && !checked
  }, [mixed, checked])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box inside has the keys; this only keeps the row from opening
    <label
      className={cn('-m-1 flex size-6 items-center justify-center', className)}
      onClick={(event) => event.stopPropagation()}
    >
      <span className="relative grid size-4 place-items-center text-on-accent [&>svg]:pointer-events-none [&>svg]:absolute [&>svg]:hidden">
        <input
          ref={box}
          type="checkbox"
          aria-label={label}
          checked={checked}
          disabled={disabled}
          tabIndex={pointerOnly ? -1 : 0}
          className="peer size-4 appearance-none rounded-sm border border-line-strong bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:border-line disabled:bg-sunken"
          onChange={(event) => onChange(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)}
        />
        <Check aria-hidden strokeWidth={3} className="size-3 peer-checked:block!" />
        <Minus aria-hidden strokeWidth={3} className="size-3 peer-indeterminate:block!" />
      </span>
    </label>
  )
}
