import { useNavigate, useSearch } from '@tanstack/react-router'
import { Eraser } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { findMethod } from '#shared/rpc/index.ts'
import { splitWords } from '#shared/rpc/words.ts'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Panel } from '../../components/Panel.tsx'
import { t } from '../../i18n/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { ConsoleLine } from './ConsoleLine.tsx'
import { useConsole } from './consoleStore.ts'
import { Inspector } from './Inspector.tsx'
import { mayHoldSecret } from './redaction.ts'
import { Transcript } from './Transcript.tsx'
import { useRun } from './useRun.ts'

/** Makes every call of the node, typed or filled in, and shows its exact answer. */
export function ConsolePage() {
  const { line: start } = useSearch({ from: '/console' })
  const navigate = useNavigate({ from: '/console' })
  const { clear, entries } = useConsole()
  const { runLine, runCall } = useRun()
  const [line, setLine] = useState(() => start ?? useConsole.getState().unfinished)
  const [problem, setProblem] = useState<string>()

  // A link into the console fills in the line but never runs it. The URL is then cleared.
  useEffect(() => {
    if (start === undefined) return
    setLine(start)
    void navigate({ search: {}, replace: true })
  }, [start, navigate])

  // The line is kept while another page is open, unless it may contain a secret.
  const leave = useEffectEvent(() => useConsole.getState().leave(mayHoldSecret(line) ? '' : line))
  useEffect(() => () => leave(), [])

  const change = useCallback((next: string) => {
    setLine(next)
    setProblem(undefined)
  }, [])

  const submit = () => {
    const wrong = runLine(line)
    setProblem(wrong)
    if (wrong === undefined) setLine('')
  }

  const method = findMethod(splitWords(line)[0]?.text ?? '')
  return (
    <PageLayout
      title={t('console:title')}
      fill
      actions={
        <Button
          variant="ghost"
          disabled={entries.length === 0}
          icon={<Eraser aria-hidden className="size-4" />}
          onClick={clear}
        >
          {t('console:clear')}
        </Button>
      }
    >
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_320px] gap-4 max-[1079px]:grid-cols-[minmax(0,1fr)_272px] max-[859px]:grid-cols-[minmax(0,1fr)_208px] max-[719px]:grid-cols-1 max-[719px]:grid-rows-2">
        <div className="flex min-h-0 flex-col rounded-lg border bg-surface shadow-card">
          <Panel name={t('console:panel.results')}>
            <Transcript onEdit={change} />
          </Panel>
          <ConsoleLine line={line} problem={problem} onChange={change} onSubmit={submit} onClear={clear} />
        </div>
        <Panel name={t('console:panel.methods')}>
          <Inspector method={method} typed={line} onPick={change} onRun={runCall} />
        </Panel>
      </div>
    </PageLayout>
  )
}
