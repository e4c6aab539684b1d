import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readTypedWhole } from '#shared/figures.ts'
import { t } from '../../../i18n/texts.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Input } from '../../../ui/Field.tsx'

export interface Range {
  readonly start?: number | undefined
  readonly end?: number | undefined
}

export interface HeightRangeProps {
  readonly range: Range
  onChange(range: Range): void
}

const text = (height: number | undefined) => (height === undefined ? '' : String(height))

/** Parses a typed height. Returns undefined if the field is empty, or null if the text is not a height. */
export function readHeight(typed: string): number | undefined | null {
  if (typed.trim() === '') return undefined
  const digits = readTypedWhole(typed, 9)
  return digits === undefined ? null : Number(digits)
}

/** First and last block of a list. Applied on Enter or when the field loses the focus. */
export function HeightRangeFields({ range, onChange }: HeightRangeProps) {
  const [start, setStart] = useState(text(range.start))
  const [end, setEnd] = useState(text(range.end))
  useEffect(() => setStart(text(range.start)), [range.start])
  useEffect(() => setEnd(text(range.end)), [range.end])
  const first = readHeight(start)
  const last = readHeight(end)
  const crossed = first != null && last != null && first > last
  const wrong = first === null || last === null || crossed
  const commit = () => {
    if (wrong || (first === range.start && last === range.end)) return
    onChange({ start: first, end: last })
  }
  const field = (label: string, placeholder: string, value: string, set: (value: string) => void, bad: boolean) => (
    <div className="w-22">
      <Input
        aria-label={label}
        aria-invalid={bad || undefined}
        placeholder={placeholder}
        inputMode="numeric"
        className="h-7 text-right"
        value={value}
        onChange={({ target }) => set(target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
        }}
      />
    </div>
  )
  return (
    <fieldset aria-label={t('addresses:list.range')} className="flex items-center gap-1.5">
      <span aria-hidden className="text-12 text-muted">
        {t('addresses:list.blocks')}
      </span>
      {field(t('addresses:list.from'), t('addresses:list.fromPlaceholder'), start, setStart, first === null || crossed)}
      <span aria-hidden className="text-faint">
        –
      </span>
      {field(t('addresses:list.to'), t('addresses:list.toPlaceholder'), end, setEnd, last === null || crossed)}
      {range.start !== undefined || range.end !== undefined ? (
        <IconButton
          small
          label={t('addresses:list.allBlocks')}
          icon={<X aria-hidden className="size-3.5" />}
          onClick={() => onChange({})}
        />
      ) : null}
      <span role="status" className={wrong ? 'text-12 text-bad' : 'sr-only'}>
        {crossed ? t('addresses:list.crossed') : wrong ? t('addresses:list.notHeight') : ''}
      </span>
    </fieldset>
  )
}
