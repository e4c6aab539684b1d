import { Ban, CircleX, Copy, Eye, LoaderCircle, Pencil, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { windowMethods } from '#shared/chains/index.ts'
import { indentJson, type JsonValue, parseJson } from '#shared/json.ts'
import type { Snippets } from '#shared/rpc/help.ts'
import { useSnippets } from '../../components/CallSource.tsx'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { LinkedTree } from '../../components/links/LinkedTree.tsx'
import { parseLeafTarget } from '../../components/links/target.ts'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { copyText } from '../../ui/clipboard.ts'
import { cn } from '../../ui/cn.ts'
import { formatBytes } from '../../ui/format.ts'
import { childCount, describeLeaf } from '../../ui/json/rows.ts'
import { Menu } from '../../ui/Menu.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { toast } from '../../ui/toasts.ts'
import { VirtualText } from '../../ui/VirtualText.tsx'
import { type ConsoleEntry, useConsole } from './consoleStore.ts'
import { cancelEntry } from './useRun.ts'

const languages: Readonly<Record<keyof Snippets, string>> = { cli: 'CLI', curl: 'curl', typescript: 'TypeScript' }

export function EntryView({ entry, onEdit }: { readonly entry: ConsoleEntry; onEdit(line: string): void }) {
  const { outcome } = entry
  return (
    <li className="group/entry px-4 py-2.5">
      <div className="flex min-h-6 items-center gap-1">
        <code
          className={cn(
            'min-w-0 flex-1 truncate font-mono text-12',
            outcome.state === 'failed' ? 'text-bad' : 'text-text',
          )}
        >
          <span className="text-faint">&gt; </span>
          {entry.line.text}
        </code>
        <EntryState entry={entry} />
        <EntryActions entry={entry} onEdit={onEdit} />
      </div>
      {outcome.state === 'done' ? <Answer entry={entry} text={outcome.resultText} /> : null}
      {outcome.state === 'failed' ? (
        <pre
          role="alert"
          className="mt-1 max-h-72 overflow-auto whitespace-pre-wrap break-words rounded-md bg-bad-soft p-2.5 font-mono text-12 text-bad"
        >
          {outcome.code === undefined ? '' : `error code: ${outcome.code}\n`}
          {outcome.message.trimEnd()}
        </pre>
      ) : null}
    </li>
  )
}

function EntryState({ entry }: { readonly entry: ConsoleEntry }) {
  const { outcome } = entry
  switch (outcome.state) {
    case 'running':
      return (
        <>
          <span role="status" className="inline-flex items-center gap-1.5 text-12 text-muted">
            <LoaderCircle aria-hidden className="size-3.5 animate-spin" /> {t('console:entry.running')}
          </span>
          <Button size="sm" variant="ghost" className="h-6" onClick={() => cancelEntry(entry.id)}>
            {t('console:entry.cancel')}
          </Button>
        </>
      )
    case 'cancelled':
      return (
        <span className="inline-flex items-center gap-1.5 text-12 text-muted">
          <Ban aria-hidden className="size-3.5" /> {t('console:entry.cancelled')}
        </span>
      )
    case 'dropped':
      return <span className="text-12 text-muted">{t('console:entry.dropped')}</span>
    case 'failed':
      return (
        <span className="inline-flex items-center gap-1.5 text-12 text-bad">
          <CircleX aria-hidden className="size-3.5" /> {t('console:entry.failed')}
        </span>
      )
    case 'done':
      return (
        <span className="whitespace-nowrap text-12 text-faint">
          {t('console:entry.took', {
            milliseconds: outcome.milliseconds,
            size: formatBytes(outcome.resultText.length),
          })}
        </span>
      )
  }
}

function EntryActions({ entry, onEdit }: { readonly entry: ConsoleEntry; onEdit(line: string): void }) {
  const spell = useSnippets()
  const remove = useConsole((state) => state.remove)
  const { line, outcome } = entry
  const copy = (language: keyof Snippets) =>
    void copyText(spell(entry.method, entry.paramsText)[language]).then((done) =>
      toast(done ? { tone: 'ok', title: t('ui:copied') } : { tone: 'bad', title: t('ui:copyRefused') }),
    )
  return (
    <span className="flex shrink-0 items-center">
      <IconButton
        small
        label={t('console:entry.edit')}
        icon={<Pencil aria-hidden className="size-3.5" />}
        onClick={() => onEdit(line.text)}
      />
      {line.redacted ? null : (
        <Menu
          items={(Object.keys(languages) as (keyof Snippets)[]).map((id) => ({
            id,
            label: t('console:entry.copyAs', { language: languages[id] }),
            onSelect: () => copy(id),
          }))}
        >
          <Button
            size="iconSm"
            variant="ghost"
            aria-label={t('console:entry.copyCall')}
            icon={<Copy aria-hidden className="size-3.5" />}
          />
        </Menu>
      )}
      {outcome.state === 'running' ? null : (
        <IconButton
          small
          label={t('console:entry.remove')}
          icon={<X aria-hidden className="size-3.5" />}
          onClick={() => remove(entry.id)}
        />
      )}
    </span>
  )
}

/** Maximum number of rows before the answer gets its own scrollbar. */
const MAX_ROWS = 18
const TREE_ROW = 22
const TEXT_ROW = 18

/** Returns true if the answer has a handle instead of a signed transaction. */
function isSealed(method: string): boolean {
  const known: Partial<Record<string, { readonly signed?: readonly string[] }>> = windowMethods
  return known[method]?.signed !== undefined
}

/** Returns the link target of an answer that is a single value. */
function leafTarget(method: string, root: JsonValue) {
  const leaf = describeLeaf(root)
  return leaf && parseLeafTarget(method === 'getblockcount' ? 'height' : undefined, leaf.text)
}

function Answer({ entry, text }: { readonly entry: ConsoleEntry; readonly text: string }) {
  const { desktop } = useNode()
  const [view, setView] = useState<'tree' | 'raw'>('tree')
  const [covered, setCovered] = useState(entry.secret && !desktop)
  const root = useMemo(() => parseJson(text), [text])
  const pretty = useMemo(() => (typeof root === 'string' ? root : indentJson(root)), [root])
  if (covered) {
    return (
      <div className="mt-1 flex items-center gap-3 rounded-md bg-warn-soft px-3 py-2 text-warn">
        <span className="flex-1">{t('console:answer.secret')}</span>
        <Button size="sm" icon={<Eye aria-hidden className="size-3.5" />} onClick={() => setCovered(false)}>
          {t('console:answer.show')}
        </Button>
      </div>
    )
  }
  const structured = childCount(root) > 0
  const target = leafTarget(entry.method, root)
  return (
    <div className="mt-1">
      {desktop && isSealed(entry.method) ? (
        <p className="mb-1 text-12 text-muted">{t('console:answer.sealed')}</p>
      ) : null}
      {structured && view === 'tree' ? (
        <div className="relative rounded-md border bg-sunken">
          <LinkedTree
            root={root}
            label={t('console:answer.label', { method: entry.method })}
            openDepth={1}
            className="py-1.5"
            maxHeight={MAX_ROWS * TREE_ROW}
          />
          <ViewButtons view={view} onView={setView} text={pretty} />
        </div>
      ) : (
        <div className="relative rounded-md border bg-sunken">
          {target ? (
            <section aria-label={t('console:answer.label', { method: entry.method })} className="p-2 pr-20">
              <ChainLink to={target} className="font-mono text-12">
                {pretty}
              </ChainLink>
            </section>
          ) : (
            <VirtualText
              text={pretty}
              label={t('console:answer.label', { method: entry.method })}
              className="p-2"
              maxHeight={MAX_ROWS * TEXT_ROW}
            />
          )}
          <ViewButtons view={view} onView={structured ? setView : undefined} text={pretty} />
        </div>
      )}
    </div>
  )
}

interface ViewButtonsProps {
  readonly view: 'tree' | 'raw'
  readonly onView: ((view: 'tree' | 'raw') => void) | undefined
  readonly text: string
}

function ViewButtons({ view, onView, text }: ViewButtonsProps) {
  return (
    <div className="absolute top-1 right-3 flex items-center gap-1 rounded-md bg-sunken">
      {onView ? (
        <Segmented
          label={t('console:answer.view')}
          value={view}
          onChange={onView}
          segments={[
            { id: 'tree', label: t('console:answer.tree') },
            { id: 'raw', label: t('console:answer.raw') },
          ]}
          className="h-6"
        />
      ) : null}
      <CopyButton text={text} label={t('console:answer.copy')} />
    </div>
  )
}
