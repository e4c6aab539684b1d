import { ArrowLeft } from 'lucide-react'
import { useMemo, useState } from 'react'
import { stringifyJson } from '#shared/json.ts'
import { compareListed } from '#shared/rpc/complete.ts'
import type { Method } from '#shared/rpc/define.ts'
import { CATEGORIES } from '#shared/rpc/define.ts'
import { methodHelp } from '#shared/rpc/help.ts'
import { methods } from '#shared/rpc/index.ts'
import { splitWords } from '#shared/rpc/words.ts'
import { t } from '../../i18n/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { ParameterForm } from './ParameterForm.tsx'
import { spellCall } from './redaction.ts'

/** Unsupported methods are not listed; only their complete name finds them. */
const listed: readonly Method[] = Object.values<Method>(methods).filter(({ flags }) => !flags.unsupported)

export interface InspectorProps {
  /** the method on the command line, if its name is complete */
  readonly method: Method | undefined
  readonly typed: string
  onPick(line: string): void
  onRun(method: string, paramsText: string): string | undefined
}

/** Panel next to the results: lists all methods, or documents the one being typed. */
export function Inspector({ method, typed, onPick, onRun }: InspectorProps) {
  return (
    <div className="flex min-h-0 flex-col overflow-hidden rounded-lg border bg-surface shadow-card">
      {method ? (
        <MethodView key={method.name} method={method} onPick={onPick} onRun={onRun} />
      ) : (
        <MethodList typed={typed} onPick={onPick} />
      )}
    </div>
  )
}

function MethodList({ typed, onPick }: { readonly typed: string; onPick(line: string): void }) {
  const [filter, setFilter] = useState('')
  const word = (filter.trim() || splitWords(typed)[0]?.text || '').toLowerCase()
  const groups = useMemo(() => {
    const shown = listed.filter(
      ({ name, summary }) => name.toLowerCase().includes(word) || summary.toLowerCase().includes(word),
    )
    return CATEGORIES.map((category) => ({
      category,
      methods: shown.filter((method) => method.category === category).toSorted(compareListed),
    })).filter((group) => group.methods.length > 0)
  }, [word])
  return (
    <>
      <div className="shrink-0 border-b p-2">
        <SearchField
          label={t('console:methods.filter')}
          placeholder={t('console:methods.filterHint', { count: listed.length })}
          value={filter}
          onChange={setFilter}
        />
      </div>
      <ScrollRegion label={t('console:methods.all')} className="flex-1 py-2">
        {groups.length === 0 ? <p className="px-4 text-muted">{t('console:methods.none')}</p> : null}
        {groups.map((group) => (
          <section key={group.category} className="mb-2">
            <h2 className="px-4 py-1 font-semibold text-12 text-muted">{title(group.category)}</h2>
            <ul>
              {group.methods.map((method) => (
                <li key={method.name}>
                  <button
                    type="button"
                    title={method.summary}
                    onClick={() => onPick(method.params.length > 0 ? `${method.name} ` : method.name)}
                    className="flex h-7 w-full items-center px-4 text-left font-mono text-12 hover:bg-hover focus-visible:-outline-offset-2"
                  >
                    <span className="truncate">{method.name}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </ScrollRegion>
    </>
  )
}

const title = (category: Method['category']): string => t(`console:category.${category}`)

function MethodView({ method, onPick, onRun }: Omit<InspectorProps, 'typed' | 'method'> & { readonly method: Method }) {
  const { flags } = method
  return (
    <>
      <header className="flex h-11 shrink-0 items-center gap-1 border-b pr-4 pl-2">
        <IconButton
          label={t('console:methods.all')}
          icon={<ArrowLeft aria-hidden className="size-4" />}
          onClick={() => onPick('')}
        />
        <h2 className="truncate font-medium font-mono text-13">{method.name}</h2>
      </header>
      <ScrollRegion
        label={t('console:methods.about', { method: method.name })}
        className="flex flex-1 flex-col gap-4 p-4"
      >
        <div className="flex flex-col gap-1.5">
          <p>{method.summary}</p>
          {method.description ? <p className="text-12 text-muted">{method.description}</p> : null}
          <p className="flex flex-wrap gap-1.5">
            <Badge>{title(method.category)}</Badge>
            {flags.wallet ? <Badge>{t('console:methods.wallet')}</Badge> : null}
            {flags.longRunning ? <Badge>{t('console:methods.slow')}</Badge> : null}
            {flags.beyondReference ? <Badge>{t('console:methods.only')}</Badge> : null}
            {flags.secretResult ? <Badge tone="warn">{t('console:methods.secret')}</Badge> : null}
          </p>
        </div>
        <ParameterForm method={method} onRun={onRun} />
        {method.examples.length > 0 ? (
          <section>
            <h3 className="mb-1 font-semibold text-12 text-muted">{t('console:methods.examples')}</h3>
            <ul className="flex flex-col gap-1">
              {method.examples.map((example) => {
                const line = spellCall(method.name, stringifyJson(example.params))
                return (
                  <li key={line}>
                    <button
                      type="button"
                      onClick={() => onPick(line)}
                      className="w-full rounded-md border bg-sunken px-2 py-1.5 text-left hover:border-line-strong"
                    >
                      <code className="line-clamp-3 break-all font-mono text-12">{line}</code>
                      {example.note ? <span className="text-12 text-muted">{example.note}</span> : null}
                    </button>
                  </li>
                )
              })}
            </ul>
          </section>
        ) : null}
        <details>
          <summary className="w-fit rounded-sm font-semibold text-12 text-muted">{t('console:methods.help')}</summary>
          <pre className="mt-2 overflow-x-auto rounded-md border bg-sunken p-2 font-mono text-12">
            {methodHelp(method)}
          </pre>
        </details>
      </ScrollRegion>
    </>
  )
}
