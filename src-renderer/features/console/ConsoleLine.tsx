import { ChevronRight, CornerDownLeft } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { completeConsole, type Hint, type Suggestion } from '#shared/rpc/complete.ts'
import { Button } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { useConsole } from './consoleStore.ts'

const SHOWN = 8

export interface ConsoleLineProps {
  readonly line: string
  readonly problem: string | undefined
  onChange(line: string): void
  onSubmit(): void
  onClear(): void
}

/** The line one types into: methods complete, parameters explain themselves, ↑ brings back what was run. */
export function ConsoleLine({ line, problem, onChange, onSubmit, onClear }: ConsoleLineProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const lines = useConsole((state) => state.lines)
  const [cursor, setCursor] = useState(line.length)
  const [chosen, setChosen] = useState(-1)
  const [dismissed, setDismissed] = useState(false)
  /** place in the history; lines.length means the line being typed */
  const [recalled, setRecalled] = useState<number>()
  const completion = completeConsole(line, Math.min(cursor, line.length))
  const offered = completion.suggestions.slice(0, SHOWN)
  const typed = line.slice(completion.from, completion.to)
  const complete = offered.length === 1 && offered[0]?.text === typed
  const open = !dismissed && line.trim() !== '' && recalled === undefined && offered.length > 0 && !complete

  useEffect(() => input.current?.focus(), [])

  const put = (next: string, at = next.length) => {
    onChange(next)
    setCursor(at)
    setChosen(-1)
    setDismissed(false)
    // The caret follows once the field has its new value.
    requestAnimationFrame(() => input.current?.setSelectionRange(at, at))
  }

  const take = (suggestion: Suggestion) => {
    const before = line.slice(0, completion.from) + suggestion.text
    const after = line.slice(completion.to).trimStart()
    put(`${before} ${after}`, before.length + 1)
  }

  const recall = (step: number) => {
    const place = Math.max(0, Math.min(lines.length, (recalled ?? lines.length) + step))
    setRecalled(place === lines.length ? undefined : place)
    put(lines[place]?.text ?? '')
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'l' && (event.ctrlKey || event.metaKey)) onClear()
    else if (event.ctrlKey || event.metaKey || event.altKey) return
    else if (key === 'Tab' && open && !event.shiftKey)
      take(offered[Math.max(0, chosen)] ?? { text: typed, summary: '' })
    else if (key === 'Escape' && open) setDismissed(true)
    else if (key === 'ArrowDown' && open) setChosen((chosen + 1) % offered.length)
    else if (key === 'ArrowUp' && open) setChosen(chosen <= 0 ? offered.length - 1 : chosen - 1)
    else if (key === 'ArrowUp') recall(-1)
    else if (key === 'ArrowDown') recall(1)
    else if (key === 'Enter') {
      const pick = open ? offered[chosen] : undefined
      if (pick) take(pick)
      else submit()
    } else return
    event.preventDefault()
  }

  const submit = () => {
    setRecalled(undefined)
    setChosen(-1)
    onSubmit()
  }

  return (
    <div className="relative shrink-0 border-t">
      {open ? (
        <Suggestions
          id={id}
          suggestions={offered}
          chosen={chosen}
          more={completion.suggestions.length - offered.length}
          onTake={take}
        />
      ) : null}
      <HintLine hint={completion.hint} problem={problem} />
      <div className="flex items-center gap-2 py-2 pr-2 pl-3">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-accent-text" />
        <input
          ref={input}
          role="combobox"
          aria-label="Command"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open && chosen >= 0 ? `${id}-${chosen}` : undefined}
          aria-invalid={problem !== undefined}
          data-search-field
          value={line}
          placeholder="getblock 0"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => {
            setRecalled(undefined)
            setDismissed(false)
            setChosen(-1)
            setCursor(target.selectionStart ?? target.value.length)
            onChange(target.value.replaceAll('\n', ' '))
          }}
          onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart ?? 0)}
          onKeyDown={onKeyDown}
          className="h-8 min-w-0 flex-1 rounded-sm bg-transparent font-mono text-13 focus-visible:outline-none"
        />
        <Button
          variant="primary"
          size="sm"
          disabled={line.trim() === ''}
          icon={<CornerDownLeft aria-hidden className="size-3.5" />}
          onClick={submit}
        >
          Run
        </Button>
      </div>
    </div>
  )
}

interface SuggestionsProps {
  readonly id: string
  readonly suggestions: readonly Suggestion[]
  readonly chosen: number
  readonly more: number
  onTake(suggestion: Suggestion): void
}

function Suggestions({ id, suggestions, chosen, more, onTake }: SuggestionsProps) {
  return (
    <div className="absolute right-3 bottom-full left-3 z-20 mb-1 animate-fade overflow-hidden rounded-md border bg-raised p-1 shadow-float">
      <div role="listbox" id={`${id}-list`} aria-label="Suggestions">
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input
          // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus
          <div
            key={suggestion.text}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onTake(suggestion)}
            className={cn(
              'flex h-7 items-center gap-4 rounded-sm px-2',
              index === chosen ? 'bg-accent-soft' : 'hover:bg-hover',
            )}
          >
            <code className="w-48 shrink-0 truncate font-mono text-12">{suggestion.text}</code>
            <span className="truncate text-12 text-muted">{suggestion.summary}</span>
          </div>
        ))}
      </div>
      <p className="px-2 pt-1 pb-0.5 text-12 text-faint">
        Tab takes the {chosen >= 0 ? 'chosen' : 'first'} one{more > 0 ? ` · ${more} more` : ''}
      </p>
    </div>
  )
}

function HintLine({ hint, problem }: { readonly hint: Hint | undefined; readonly problem: string | undefined }) {
  if (problem) {
    return (
      <p role="alert" className="truncate border-b bg-bad-soft px-4 py-1.5 text-12 text-bad">
        {problem}
      </p>
    )
  }
  if (!hint) return null
  return (
    <p className="truncate border-b bg-sunken px-4 py-1.5 text-12 text-muted">
      {hint.param ? (
        <>
          <span className="font-medium font-mono text-text">{hint.param.name}</span> {hint.param.traits.kind},{' '}
          {hint.param.presence}: {hint.param.doc}
        </>
      ) : (
        <span>No further parameters. {hint.summary}</span>
      )}
    </p>
  )
}
