import { CircleAlert, ListChecks, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { useRpc } from '../../node/queries.ts'
import { cn } from '../../ui/cn.ts'
import { Textarea } from '../../ui/Field.tsx'
import { groupDigits } from '../../ui/format.ts'
import { Identicon } from '../../ui/Identicon.tsx'
import { ListOption } from '../../ui/ListOption.tsx'
import { describeError } from '../describeError.ts'
import { personIcons, personName } from '../people/PersonMark.tsx'
import { type Person, useOtherPerson, usePerson } from '../people/persons.ts'
import type { Go, SearchCandidate } from './candidate.ts'
import { askedAbout } from './exact.ts'
import { MAX_LOOKUP_ADDRESSES, MAX_PASTE_LENGTH, readPaste } from './paste.ts'
import { rank } from './ranking.ts'
import { useExact, useFound, useGo } from './useFound.ts'

const MAX_ANSWERS = 12

/**
 * Sandbox: returns search candidates for both wallets by name. Other chains: returns the candidate for the user's own
 * wallet.
 */
function usePersonAnswers(go: Go): SearchCandidate[] {
  const { client } = useNode()
  const { person = 'me' } = usePerson()
  const other = useOtherPerson()
  const { data: own = [] } = useRpc('listreceiveaddresses', {})
  const [first, ...others] = own
  const richest = first && others.reduce((max, row) => (row.balance > max.balance ? row : max), first)
  const open = (address: string) => go({ path: `/addresses/${address}` })()
  const openOther = async () => {
    const whose = await other.find()
    // Open the address of the key that holds tokens.
    if (whose) open((await client.call('getaddresskey', { place: whose.pubkey })).address)
  }
  const answer = (who: Person, aside: string | undefined, run: () => void): SearchCandidate => ({
    ...{ id: `person ${who}`, group: 'Addresses', title: personName(who), icon: personIcons[who], run },
    ...(aside !== undefined && { aside }),
  })
  return [
    ...(richest ? [answer(person, richest.address, () => open(richest.address))] : []),
    ...(other.person === undefined ? [] : [answer(other.person, t('frame:people.inSandbox'), () => void openOther())]),
  ]
}

/** Returns one search candidate for all addresses in a text, if it contains several. */
function severalAnswers(text: string, go: Go): SearchCandidate[] {
  const { addresses, left } = readPaste(text)
  if (addresses.length < 2) return []
  const title = t('palette:field.several', { count: addresses.length + left })
  const aside = left > 0 ? t('palette:field.first', { shown: groupDigits(MAX_LOOKUP_ADDRESSES) }) : undefined
  const run = go({ path: '/addresses', search: { q: addresses.join(' ') } })
  return [{ ...{ id: 'several', group: 'Exact', title, icon: ListChecks, run }, ...(aside !== undefined && { aside }) }]
}

function useAnswers(text: string): readonly SearchCandidate[] {
  const go = useGo()
  const typed = text.length > MAX_TYPED ? '' : text
  const exact = useExact(typed, go)
  const found = useFound(typed, go)
  const people = usePersonAnswers(go)
  if (text.trim() === '') return []
  const several = severalAnswers(text, go)
  if (several.length > 0) return several
  return rank([...exact, ...people, ...found], typed)
    .flatMap(({ items }) => items)
    .slice(0, MAX_ANSWERS)
}

/** Longer texts are only searched for addresses. */
const MAX_TYPED = 400

export interface LookUpFieldProps {
  /** List of addresses that the page already shows. */
  readonly initial?: string | undefined
}

/** Search field for anything on the chain, with the answers below it while the user types. */
export function LookUpField({ initial = '' }: LookUpFieldProps) {
  const { client } = useNode()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(initial)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [problem, setProblem] = useState<string>()
  const answers = useAnswers(text)
  const at = Math.min(active, answers.length - 1)
  const showing = open && answers.length > 0
  // Back, forward and links change the text, except while the field has the focus.
  useEffect(() => {
    if (document.activeElement !== field.current) setText(initial)
  }, [initial])

  const run = (answer: SearchCandidate) => {
    setOpen(false)
    answer.run()
  }
  const enter = async () => {
    const answer = answers[at]
    const { place } = askedAbout(text)
    try {
      // The user may press Enter before the node has validated the address.
      if (place !== undefined) await client.call('getaddresskey', { place })
      if (answer) run(answer)
      else if (text.trim() !== '') setProblem(t('palette:field.nothing'))
    } catch (error) {
      const isInvalid = error instanceof RpcError && error.code === RPC_ERROR.INVALID_ADDRESS_OR_KEY
      setProblem(isInvalid ? t('palette:field.invalid') : describeError(error).title)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) void enter()
    else if (event.key === 'ArrowDown' && showing) setActive((at + 1) % answers.length)
    else if (event.key === 'ArrowUp' && showing) setActive((at + answers.length - 1) % answers.length)
    else if (event.key === 'Escape' && showing) setOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const change = (next: string) => {
    setText(next)
    setProblem(undefined)
    setActive(0)
    setOpen(true)
  }
  return (
    <div className="relative shrink-0">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3 z-1 size-4 text-faint" />
      <Textarea
        ref={field}
        data-search-field
        aria-label={t('palette:field.label')}
        aria-autocomplete="list"
        aria-controls={showing ? `${id}-list` : undefined}
        aria-activedescendant={showing ? `${id}-${at}` : undefined}
        aria-describedby={`${id}-problem`}
        aria-invalid={problem !== undefined}
        placeholder={t('palette:field.placeholder')}
        rows={1}
        maxLength={MAX_PASTE_LENGTH}
        className="block max-h-26 min-h-10 resize-none py-[9px] pl-9 leading-5 [field-sizing:content]"
        value={text}
        onChange={({ target }) => change(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {showing ? (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t('palette:field.answers')}
          className="absolute inset-x-0 top-11 z-30 max-h-88 overflow-y-auto rounded-md border bg-raised p-1 shadow-float"
        >
          {answers.map((answer, index) => (
            <ListOption
              key={answer.id}
              id={`${id}-${index}`}
              active={index === at}
              className="h-9 gap-2.5 px-2.5"
              onHover={() => setActive(index)}
              onPick={() => run(answer)}
            >
              <AnswerText answer={answer} />
            </ListOption>
          ))}
        </div>
      ) : null}
      <p id={`${id}-problem`} role="status" className={cn('text-12 text-bad', problem !== undefined && 'mt-1.5')}>
        {problem === undefined ? null : (
          <span className="inline-flex items-center gap-1.5">
            <CircleAlert aria-hidden className="size-3 shrink-0" />
            {problem}
          </span>
        )}
      </p>
    </div>
  )
}

function AnswerText({ answer: { title, aside, icon: Icon, picture, mono } }: { readonly answer: SearchCandidate }) {
  return (
    <>
      {picture === undefined ? (
        <Icon aria-hidden className="size-4 shrink-0 text-faint" />
      ) : (
        <Identicon seed={picture} className="size-4" />
      )}
      <bdi className={cn('max-w-2/3 shrink-0 truncate font-medium', mono && 'font-mono text-12')}>{title}</bdi>
      {aside ? <bdi className="ml-auto min-w-0 truncate text-12 text-muted">{aside}</bdi> : null}
    </>
  )
}
