import { CornerDownLeft, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Textarea } from '../../../ui/Field.tsx'
import { groupDigits } from '../../../ui/format.ts'
import { MOST_ADDRESSES, MOST_CHARACTERS, type Pasted, readPaste } from '../paste.ts'

export interface LookUpProps {
  /** what was looked up last */
  readonly text: string
  /** Enter or the button */
  onLookUp(found: Pasted): void
  /** each change that holds no address: the search for a label */
  onLabel(text: string): void
}

/** One field for everything: an address, a list of them out of any file, or the label of a watched one. */
export function LookUp({ text: initial, onLookUp, onLabel }: LookUpProps) {
  const [text, setText] = useState(initial)
  const field = useRef<HTMLTextAreaElement>(null)
  const found = readPaste(text)
  // Back, forward and links change the text, unless the user is typing.
  useEffect(() => {
    if (document.activeElement !== field.current) setText(initial)
  }, [initial])
  const submit = () => onLookUp(found)
  return (
    <form
      className="flex shrink-0 flex-col gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="flex items-start gap-2">
        <div className="relative min-w-0 flex-1">
          <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-faint" />
          <Textarea
            ref={field}
            data-search-field
            aria-label={t('addresses:lookUp.label')}
            aria-describedby="look-up-note"
            placeholder={t('addresses:lookUp.placeholder')}
            rows={1}
            maxLength={MOST_CHARACTERS}
            className="block max-h-26 min-h-10 resize-none py-[9px] pl-9 leading-5 [field-sizing:content]"
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              const next = readPaste(target.value)
              if (next.addresses.length === 0) onLabel(next.label)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              submit()
            }}
          />
        </div>
        <Button type="submit" size="lg" variant="primary" icon={<CornerDownLeft aria-hidden className="size-4" />}>
          {t('addresses:lookUp.go')}
        </Button>
      </div>
      <p id="look-up-note" role="status" className="min-h-4 px-0.5 text-12 text-muted">
        {note(found)}
      </p>
    </form>
  )
}

function note({ addresses, left, label, mistaken }: Pasted): string {
  if (mistaken) return t(`addresses:lookUp.${mistaken}`)
  if (left > 0) {
    return t('addresses:lookUp.tooMany', { found: groupDigits(addresses.length + left), most: MOST_ADDRESSES })
  }
  if (addresses.length > 1) return t('addresses:lookUp.found', { count: addresses.length })
  if (label !== '') return t('addresses:lookUp.noAddress')
  return t('addresses:lookUp.hint')
}
