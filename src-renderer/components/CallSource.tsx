import { Link } from '@tanstack/react-router'
import { CodeXml, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { isChainMethod, type WindowInput, type WindowMethodName, windowMethods } from '#shared/chains/index.ts'
import { encodeInput } from '#shared/rpc/args.ts'
import { type Snippets, snippets } from '#shared/rpc/help.ts'
import { t } from '../i18n/texts.ts'
import { useRpc } from '../node/queries.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { CodeBlock } from '../ui/CodeBlock.tsx'
import { useDisplayStyle } from '../ui/displayStyle.ts'
import { OnDemandSource } from '../ui/OnDemandSource.tsx'
import { Popover } from '../ui/Popover.tsx'
import { type Segment, Segmented } from '../ui/Segmented.tsx'

type Language = keyof Snippets

const languages: readonly Segment<Language>[] = [
  { id: 'cli', label: 'CLI' },
  { id: 'curl', label: 'curl' },
  { id: 'typescript', label: 'TypeScript' },
]

/** Call whose answer a card shows. */
export interface ShownCall {
  readonly method: WindowMethodName
  readonly paramsText: string
}

/** Returns a call to list on a card, type-checked against the contract. */
export function shownCall<N extends WindowMethodName>(method: N, input: WindowInput<N>): ShownCall {
  return { method, paramsText: encodeInput(windowMethods[method], input) }
}

export interface CallSourceProps {
  readonly calls: readonly ShownCall[]
}

/**
 * Returns a function that formats a call for use outside the app, with the node's address and the client's chain
 * options. Contains no secrets.
 */
export function useSnippets() {
  const { data: status } = useRpc('getnodestatus', {})
  const { data: app } = useRpc('listchains', {})
  const chain = app?.chains.find(({ id }) => id === app.current)
  // The client cannot find the sandbox's second wallet by the chain's name, so pass its folder.
  const folder = chain?.kind === 'friend' ? ` -datadir=${chain.directory}` : ''
  return (method: string, paramsText: string): Snippets => {
    const { cli, ...others } = snippets(method, paramsText, {
      user: '"$RPCUSER:$RPCPASSWORD"',
      ...(status?.rpcAddress ? { rpcAddress: status.rpcAddress } : {}),
      ...(status
        ? { cliOptions: `-ac_name=${status.name}${status.network === 'regtest' ? ' -regtest' : ''}${folder}` }
        : {}),
    })
    return { ...others, cli: cli.replace(/^chainwright-cli\b/, app?.client ?? 'chainwright-cli') }
  }
}

/** Returns a call as typed into the console. */
export function consoleLine(method: string, paramsText: string): string {
  return snippets(method, paramsText).cli.replace(/^chainwright-cli /, '')
}

/** The `</>` button of a card in developer mode: lists the calls behind its data, to copy and to try. */
export function CallSource({ calls }: CallSourceProps) {
  return useDisplayStyle((state) => state.developer) ? <Source calls={calls} /> : null
}

function Source({ calls }: CallSourceProps) {
  const [language, setLanguage] = useState<Language>('cli')
  return (
    <OnDemandSource>
      <Popover
        label={t('parts:calls.title', { count: calls.length })}
        className="w-104"
        trigger={
          <IconButton
            small
            label={t('parts:calls.show', {
              count: calls.length,
              methods: calls.map(({ method }) => method).join(', '),
            })}
            icon={<CodeXml aria-hidden className="size-3.5" />}
            className="text-faint"
          />
        }
      >
        <div className="flex flex-col gap-3">
          <div className="flex items-center justify-between gap-4">
            <p className="font-medium">{t('parts:calls.title', { count: calls.length })}</p>
            <Segmented label={t('parts:calls.language')} value={language} onChange={setLanguage} segments={languages} />
          </div>
          {calls.map((call) =>
            isChainMethod(call.method) ? (
              <AppCall key={call.method + call.paramsText} call={call} />
            ) : (
              <SourceCall key={call.method + call.paramsText} call={call} language={language} />
            ),
          )}
          {language === 'curl' && calls.some(({ method }) => !isChainMethod(method)) ? (
            <p className="text-12 text-muted">{t('parts:calls.credentials')}</p>
          ) : null}
        </div>
      </Popover>
    </OnDemandSource>
  )
}

function SourceCall({ call, language }: { readonly call: ShownCall; readonly language: Language }) {
  const spell = useSnippets()
  const { summary } = windowMethods[call.method]
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-2">
        <code className="truncate font-mono text-12">
          {call.method} <span className="text-muted">{call.paramsText}</span>
        </code>
        <Button asChild size="sm" variant="ghost">
          <Link to="/console" search={{ line: consoleLine(call.method, call.paramsText) }}>
            <SquareTerminal aria-hidden className="size-3.5" /> {t('frame:page.console')}
          </Link>
        </Button>
      </div>
      {summary ? <p className="text-12 text-muted">{summary}</p> : null}
      <CodeBlock
        text={spell(call.method, call.paramsText)[language]}
        label={t('parts:calls.as', { method: call.method, language })}
        wrap
      />
    </div>
  )
}

/** A call that the app itself answers; only the app's window can make it. */
function AppCall({ call }: { readonly call: ShownCall }) {
  return (
    <div className="flex flex-col gap-1">
      <code className="truncate font-mono text-12">
        {call.method} <span className="text-muted">{call.paramsText}</span>
      </code>
      <p className="text-12 text-muted">{t('parts:calls.app', { summary: windowMethods[call.method].summary })}</p>
      <CodeBlock
        text={`await window.node.call(1, '${call.method}', '${call.paramsText}')`}
        label={t('parts:calls.inWindow', { method: call.method })}
        wrap
      />
    </div>
  )
}
