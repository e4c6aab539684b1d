import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Input } from './Field.tsx'

export interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  /** Search text as stored by the caller, usually in the URL. */
  readonly value: string
  onChange(text: string): void
  /** Delay after the last key before onChange, in ms; default: none. */
  readonly wait?: number | undefined
  readonly maxLength?: number | undefined
  /** The field focused by the key /. */
  readonly main?: boolean | undefined
}

/**
 * Search field with its own copy of the typed text. The URL changes a moment later; rendered from the URL, the caret
 * would jump to the end on each key.
 */
export function SearchField({ label, placeholder, value, onChange, wait = 0, maxLength, main }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const telling = useRef<number>(undefined)
  // Back, forward and links change the text, except while the user is typing.
  useEffect(() => {
    if (document.activeElement !== field.current) setText(value)
  }, [value])
  useEffect(() => () => window.clearTimeout(telling.current), [])
  return (
    <Input
      ref={field}
      {...(main ? { 'data-search-field': true } : {})}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      className="h-7"
      before={<Search aria-hidden className="size-3.5" />}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        window.clearTimeout(telling.current)
        if (wait === 0) onChange(target.value)
        else telling.current = window.setTimeout(() => onChange(target.value), wait)
      }}
    />
  )
}
