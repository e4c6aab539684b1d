import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'
import { t } from '../i18n/texts.ts'
import { useCopy } from './CopyButton.tsx'
import { cn } from './cn.ts'
import { Tooltip } from './Tooltip.tsx'

/** Shortens a text to the head and tail that users compare; short texts are unchanged. */
export function middleTruncated(text: string, head = 8, tail = 8): string {
  return text.length <= head + tail + 2 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`
}

/** Shows a name with the last characters of the address or key, to distinguish several addresses of one owner. */
export function Named({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <span className="font-medium font-sans text-13">{name}</span>{' '}
      <span className="font-mono text-12 text-faint">…{value.slice(-NAMED_TAIL)}</span>
    </>
  )
}

const NAMED_TAIL = 4

export interface HashProps {
  readonly value: string
  /** Sanitized name of the owner, shown with the last characters instead of the shortened value. */
  readonly name?: string | undefined
  /** Kind of value in the accessible name, such as "transaction id". */
  readonly label: string
  readonly head?: number | undefined
  readonly tail?: number | undefined
  /** In table rows: removed from the tab order, because the row's drawer contains the value too. */
  readonly inRow?: boolean | undefined
  readonly className?: string | undefined
}

/** Hash, key or address: monospaced, shortened in the middle, complete on hover and focus, copied by a click. */
export function Hash(props: HashProps) {
  const [outcome, copy] = useCopy()
  const copied = outcome === 'copied'
  // Table rows are remounted on scrolling, so they use the browser's own tooltip.
  if (props.inRow) return <HashButton {...props} copied={copied} onCopy={copy} title={props.value} tabIndex={-1} />
  return (
    <Tooltip
      content={
        <span className="flex flex-col gap-0.5">
          <span className="break-all font-mono">{props.value}</span>
          <span className="text-faint">{copied ? t('ui:copied') : t('ui:clickToCopy')}</span>
        </span>
      }
    >
      <HashButton {...props} copied={copied} onCopy={copy} />
    </Tooltip>
  )
}

interface HashButtonProps extends HashProps, Pick<ComponentProps<'button'>, 'title' | 'tabIndex' | 'ref'> {
  readonly copied: boolean
  readonly onCopy: (text: string) => void
}

function HashButton(props: HashButtonProps) {
  const { value, label, name, head = 8, tail = 8, inRow: _, copied, onCopy, className, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      onClick={(event) => {
        event.stopPropagation()
        onCopy(value)
      }}
      className={cn(
        'inline-flex max-w-full items-center gap-1 rounded-sm font-mono text-12 decoration-line-strong decoration-dotted underline-offset-4 hover:underline',
        className,
      )}
    >
      <span aria-hidden className="truncate max-[719px]:whitespace-normal max-[719px]:break-all">
        {name === undefined ? middleTruncated(value, head, tail) : <Named name={name} value={value} />}
      </span>
      <span className="sr-only">
        {name === undefined ? '' : `${name}, `}
        {t('ui:copyOf', { label })} {value}
      </span>
      {copied ? <Check aria-hidden className="size-3 text-ok" /> : null}
    </button>
  )
}
