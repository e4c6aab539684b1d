import { BookUser, LoaderCircle } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { t } from '../../i18n/texts.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { Input, Textarea, useFieldPending } from '../../ui/Field.tsx'
import { middleTruncated } from '../../ui/Hash.tsx'
import { ListOption } from '../../ui/ListOption.tsx'
import type { PlaceKind } from './contacts.ts'
import { PersonIcon, personName } from './PersonMark.tsx'
import { useDerivedPlace } from './useDerivedPlace.ts'
import { type NameSuggestion, useSuggestions } from './useSuggestions.ts'

export interface PeopleFieldProps {
  readonly value: string
  onChange(text: string): void
  readonly place: PlaceKind
  readonly placeholder: string
  /** Use two lines, because keys are long. */
  readonly lines?: 2
  /** Set if the field receives no payment: the shortcut to the sandbox's other wallet then shows only its name. */
  readonly unpaid?: boolean
  /** Fills in the sandbox's other wallet while the field is empty. */
  readonly toOther?: boolean
  /** Called after `toOther` has filled the field. */
  onFilled?(): void
}

/**
 * Field that accepts a name, an address, a public key or a payment link, and returns the address or key that the form
 * needs.
 */
export function PeopleField({
  value,
  onChange,
  place,
  placeholder,
  lines,
  unpaid = false,
  toOther,
  onFilled,
}: PeopleFieldProps) {
  const box = useRef<HTMLDivElement>(null)
  const names = useSuggestions({ value, place, box, onPick: onChange })
  const name = names.finding && personName(names.finding)
  const deriving = useDerivedPlace({ value, place, onChange })
  useFieldPending(
    name === undefined
      ? deriving && t(`frame:people.${deriving}`)
      : t(names.waiting ? 'frame:people.findingFirst' : 'frame:people.finding', { name }),
  )
  const focus = () => box.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  const change = (text: string) => {
    onChange(text)
    if (text.trim() === '') names.close()
    else names.show()
  }
  // Read-only while a name is being resolved, because its address is about to replace the text.
  const shared = { ...names.field, value: name ?? value, placeholder, readOnly: name !== undefined }
  const other = value === '' && name === undefined ? names.rows.find(({ person }) => person !== undefined) : undefined
  const pickOther = useEffectEvent(() => {
    if (other) void names.pick(other).then(onFilled)
  })
  useEffect(() => {
    if (toOther) pickOther()
  }, [toOther])
  const room = other ? 'pr-32' : 'pr-9'
  return (
    <div ref={box} className="relative">
      {lines === undefined ? (
        <Input {...shared} mono className={room} onChange={({ target }) => change(target.value)} />
      ) : (
        <Textarea {...shared} mono rows={lines} className={room} onChange={({ target }) => change(target.value)} />
      )}
      {/* The list opens by the arrow keys too, so its button is not a tab stop. */}
      <span className="absolute top-1 right-1 flex items-center gap-0.5">
        {other?.person ? (
          <Button
            size="sm"
            variant="ghost"
            tabIndex={-1}
            className="h-6 px-1.5 text-accent-text"
            icon={<PersonIcon person={other.person} />}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void names.pick(other)}
          >
            {unpaid ? other.name : t('frame:people.to', { name: other.name })}
          </Button>
        ) : null}
        <IconButton
          small
          tabIndex={-1}
          disabled={!names.some || name !== undefined}
          label={names.some ? t('frame:people.pick') : t('frame:people.nobody')}
          icon={
            name !== undefined ? (
              <LoaderCircle aria-hidden className="size-3.5 animate-spin" />
            ) : (
              <BookUser aria-hidden className="size-3.5" />
            )
          }
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            focus()
            if (names.showing) names.close()
            else names.show()
          }}
        />
      </span>
      {names.showing ? (
        <div
          id={names.id}
          role="listbox"
          aria-label={t('frame:people.list')}
          className="absolute inset-x-0 top-full z-30 mt-1 max-h-56 overflow-y-auto rounded-md border bg-raised p-1 shadow-float"
        >
          {names.rows.map((row, index) => (
            <ListOption
              key={row.key}
              id={`${names.id}-${index}`}
              active={index === names.at}
              className="gap-2 px-2 py-1 text-13"
              onHover={() => names.setActive(index)}
              onPick={() => void names.pick(row)}
            >
              <SuggestionText row={row} />
            </ListOption>
          ))}
        </div>
      ) : null}
    </div>
  )
}

function SuggestionText({ row }: { readonly row: NameSuggestion }) {
  return (
    <>
      {row.person ? <PersonIcon person={row.person} className="text-muted" /> : null}
      <span className="min-w-24 max-w-[50%] shrink-0 truncate font-medium">{row.name}</span>
      {row.note ? <span className="min-w-0 truncate text-12 text-muted">{row.note}</span> : null}
      <span className={cn('ml-auto shrink-0 text-12 text-muted', row.value !== '' && 'font-mono')}>
        {row.value === '' ? t('frame:people.inSandbox') : middleTruncated(row.value)}
      </span>
    </>
  )
}
