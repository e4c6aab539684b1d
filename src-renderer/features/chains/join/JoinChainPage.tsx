import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { ChainPorts } from '#shared/chains/index.ts'
import { useCurrentChain } from '../../../node/chains.ts'
import { useNode } from '../../../node/context.tsx'
import { describeError } from '../../../parts/describeError.ts'
import { Page } from '../../../parts/Page.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Field, Input, Textarea } from '../../../ui/Field.tsx'
import { type Segment, Segmented } from '../../../ui/Segmented.tsx'
import { AbilityFields, CoinFields, NameFields } from '../form/BasicFields.tsx'
import { type ChainDraft, plainDraft } from '../form/draft.ts'
import { MoreFields } from '../form/MoreFields.tsx'
import { useDescription } from '../form/useDescription.ts'
import { useDraftForm } from '../form/useDraftForm.ts'
import { PreflightList, usePreflight } from '../PreflightList.tsx'
import { peersOf, withPort } from '../peers.ts'
import { Connecting } from '../start/Connecting.tsx'
import { Starting } from '../start/Starting.tsx'
import { useOpening } from '../useOpening.ts'
import { Understood } from './Understood.tsx'

type Mode = 'paste' | 'fill'

const modes: readonly Segment<Mode>[] = [
  { id: 'paste', label: 'Paste a text' },
  { id: 'fill', label: 'Fill in by hand' },
]

/** From a pasted text to a node that talks to the others. */
export function JoinChainPage() {
  const { opening, open, start } = useOpening()
  const shown = useCurrentChain()
  const [ports, setPorts] = useState<ChainPorts>({})
  const [name, setName] = useState('')
  const done = opening.stage === 'starting' || opening.stage === 'failed' || opening.stage === 'open'
  return (
    <Page
      title={done ? `Join ${name}` : 'Join a chain'}
      actions={
        <Button asChild variant="ghost">
          <Link to="/chains">
            <ArrowLeft aria-hidden className="size-4" /> Back
          </Link>
        </Button>
      }
    >
      {!done ? (
        <JoinForm
          ports={ports}
          onPorts={setPorts}
          busy={opening.stage === 'adding'}
          refusal={opening.stage === 'refused' ? opening.error : undefined}
          onJoin={(add, joined) => {
            setName(joined)
            void open(add, ports)
          }}
        />
      ) : opening.stage === 'open' && shown?.id === opening.id ? (
        <Connecting key={shown.id} chain={shown} />
      ) : (
        <Starting
          opening={opening}
          name={name}
          onStart={(next) => {
            setPorts(next)
            void start(opening.id, next)
          }}
        />
      )}
    </Page>
  )
}

interface JoinFormProps {
  readonly ports: ChainPorts
  onPorts(ports: ChainPorts): void
  readonly busy: boolean
  readonly refusal: unknown
  onJoin(add: () => Promise<{ readonly id: string }>, name: string): void
}

function JoinForm({ ports, onPorts, busy, refusal, onJoin }: JoinFormProps) {
  const { client } = useNode()
  const [mode, setMode] = useState<Mode>('paste')
  const [text, setText] = useState('')
  const [draft, setDraft] = useState<ChainDraft>(plainDraft)
  const [label, setLabel] = useState('')
  const [peerText, setPeerText] = useState<string>()
  const [attempted, setAttempted] = useState(false)
  const [moreOpen, setMoreOpen] = useState(false)
  const page = useRef<HTMLFormElement>(null)

  const pasted = useDescription(mode === 'paste' && text.trim() !== '' ? { text } : undefined)
  const form = useDraftForm(draft, (change) => setDraft((old) => ({ ...old, ...change })), [])
  const described = mode === 'paste' ? pasted : form
  const found = mode === 'paste' || form.named ? described.description : undefined
  const peers = peerText === undefined ? (found?.peers ?? []) : peersOf(peerText)
  // What was typed as peers is judged with the chain that it is for.
  const judged = useDescription(found?.ok && peerText !== undefined ? { options: found.options, peers } : undefined)
  const peerProblem = judged.description?.problems[0]?.message
  const understood = found?.ok === true && described.current && (mode === 'paste' || form.ready)
  const preflight = usePreflight({ options: found?.options ?? [] }, understood, ports)
  const failure = refusal ?? described.error
  const story = failure ? describeError(failure) : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.attempt()
    setAttempted(true)
    if (!found || !understood || peerProblem || preflight.blocked) {
      setTimeout(() => page.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const own = (mode === 'fill' ? draft.label : label).trim()
    const called = peers.map((peer) => withPort(peer, found.p2pport))
    const chain = { label: own, options: found.options, peers: called }
    onJoin(() => client.call('joinchain', { chain }), own || found.name)
  }

  const pasteProblem =
    mode === 'paste'
      ? text.trim() === ''
        ? attempted
          ? 'Paste the text here first.'
          : undefined
        : pasted.description?.problems.map(({ message }) => message).join(' ') || undefined
      : undefined

  return (
    <form
      ref={page}
      noValidate
      aria-label="The chain to join"
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)_minmax(280px,0.62fr)] items-start gap-4"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <Card
          title="Which chain?"
          actions={<Segmented label="How to say it" value={mode} onChange={setMode} segments={modes} className="h-7" />}
        >
          {mode === 'paste' ? (
            <div className="flex flex-col gap-4">
              <Field
                label="The text that you were sent"
                error={pasteProblem}
                hint="A share text, or the command line of a node. Words around it and broken lines do no harm."
              >
                <Textarea
                  mono
                  rows={8}
                  autoFocus
                  value={text}
                  placeholder={'-ac_name=GARDEN -ac_supply=1000000 …'}
                  onChange={({ target }) => setText(target.value)}
                />
              </Field>
              <Field label="Label" optional hint="What this computer’s list calls it. Nobody else sees it.">
                <Input
                  value={label}
                  maxLength={60}
                  placeholder={found?.name || 'The garden of friends'}
                  onChange={({ target }) => setLabel(target.value)}
                />
              </Field>
            </div>
          ) : (
            <p className="text-muted">
              Every value has to be the same as theirs: one that differs makes another chain, which knows nobody.
            </p>
          )}
        </Card>
        {mode === 'fill' ? (
          <>
            <NameFields {...form.part} />
            <CoinFields {...form.part} />
            <AbilityFields {...form.part} />
            <MoreFields {...form.part} open={moreOpen} onOpen={setMoreOpen} />
          </>
        ) : null}
        <Card title="Whom to call first">
          <Field
            label="Nodes of this chain, one a line"
            optional
            error={peerProblem}
            hint="host or host:port. One that answers is enough: it tells of others."
          >
            <Textarea
              mono
              rows={3}
              value={peerText ?? peers.join('\n')}
              placeholder={`203.0.113.9${found?.p2pport ? `:${found.p2pport}` : ''}`}
              onChange={({ target }) => setPeerText(target.value)}
            />
          </Field>
        </Card>
        {mode === 'fill' ? form.others.map((message) => <ErrorState key={message} compact title={message} />) : null}
        {story ? <ErrorState compact title={story.title} safe="Nothing was started." details={story.details} /> : null}
        {attempted && preflight.blocked ? (
          <ErrorState
            compact
            title="Something on this computer stands in the way"
            advice="See “Before it starts” for what it is and what helps."
          />
        ) : null}
        <div className="flex items-center gap-3">
          <Button type="submit" variant="primary" size="lg" busy={busy}>
            Join
          </Button>
          <p className="text-12 text-muted">Your node then fetches all blocks and checks them itself.</p>
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Understood description={found} good={understood} />
        <Card title="Before it starts">
          {understood ? (
            <PreflightList preflight={preflight} ports={ports} onPorts={onPorts} />
          ) : (
            <p className="text-muted">Disk, clock, folder and ports are looked at once the chain is understood.</p>
          )}
        </Card>
      </div>
    </form>
  )
}
