import { wordlist } from '@scure/bip39/wordlists/english.js'
import { type ClipboardEvent, type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { completed, lengthFor, PHRASE_LENGTHS, spread, suggestions, wordsIn } from '#shared/phrase.ts'
import { t } from '../../../i18n/texts.ts'
import { Segmented } from '../../../ui/Segmented.tsx'

const SUGGESTED = 6

export interface PhraseFieldsProps {
  readonly words: readonly string[]
  onChange(words: readonly string[]): void
  /** True after the first attempt, when wrong words are marked. */
  readonly tried: boolean
}

/** Returns the number of words that are missing or not on the list. */
export function countInvalidWords(words: readonly string[]): number {
  return words.filter((word) => !wordlist.includes(word)).length
}

/**
 * Fields for a recovery phrase, one per word. An unambiguous word is completed. Space and Enter move on. A complete
 * phrase can be pasted into any field.
 */
export function PhraseFields({ words, onChange, tried }: PhraseFieldsProps) {
  const fields = useRef<(HTMLInputElement | null)[]>([])
  const id = useId()
  const [active, setActive] = useState<number>()
  const offered = active === undefined ? [] : suggestions(words[active] ?? '', wordlist, SUGGESTED)
  const put = (place: number, word: string) => onChange(words.map((old, index) => (index === place ? word : old)))
  const leave = (place: number) => {
    const whole = completed(words[place] ?? '', wordlist)
    if (whole !== undefined && whole !== words[place]) put(place, whole)
  }
  const onKeyDown = (place: number) => (event: KeyboardEvent) => {
    if (event.key === ' ' || (event.key === 'Enter' && place < words.length - 1)) {
      event.preventDefault()
      leave(place)
      fields.current[place + 1]?.focus()
    } else if (event.key === 'Backspace' && words[place] === '') {
      event.preventDefault()
      fields.current[place - 1]?.focus()
    }
  }
  const onPaste = (place: number) => (event: ClipboardEvent) => {
    const pasted = wordsIn(event.clipboardData.getData('text').slice(0, 2000))
    if (pasted.length < 2) return
    event.preventDefault()
    const length = Math.max(lengthFor(place + pasted.length), place === 0 ? 0 : words.length)
    const room = Array.from({ length }, (_, index) => words[index] ?? '')
    onChange(spread(room, place, pasted))
    // Wait until the fields for a longer phrase exist.
    requestAnimationFrame(() => fields.current[Math.min(place + pasted.length, length) - 1]?.focus())
  }
  return (
    <div className="flex flex-col gap-2">
      <Segmented
        label={t('wallet:phrase.length')}
        className="self-start"
        value={String(words.length)}
        segments={PHRASE_LENGTHS.map((count) => ({
          id: String(count),
          label: count === 12 ? t('wallet:phrase.words', { count }) : String(count),
        }))}
        onChange={(length) => onChange(Array.from({ length: Number(length) }, (_, index) => words[index] ?? ''))}
      />
      <ol className="grid grid-cols-4 gap-2">
        {words.map((word, index) => (
          <WordField
            // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place in the phrase
            key={index}
            place={index}
            word={word}
            invalid={word === '' ? tried : index !== active && !wordlist.includes(word)}
            describedBy={index === active ? `${id}-offered` : undefined}
            ref={(field) => {
              fields.current[index] = field
            }}
            onWord={(next) => put(index, next)}
            onFocus={() => setActive(index)}
            onBlur={() => {
              leave(index)
              setActive(undefined)
            }}
            onKeyDown={onKeyDown(index)}
            onPaste={onPaste(index)}
          />
        ))}
      </ol>
      <p id={`${id}-offered`} role="status" className="min-h-4 text-12 text-muted">
        {hint(words, active, offered)}
      </p>
    </div>
  )
}

interface WordFieldProps extends Pick<ComponentProps<'input'>, 'ref' | 'onFocus' | 'onBlur' | 'onKeyDown' | 'onPaste'> {
  /** index from 0 */
  readonly place: number
  readonly word: string
  readonly invalid: boolean
  readonly describedBy: string | undefined
  onWord(word: string): void
}

function WordField({ place, word, invalid, describedBy, onWord, ...rest }: WordFieldProps) {
  return (
    <li className="relative">
      <span aria-hidden className="pointer-events-none absolute inset-y-0 left-2 flex items-center text-12 text-faint">
        {place + 1}
      </span>
      <input
        {...rest}
        aria-label={t('wallet:phrase.word', { place: place + 1 })}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={16}
        value={word}
        onChange={({ target }) => onWord(target.value.toLowerCase().replaceAll(/[^a-z]/g, ''))}
        className="h-8 w-full rounded-md border border-line-strong bg-surface pr-2 pl-8 font-mono text-13 hover:border-muted focus-visible:outline-offset-0 aria-invalid:border-bad"
      />
    </li>
  )
}

function hint(words: readonly string[], active: number | undefined, offered: readonly string[]): string {
  const typed = active === undefined ? '' : (words[active] ?? '')
  if (typed !== '' && offered.length === 0) return t('wallet:phrase.notOnList')
  if (offered.length > 0)
    return offered.length === 1
      ? t('wallet:phrase.accept', { word: offered[0] })
      : `${offered.join(' · ')}${offered.length === SUGGESTED ? ' …' : ''}`
  const wrong = words.findIndex((word) => word !== '' && !wordlist.includes(word))
  return wrong >= 0 ? t('wallet:phrase.wordWrong', { place: wrong + 1 }) : t('wallet:phrase.typeHint')
}
