import { Switch as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { t } from '../i18n/texts.ts'

export interface SwitchProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly checked: boolean
  onChange(checked: boolean): void
  readonly disabled?: boolean | undefined
}

/** Switch with a text next to the knob that names the state, so that colour is not the only sign. */
export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-13">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-pretty text-12 text-muted">
            {hint}
          </p>
        ) : null}
      </div>
      <div className="flex items-center gap-2 pt-0.5">
        <span aria-hidden className="w-6 text-right text-12 text-muted">
          {checked ? t('ui:on') : t('ui:off')}
        </span>
        <Radix.Root
          id={id}
          checked={checked}
          onCheckedChange={onChange}
          disabled={disabled ?? false}
          {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
          className="relative h-4.5 w-8 rounded-full border border-line-strong bg-sunken transition-colors duration-(--quick) disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
        >
          <Radix.Thumb className="block size-3 translate-x-0.5 rounded-full bg-line-strong transition-transform duration-(--quick) data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent" />
        </Radix.Root>
      </div>
    </div>
  )
}
