import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ChainPorts } from '#shared/chains/index.ts'
import { describeError } from '../../../components/describeError.ts'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { type Form, focusFirstProblem, useForm } from '../../../components/useForm.ts'
import { chainWarning } from '../../../i18n/nodeText.ts'
import { t } from '../../../i18n/texts.ts'
import { useCurrentChain } from '../../../node/chains.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { type CreateDraft, emptyCreateDraft, useChainDraft } from '../draftStore.ts'
import { AbilityFields, CoinFields, NameFields } from '../form/BasicFields.tsx'
import { MoreFields } from '../form/MoreFields.tsx'
import { SupplyChart } from '../form/SupplyChart.tsx'
import { type ChainForm, useChainForm } from '../form/useChainForm.ts'
import { useLabelRefusal } from '../form/useLabelRefusal.ts'
import { CommandLines, IdentityFacts, ShareText } from '../Identity.tsx'
import { Note } from '../Note.tsx'
import { PreflightList, usePreflight } from '../PreflightList.tsx'
import { withPort } from '../peers.ts'
import { useReach } from '../reachStore.ts'
import { Opened } from '../start/Opened.tsx'
import { Starting } from '../start/Starting.tsx'
import { useOpening } from '../useOpening.ts'
import { FirstBlocksChoice } from './FirstBlocksChoice.tsx'

/** From a name to a running chain: describe it, see the result, start it, share it. */
export function CreateChainPage() {
  const { opening, open, start } = useOpening()
  const shown = useCurrentChain()
  const [ports, setPorts] = useState<ChainPorts>({})
  const [name, setName] = useState<string>()
  const done = opening.stage !== 'none' && opening.stage !== 'refused' && opening.stage !== 'adding'
  // Its node may have started before the window shows the chain.
  const running = opening.stage === 'open' && shown?.id === opening.id
  return (
    <PageLayout
      narrow
      title={
        !done || name === undefined
          ? t('chains:create.title')
          : running
            ? t('chains:create.running', { name: name })
            : t('chains:create.named', { name: name })
      }
      actions={<Back />}
    >
      {done && name !== undefined ? (
        running ? (
          <Opened key={shown.id} chain={shown} />
        ) : (
          <Starting
            opening={opening}
            name={name}
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
          onCreate={(add, called) => {
            setName(called)
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
        <ArrowLeft aria-hidden className="size-4" /> {t('chains:back')}
      </Link>
    </Button>
  )
}

/** What the form asks beside the description of the chain. */
type FirstUse = Pick<CreateDraft, 'address' | 'first'>

interface CreateFormProps {
  readonly ports: ChainPorts
  onPorts(ports: ChainPorts): void
  readonly busy: boolean
  readonly refusal: unknown
  onCreate(add: () => Promise<{ readonly id: string }>, name: string): void
}

function CreateForm({ ports, onPorts, busy, refusal, onCreate }: CreateFormProps) {
  const { client } = useNode()
  const { draft: kept, change, clear } = useChainDraft()
  const { address: keptAddress, first: keptFirst, ...keptChain } = kept
  const use = useForm<FirstUse>({ defaultValues: { address: keptAddress, first: keptFirst }, keep: change })
  const { address } = use.values
  const first = use.values.first === '' ? undefined : use.values.first
  useEffect(() => () => useChainDraft.getState().leave(), [])
  const [moreOpen, setMoreOpen] = useState(false)
  const page = useRef<HTMLFormElement>(null)
  const refusedLabel = useLabelRefusal(refusal, page)
  const own = address.trim()
  const [port, setPort] = useState(0)
  const peers = own === '' ? [] : [withPort(own, ports.p2pport ?? port)]
  const form = useChainForm({ defaultValues: keptChain, keep: change, peers, refusedLabel })
  const { part, description, lastGood } = form
  const { draft } = part
  // The port follows from the options, and the text for others from the port.
  if (description?.ok && description.p2pport !== port) setPort(description.p2pport)
  const preflight = usePreflight({ options: form.options }, form.ready, ports)

  const submit = use.onSubmit(() => {
    form.attempt()
    if (!form.ready || !first || preflight.blocked) return focusFirstProblem(page.current)
    const { options } = form
    const label = draft.label.trim()
    onCreate(async () => {
      const added = await client.call('createchain', { chain: { label, options, testnode: first === 'alone' } })
      // For the invitation at the end, and for each later one.
      useReach.getState().remember(added.id, own)
      clear()
      return added
    }, label || draft.name.trim())
  })

  return (
    <form
      ref={page}
      noValidate
      aria-label={t('chains:create.form')}
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
        <FirstBlocksChoice value={first} onChange={(next) => use.set('first', next)} missing={use.tried && !first} />
        <FormEnd
          form={form}
          busy={busy}
          refusal={refusedLabel === undefined ? refusal : undefined}
          blocked={preflight.blocked}
          attempted={use.tried}
          onClear={() => {
            const { address: noAddress, first: noChoice, ...chain } = emptyCreateDraft
            form.reset(chain)
            use.reset({ address: noAddress, first: noChoice })
            clear()
          }}
        />
      </div>
      <Outcome form={form} register={use.register} preflight={preflight} ports={ports} onPorts={onPorts} />
    </form>
  )
}

interface OutcomeProps {
  readonly form: ChainForm
  readonly register: Form<FirstUse>['register']
  readonly preflight: ReturnType<typeof usePreflight>
  readonly ports: ChainPorts
  onPorts(ports: ChainPorts): void
}

/** The result: the chain's identity, the text for others, and whether it can run here. */
function Outcome({ form, register, preflight, ports, onPorts }: OutcomeProps) {
  // The text of an earlier state of the form must not be shared.
  const known = form.description?.ok ? form.description : undefined
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card title={t('chains:create.outcome')}>
        {form.named && known ? (
          <div className="flex flex-col gap-4">
            <IdentityFacts chain={known} />
            <CommandLines chain={known} />
          </div>
        ) : (
          <p className="text-muted">{form.named ? t('chains:create.fixFirst') : t('chains:create.nameFirst')}</p>
        )}
      </Card>
      <Card title={t('chains:create.forOthers')}>
        <div className="flex flex-col gap-3">
          <Field
            label={t('chains:reach.label')}
            optional
            error={form.part.problem('address')}
            hint={t('chains:reach.createHint')}
          >
            <Input {...register('address')} mono placeholder="203.0.113.9" />
          </Field>
          {form.named && known ? <ShareText text={known.sharetext} /> : null}
        </div>
      </Card>
      <Card title={t('chains:beforeStart')}>
        {form.ready ? (
          <PreflightList preflight={preflight} ports={ports} onPorts={onPorts} />
        ) : (
          <p className="text-muted">{t('chains:create.preflightLater')}</p>
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

/** Warnings and errors, and the button. */
function FormEnd({ form, busy, refusal, blocked, attempted, onClear }: FormEndProps) {
  const { description, others, error } = form
  const story = (refusal ?? error) ? describeError(refusal ?? error) : undefined
  return (
    <div className="flex flex-col gap-3">
      {description?.warnings.map((warning) => (
        <Note key={warning}>{chainWarning(warning)}</Note>
      ))}
      {others.map((message) => (
        <ErrorState key={message} compact title={message} safe={t('chains:notCreated')} />
      ))}
      {story ? (
        <ErrorState compact title={story.title} safe={t('chains:nothingStarted')} details={story.details} />
      ) : null}
      {attempted && blocked ? (
        <ErrorState compact title={t('chains:checkFailed')} advice={t('chains:checkFailedHint')} />
      ) : null}
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {t('chains:create.submit')}
        </Button>
        <Button variant="ghost" onClick={onClear}>
          {t('chains:startOver')}
        </Button>
        <p className="text-12 text-muted">{t('chains:create.forever')}</p>
      </div>
    </div>
  )
}
