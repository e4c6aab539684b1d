import { ChevronRight, CornerDownLeft } from 'lucide-react'
import { useId } from 'react'
import type { Hint, Suggestion } from '#shared/rpc/complete.ts'
import { t } from '../../i18n/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { type ConsoleLineInput, useConsoleLine } from './useConsoleLine.ts'

export interface ConsoleLineProps extends ConsoleLineInput {
  readonly problem: string | undefined
}

/** The console's input: completes methods, shows hints for parameters, and recalls earlier calls with ↑. */
export function ConsoleLine({ problem, ...line }: ConsoleLineProps) {
  const id = useId()
  const { input, open, chosen, offered, more, hint, take, submit, type, onSelect, onKeyDown } = useConsoleLine(line)
  return (
    <div className="relative shrink-0 border-t">
      {open ? <Suggestions id={id} suggestions={offered} chosen={chosen} more={more} onTake={take} /> : null}
      <HintLine hint={hint} problem={problem} />
      <div className="flex items-center gap-2 py-2 pr-2 pl-3">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-accent-text" />
        <input
          ref={input}
          role="combobox"
          aria-label={t('console:line.label')}
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open && chosen >= 0 ? `${id}-${chosen}` : undefined}
          aria-invalid={problem !== undefined}
          data-search-field
          value={line.line}
          placeholder="getblock 0"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => type(target.value, target.selectionStart)}
          onSelect={onSelect}
          onKeyDown={onKeyDown}
          className="h-8 min-w-0 flex-1 rounded-sm bg-transparent font-mono text-13 focus-visible:outline-none"
        />
        <Button
          variant="primary"
          size="sm"
          disabled={line.line.trim() === ''}
          icon={<CornerDownLeft aria-hidden className="size-3.5" />}
          onClick={submit}
        >
          {t('console:run')}
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
      <div role="listbox" id={`${id}-list`} aria-label={t('console:line.suggestions')}>
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
        {t(chosen >= 0 ? 'console:line.takeChosen' : 'console:line.takeFirst')}
        {more > 0 ? ` · ${t('console:line.more', { count: more })}` : ''}
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
          {t(`console:line.${hint.param.presence}`)}: {hint.param.doc}
        </>
      ) : (
        <span>{t('console:line.noParameters', { summary: hint.summary })}</span>
      )}
    </p>
  )
}
