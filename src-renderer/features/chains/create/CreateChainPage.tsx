import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ChainPorts } from '#shared/chains/index.ts'
import { useCurrentChain } from '../../../node/chains.ts'
import { useNode } from '../../../node/context.tsx'
import { describeError } from '../../../parts/describeError.ts'
import { PageLayout } from '../../../parts/PageLayout.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { useChainDraft } from '../draftStore.ts'
import { AbilityFields, CoinFields, NameFields } from '../form/BasicFields.tsx'
import { MoreFields } from '../form/MoreFields.tsx'
import { SupplyChart } from '../form/SupplyChart.tsx'
import { type ChainForm, useDraftForm } from '../form/useDraftForm.ts'
import { CommandLines, IdentityFacts, ShareText } from '../Identity.tsx'
import { Note } from '../Note.tsx'
import { PreflightList, usePreflight } from '../PreflightList.tsx'
import { withPort } from '../peers.ts'
import { Opened } from '../start/Opened.tsx'
import { Starting } from '../start/Starting.tsx'
import { useOpening } from '../useOpening.ts'
import { FirstBlocksChoice } from './FirstBlocksChoice.tsx'

interface Created {
  readonly name: string
  /** where others reach this computer; empty: not said */
  readonly address: string
}

/** From a name to a running chain: describe it, see what it will be, start it, and tell others. */
export function CreateChainPage() {
  const { opening, open, start } = useOpening()
  const shown = useCurrentChain()
  const [ports, setPorts] = useState<ChainPorts>({})
  const [created, setCreated] = useState<Created>()
  const done = opening.stage !== 'none' && opening.stage !== 'refused' && opening.stage !== 'adding'
  return (
    <PageLayout
      title={
        !done || !created
          ? 'Create a chain'
          : opening.stage === 'open'
            ? `${created.name} runs`
            : `Create ${created.name}`
      }
      actions={<Back />}
    >
      {done && created ? (
        opening.stage === 'open' && shown?.id === opening.id ? (
          <Opened key={shown.id} chain={shown} address={created.address} />
        ) : (
          <Starting
            opening={opening}
            name={created.name}
            onStart={(next) => {
              setPorts(next)
              void start(opening.id, next)
            }}
          />
        )
      ) : (
        <CreateForm
          ports={ports}
          onPorts={setPorts}
          busy={opening.stage === 'adding'}
          refusal={opening.stage === 'refused' ? opening.error : undefined}
          onCreate={(add, chain) => {
            setCreated(chain)
            void open(add, ports)
          }}
        />
      )}
    </PageLayout>
  )
}

function Back() {
  return (
    <Button asChild variant="ghost">
      <Link to="/chains">
        <ArrowLeft aria-hidden className="size-4" /> Back
      </Link>
    </Button>
  )
}

interface CreateFormProps {
  readonly ports: ChainPorts
  onPorts(ports: ChainPorts): void
  readonly busy: boolean
  readonly refusal: unknown
  onCreate(add: () => Promise<{ readonly id: string }>, chain: Created): void
}

function CreateForm({ ports, onPorts, busy, refusal, onCreate }: CreateFormProps) {
  const { client } = useNode()
  const { draft, change, clear } = useChainDraft()
  const { address } = draft
  const first = draft.first === '' ? undefined : draft.first
  useEffect(() => () => useChainDraft.getState().leave(), [])
  const [moreOpen, setMoreOpen] = useState(false)
  const [attempted, setAttempted] = useState(false)
  const page = useRef<HTMLFormElement>(null)
  const own = address.trim()
  const [port, setPort] = useState(0)
  const form = useDraftForm(draft, change, own === '' ? [] : [withPort(own, ports.p2pport ?? port)])
  const { part, description, lastGood } = form
  // The port follows from the options, and the text for others from the port.
  if (description?.ok && description.p2pport !== port) setPort(description.p2pport)
  const preflight = usePreflight({ options: form.options }, form.ready, ports)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.attempt()
    setAttempted(true)
    if (!form.ready || !first || preflight.blocked) {
      // What is wrong may lie far above the button.
      setTimeout(() => page.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-missing]')?.focus())
      return
    }
    const { options } = form
    const label = draft.label.trim()
    onCreate(
      async () => {
        const added = await client.call('createchain', { chain: { label, options, testnode: first === 'alone' } })
        clear()
        return added
      },
      { name: label || draft.name.trim(), address: own },
    )
  }

  return (
    <form
      ref={page}
      noValidate
      aria-label="The new chain"
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)_320px] items-start gap-4 max-[1079px]:grid-cols-[minmax(0,1fr)_272px] max-[859px]:grid-cols-1"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <NameFields {...part} />
        <CoinFields
          {...part}
          chart={
            <SupplyChart
              points={lastGood?.supply ?? []}
              final={lastGood?.finalsupply ?? null}
              coin={draft.name.trim()}
              stale={description?.ok === false}
            />
          }
        />
        <AbilityFields {...part} />
        <MoreFields {...part} open={moreOpen} onOpen={setMoreOpen} />
        <FirstBlocksChoice value={first} onChange={(next) => change({ first: next })} missing={attempted && !first} />
        <FormEnd
          form={form}
          busy={busy}
          refusal={refusal}
          blocked={preflight.blocked}
          attempted={attempted}
          onClear={clear}
        />
      </div>
      <Outcome
        form={form}
        address={address}
        onAddress={(next) => change({ address: next })}
        preflight={preflight}
        ports={ports}
        onPorts={onPorts}
      />
    </form>
  )
}

interface OutcomeProps {
  readonly form: ChainForm
  readonly address: string
  onAddress(address: string): void
  readonly preflight: ReturnType<typeof usePreflight>
  readonly ports: ChainPorts
  onPorts(ports: ChainPorts): void
}

/** What comes of it: how the chain is known, what others need, and whether it can run here. */
function Outcome({ form, address, onAddress, preflight, ports, onPorts }: OutcomeProps) {
  // A text of what stood there before must not be sent to anybody.
  const known = form.description?.ok ? form.description : undefined
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card title="What it will be">
        {form.named && known ? (
          <div className="flex flex-col gap-4">
            <IdentityFacts chain={known} />
            <CommandLines chain={known} />
          </div>
        ) : (
          <p className="text-muted">
            {form.named
              ? 'What is marked on the left has to be right first.'
              : 'Give it a name, and its numbers appear here while you write.'}
          </p>
        )}
      </Card>
      <Card title="For those who join">
        <div className="flex flex-col gap-3">
          <Field
            label="Where they reach this computer"
            optional
            error={form.part.problem('address')}
            hint="Its address on the Internet or in your network. It goes into the text, so that their nodes find yours."
          >
            <Input mono value={address} placeholder="203.0.113.9" onChange={({ target }) => onAddress(target.value)} />
          </Field>
          {form.named && known ? <ShareText text={known.sharetext} /> : null}
        </div>
      </Card>
      <Card title="Before it starts">
        {form.ready ? (
          <PreflightList preflight={preflight} ports={ports} onPorts={onPorts} />
        ) : (
          <p className="text-muted">Disk, clock, folder and ports are looked at once the chain is described.</p>
        )}
      </Card>
    </div>
  )
}

interface FormEndProps {
  readonly form: ChainForm
  readonly busy: boolean
  readonly refusal: unknown
  readonly blocked: boolean
  readonly attempted: boolean
  onClear(): void
}

/** What is left to say before the button, and the button. */
function FormEnd({ form, busy, refusal, blocked, attempted, onClear }: FormEndProps) {
  const { description, others, error } = form
  const story = (refusal ?? error) ? describeError(refusal ?? error) : undefined
  return (
    <div className="flex flex-col gap-3">
      {description?.warnings.map((warning) => (
        <Note key={warning}>{warning}</Note>
      ))}
      {others.map((message) => (
        <ErrorState key={message} compact title={message} safe="Nothing was made yet." />
      ))}
      {story ? <ErrorState compact title={story.title} safe="Nothing was started." details={story.details} /> : null}
      {attempted && blocked ? (
        <ErrorState
          compact
          title="Something on this computer stands in the way"
          advice="See “Before it starts” for what it is and what helps."
        />
      ) : null}
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          Create and start
        </Button>
        <Button variant="ghost" onClick={onClear}>
          Start over
        </Button>
        <p className="text-12 text-muted">What defines the chain can never be changed afterwards.</p>
      </div>
    </div>
  )
}
