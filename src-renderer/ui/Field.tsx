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
  /** One line that explains the field; stays while an error shows. */
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** Right of the label: a counter, a link. */
  readonly aside?: ReactNode
  readonly optional?: boolean | undefined
  readonly hideLabel?: boolean | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Label, control, hint and error, tied together for assistive technology. Put exactly one control inside. */
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

/** Words in place of hint and error while the value is on its way; undefined: it is not. */
export function useFieldPending(words: string | undefined): void {
  const pend = use(Context)?.pend
  useEffect(() => {
    pend?.(words)
    return () => pend?.(undefined)
  }, [pend, words])
}

export interface InputProps extends ComponentProps<'input'> {
  readonly mono?: boolean | undefined
  /** Inside the box, left and right: an icon, a unit. */
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

/** The system's own list: the best keyboard and screen-reader behaviour, and nothing for the content policy to refuse. */
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
