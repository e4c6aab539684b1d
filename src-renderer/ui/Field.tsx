import { ChevronDown, CircleAlert } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, use, useEffect, useId, useState } from 'react'
import { t } from '../i18n/texts.ts'
import { cn } from './cn.ts'
import { optionNames } from './optionNames.tsx'

interface FieldContext {
  readonly id: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
  pend(words: string | undefined): void
}

const Context = createContext<FieldContext | undefined>(undefined)

export interface FieldProps {
  readonly label: ReactNode
  /** Explanation of the field in one line; stays visible while an error is shown. */
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** Shown to the right of the label, such as a counter or a link. */
  readonly aside?: ReactNode
  readonly optional?: boolean | undefined
  readonly hideLabel?: boolean | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Label, control, hint and error, linked for assistive technology. Must contain exactly one control. */
export function Field({ label, aside, optional, hideLabel, className, children, ...below }: FieldProps) {
  const id = useId()
  const [pending, pend] = useState<string>()
  const hint = pending ?? below.hint
  const error = pending === undefined ? below.error : undefined
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ') || undefined
  return (
    <Context value={{ id, describedBy, invalid: Boolean(error), pend }}>
      <div className={cn('flex flex-col gap-1', className)}>
        <div className={cn('flex flex-wrap items-baseline justify-between gap-x-3', hideLabel && 'sr-only')}>
          <label htmlFor={id} className="font-medium text-13 text-text">
            {label}
            {optional ? <span className="ml-1.5 font-normal text-12 text-faint">{t('ui:optional')}</span> : null}
          </label>
          {aside ? <span className="text-12 text-muted">{aside}</span> : null}
        </div>
        {children}
        <p id={errorId} aria-live="polite" className={cn('wrap-anywhere text-12 text-bad', !error && 'hidden')}>
          {error ? (
            <span className="inline-flex gap-1.5">
              <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
              <span>{optionNames(error)}</span>
            </span>
          ) : null}
        </p>
        {hint ? (
          <p
            id={hintId}
            role={pending === undefined ? undefined : 'status'}
            className="wrap-anywhere text-12 text-muted"
          >
            {optionNames(hint)}
          </p>
        ) : null}
      </div>
    </Context>
  )
}

const control =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-13 text-text transition-colors duration-(--quick) hover:border-muted focus-visible:outline-offset-0 disabled:border-line disabled:bg-sunken disabled:text-muted aria-invalid:border-bad'

function useControl() {
  const field = use(Context)
  return { id: field?.id, 'aria-describedby': field?.describedBy, 'aria-invalid': field?.invalid || undefined }
}

/**
 * Replaces hint and error of the surrounding field by a text while its value is loading; undefined shows them again.
 */
export function useFieldPending(words: string | undefined): void {
  const pend = use(Context)?.pend
  useEffect(() => {
    pend?.(words)
    return () => pend?.(undefined)
  }, [pend, words])
}

export interface InputProps extends ComponentProps<'input'> {
  readonly mono?: boolean | undefined
  /** Shown inside the box on the left, such as an icon; `after` is on the right, such as a unit. */
  readonly before?: ReactNode
  readonly after?: ReactNode
}

export function Input({ mono, before, after, className, ...rest }: InputProps) {
  const field = useControl()
  const input = (
    <input
      {...field}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      className={cn(control, 'h-8', mono && 'font-mono text-12', before && 'pl-8', after && 'pr-24', className)}
      {...rest}
    />
  )
  if (!before && !after) return input
  return (
    <div className="relative">
      {before ? (
        <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-faint">{before}</span>
      ) : null}
      {input}
      {after ? <span className="absolute inset-y-0 right-1 flex items-center text-12 text-muted">{after}</span> : null}
    </div>
  )
}

export interface TextareaProps extends ComponentProps<'textarea'> {
  readonly mono?: boolean | undefined
}

export function Textarea({ mono, className, ...rest }: TextareaProps) {
  const field = useControl()
  return (
    <textarea
      {...field}
      autoComplete="off"
      spellCheck={false}
      className={cn(control, 'min-h-16 resize-y py-1.5', mono && 'font-mono text-12', className)}
      {...rest}
    />
  )
}

/**
 * Native select element, which has the best keyboard and screen-reader support and needs no styles that the content
 * security policy would block.
 */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  const field = useControl()
  return (
    <div className={cn('relative', className)}>
      <select {...field} className={cn(control, 'h-8 appearance-none pr-8')} {...rest}>
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2 right-2 size-4 text-muted" />
    </div>
  )
}
