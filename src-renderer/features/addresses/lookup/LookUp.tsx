import { CircleAlert, CornerDownLeft, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { describeError } from '../../../components/describeError.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Textarea } from '../../../ui/Field.tsx'
import { groupDigits } from '../../../ui/format.ts'
import { MOST_ADDRESSES, MOST_CHARACTERS, type Pasted, readPaste } from '../paste.ts'

export interface LookUpProps {
  /** what was looked up last */
  readonly text: string
  /** Enter or the button, with several addresses */
  onList(addresses: readonly string[]): void
  /** Enter or the button, with one address or public key that is valid */
  onOpen(address: string): void
  /** each change that holds no address: the search for a label */
  onLabel(text: string): void
}

/** One field for everything: an address, a list of them out of any file, or the label of a watched one. */
export function LookUp({ text: initial, onList, onOpen, onLabel }: LookUpProps) {
  const { client } = useNode()
  const [problem, setProblem] = useState<string>()
  const [text, setText] = useState(initial)
  const field = useRef<HTMLTextAreaElement>(null)
  const found = readPaste(text)
  // Back, forward and links change the text, unless the user is typing.
  useEffect(() => {
    if (document.activeElement !== field.current) setText(initial)
  }, [initial])
  const submit = async () => {
    const [first = found.key, second] = found.addresses
    if (second !== undefined) return onList(found.addresses)
    if (first === undefined) return
    try {
      onOpen((await client.call('getaddresskey', { place: first })).address)
    } catch (error) {
      const invalid = error instanceof RpcError && error.code === RPC_ERROR.INVALID_ADDRESS_OR_KEY
      setProblem(invalid ? t('addresses:lookUp.invalid') : describeError(error).title)
    }
  }
  return (
    <form
      className="flex shrink-0 flex-col gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
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
            aria-invalid={problem !== undefined}
            placeholder={t('addresses:lookUp.placeholder')}
            rows={1}
            maxLength={MOST_CHARACTERS}
            className="block max-h-26 min-h-10 resize-none py-[9px] pl-9 leading-5 [field-sizing:content]"
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setProblem(undefined)
              const next = readPaste(target.value)
              if (next.addresses.length === 0) onLabel(next.label)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              void submit()
            }}
          />
        </div>
        <Button type="submit" size="lg" variant="primary" icon={<CornerDownLeft aria-hidden className="size-4" />}>
          {t('addresses:lookUp.go')}
        </Button>
      </div>
      <p
        id="look-up-note"
        role="status"
        className={cn(
          'flex min-h-4 items-start gap-1.5 px-0.5 text-12',
          problem === undefined ? 'text-muted' : 'text-bad',
        )}
      >
        {problem === undefined ? null : <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />}
        {problem ?? note(found)}
      </p>
    </form>
  )
}

function note({ addresses, left, label, key, mistaken }: Pasted): string {
  if (mistaken) return t(`addresses:lookUp.${mistaken}`)
  if (key) return t('addresses:lookUp.publicKey')
  if (left > 0) {
    return t('addresses:lookUp.tooMany', { found: groupDigits(addresses.length + left), most: MOST_ADDRESSES })
  }
  if (addresses.length > 1) return t('addresses:lookUp.found', { count: addresses.length })
  if (label !== '') return t('addresses:lookUp.noAddress')
  return t('addresses:lookUp.hint')
}
