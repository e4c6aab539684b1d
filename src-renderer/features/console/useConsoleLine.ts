import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { completeConsole, type Suggestion } from '#shared/rpc/complete.ts'
import { useConsole } from './consoleStore.ts'

/** Maximum number of suggestions shown. */
const SHOWN = 8

export interface ConsoleLineInput {
  readonly line: string
  onChange(line: string): void
  onSubmit(): void
  onClear(): void
}

/** State of the console's input: completion of methods and parameters, and the history on the arrow keys. */
export function useConsoleLine({ line, onChange, onSubmit, onClear }: ConsoleLineInput) {
  const input = useRef<HTMLInputElement>(null)
  const lines = useConsole((state) => state.lines)
  const [cursor, setCursor] = useState(line.length)
  const [chosen, setChosen] = useState(-1)
  const [dismissed, setDismissed] = useState(false)
  /** index in the history, or undefined for the line being typed */
  const [recalled, setRecalled] = useState<number>()
  const [ownLine, setOwnLine] = useState(line)
  // The line was picked elsewhere on the page. The user types the next word at its end, so no suggestions are shown.
  if (line !== ownLine) {
    setOwnLine(line)
    setDismissed(true)
    setCursor(line.length)
    setChosen(-1)
    setRecalled(undefined)
  }
  const completion = completeConsole(line, Math.min(cursor, line.length))
  const offered = completion.suggestions.slice(0, SHOWN)
  const typed = line.slice(completion.from, completion.to)
  const complete = offered.length === 1 && offered[0]?.text === typed
  const open = !dismissed && line.trim() !== '' && recalled === undefined && offered.length > 0 && !complete

  useEffect(() => input.current?.focus(), [])

  const change = (next: string) => {
    setOwnLine(next)
    onChange(next)
  }
  const put = (next: string, at = next.length) => {
    change(next)
    setCursor(at)
    setChosen(-1)
    setDismissed(false)
    // Set the caret after the field has its new value.
    requestAnimationFrame(() => input.current?.setSelectionRange(at, at))
  }
  const applySuggestion = (suggestion: Suggestion) => {
    const before = line.slice(0, completion.from) + suggestion.text
    const after = line.slice(completion.to).trimStart()
    put(`${before} ${after}`, before.length + 1)
  }
  const recall = (step: number) => {
    const place = Math.max(0, Math.min(lines.length, (recalled ?? lines.length) + step))
    setRecalled(place === lines.length ? undefined : place)
    put(lines[place]?.text ?? '')
  }
  const submit = () => {
    setRecalled(undefined)
    setChosen(-1)
    onSubmit()
  }
  const suggestionKeys: KeyActions = {
    Tab: () => applySuggestion(offered[Math.max(0, chosen)] ?? { text: typed, summary: '' }),
    Escape: () => setDismissed(true),
    ArrowDown: () => setChosen((chosen + 1) % offered.length),
    ArrowUp: () => setChosen(chosen <= 0 ? offered.length - 1 : chosen - 1),
    Enter: () => {
      const pick = offered[chosen]
      if (pick) applySuggestion(pick)
      else submit()
    },
  }
  const lineKeys: KeyActions = { ArrowUp: () => recall(-1), ArrowDown: () => recall(1), Enter: submit }

  return {
    input,
    open,
    chosen,
    offered,
    more: completion.suggestions.length - offered.length,
    hint: completion.hint,
    take: applySuggestion,
    submit,
    type(text: string, at: number | null) {
      setRecalled(undefined)
      setDismissed(false)
      setChosen(-1)
      setCursor(at ?? text.length)
      change(text.replaceAll('\n', ' '))
    },
    onSelect: ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => setCursor(currentTarget.selectionStart ?? 0),
    onKeyDown(event: KeyboardEvent) {
      const command = event.ctrlKey || event.metaKey
      if (command && event.key === 'l') onClear()
      else if (command || event.altKey || (event.key === 'Tab' && event.shiftKey)) return
      else {
        const action = (open ? suggestionKeys : lineKeys)[event.key]
        if (!action) return
        action()
      }
      event.preventDefault()
    },
  }
}

/** Actions by key. The browser handles all other keys. */
type KeyActions = Readonly<Partial<Record<string, () => void>>>
