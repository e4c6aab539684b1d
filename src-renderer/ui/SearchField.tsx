import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Input } from './Field.tsx'

export interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  /** the search text as kept elsewhere, in the URL */
  readonly value: string
  onChange(text: string): void
  /** delay after the last key before onChange, in ms; default: none */
  readonly wait?: number | undefined
  readonly maxLength?: number | undefined
  /** the field that the key / goes to */
  readonly main?: boolean | undefined
}

/**
 * Keeps the typed text itself. The URL has it a moment later: rendered from there, the caret would jump to the end at
 * each key.
 */
export function SearchField({ label, placeholder, value, onChange, wait = 0, maxLength, main }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const telling = useRef<number>(undefined)
  // Back, forward and links change the text, unless the user is typing.
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
