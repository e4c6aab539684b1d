import { Link, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Globe } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ChainPorts } from '#shared/chains/index.ts'
import { describeError } from '../../../components/describeError.ts'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { focusFirstProblem } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Field, Input, Textarea } from '../../../ui/Field.tsx'
import { Note } from '../../../ui/Note.tsx'
import { type Segment, Segmented } from '../../../ui/Segmented.tsx'
import type { JoinMode } from '../draftStore.ts'
import { EssentialFields } from '../form/BasicFields.tsx'
import { MoreFields } from '../form/MoreFields.tsx'
import type { ChainFormPart } from '../form/useChainForm.ts'
import { useLabelRefusal } from '../form/useLabelRefusal.ts'
import { PreflightTroubles, usePreflight } from '../PreflightList.tsx'
import { useOpening } from '../useOpening.ts'
import { InvitationSummary } from './InvitationSummary.tsx'
import { isJoined, JoinStages } from './JoinStages.tsx'
import { type Joining, useJoinForm } from './useJoinForm.ts'

const modes = (): readonly Segment<JoinMode>[] => [
  { id: 'paste', label: t('chains:join.paste') },
  { id: 'fill', label: t('chains:join.fill') },
]

/** Joins a chain, from the pasted text to a connected node. */
export function JoinChainPage() {
  const { restore, invitation = '' } = useSearch({ from: '/chains/join' })
  const { opening, open, start } = useOpening()
  const [ports, setPorts] = useState<ChainPorts>({})
  const [name, setName] = useState('')
  const joined = isJoined(opening) ? opening : undefined
  return (
    <PageLayout
      narrow
      form={joined !== undefined}
      title={joined ? t('chains:join.named', { name }) : t('chains:join.title')}
      actions={
        <>
          {joined ? null : (
            <Button asChild>
              <Link to="/chains/live">
                <Globe aria-hidden className="size-4" /> {t('chains:gallery.title')}
              </Link>
            </Button>
          )}
          <Button asChild variant="ghost">
            <Link to="/chains">
              <ArrowLeft aria-hidden className="size-4" /> {t('chains:back')}
            </Link>
          </Button>
        </>
      }
    >
      {joined === undefined && restore ? <Note tone="neutral">{t('chains:join.restoreHint')}</Note> : null}
      {joined === undefined ? (
        <JoinForm
          invitation={invitation}
          ports={ports}
          onPorts={setPorts}
          busy={opening.stage === 'adding'}
          refusal={opening.stage === 'refused' ? opening.error : undefined}
          onJoin={(add, joined, chosen) => {
            setName(joined)
            void open(add, chosen)
          }}
        />
      ) : (
        <JoinStages
          opening={joined}
          name={name}
          onStart={(next) => {
            setPorts(next)
            void start(joined.id, next)
          }}
        />
      )}
    </PageLayout>
  )
}

interface JoinFormProps {
  readonly invitation: string
  readonly ports: ChainPorts
  onPorts(ports: ChainPorts): void
  readonly busy: boolean
  readonly refusal: unknown
  onJoin(add: () => Promise<{ readonly id: string }>, name: string, ports: ChainPorts): void
}

function JoinForm({ invitation, ports, onPorts, busy, refusal, onJoin }: JoinFormProps) {
  const { client } = useNode()
  const page = useRef<HTMLFormElement>(null)
  const refusedLabel = useLabelRefusal(refusal, page)
  const join = useJoinForm(refusedLabel, invitation)
  const { form, found, understood } = join
  const preflight = usePreflight({ options: found?.options ?? [] }, understood, ports)

  const submit = join.onSubmit(() => {
    form.attempt()
    const chain = join.chain()
    if (!chain || !preflight.startPorts) return focusFirstProblem(page.current)
    onJoin(
      async () => {
        const added = await client.call('joinchain', { chain })
        join.clear()
        return added
      },
      chain.label || (found?.name ?? ''),
      preflight.startPorts,
    )
  })

  return (
    <form
      ref={page}
      noValidate
      aria-label={t('chains:join.form')}
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)_minmax(280px,0.62fr)] items-start gap-4 max-[719px]:grid-cols-1"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <WhichChain join={join} />
        {join.draft.mode === 'fill' ? <ByHand part={form.part} /> : null}
        <WhomToCall join={join} />
        {join.attempted && !preflight.startPorts ? <ErrorState compact title={t('chains:checksFailed')} /> : null}
        <JoinTroubles join={join} refusal={refusedLabel === undefined ? refusal : undefined} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" size="lg" busy={busy}>
            {t('chains:join.submit')}
          </Button>
          <Button variant="ghost" onClick={join.clear}>
            {t('chains:startOver')}
          </Button>
          <p className="text-12 text-muted">{t('chains:join.then')}</p>
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <InvitationSummary description={found} good={understood} />
        {understood ? <PreflightTroubles preflight={preflight} ports={ports} onPorts={onPorts} /> : null}
      </div>
    </form>
  )
}

/** Input for the pasted text, or the choice to fill in the chain by hand. */
function WhichChain({ join }: { readonly join: Joining }) {
  return (
    <Card
      title={t('chains:join.which')}
      actions={
        <Segmented
          label={t('chains:join.mode')}
          value={join.draft.mode}
          onChange={(mode) => join.set('mode', mode)}
          segments={modes()}
          className="h-7"
        />
      }
    >
      {join.draft.mode === 'paste' ? (
        <div className="flex flex-col gap-4">
          <Field label={t('chains:join.text')} error={join.pasteProblem} hint={t('chains:join.textHint')}>
            <Textarea
              {...join.register('text')}
              mono
              rows={8}
              autoFocus
              placeholder={'-ac_name=GARDEN -ac_supply=1000000 …'}
            />
          </Field>
          <Field
            label={t('chains:form.label')}
            optional
            error={join.form.part.problem('label')}
            hint={t('chains:form.labelHint')}
          >
            <Input
              {...join.register('label')}
              maxLength={60}
              placeholder={join.found?.name || t('chains:join.labelPlaceholder')}
            />
          </Field>
        </div>
      ) : (
        <p className="text-muted">{t('chains:join.sameValues')}</p>
      )}
    </Card>
  )
}

function ByHand({ part }: { readonly part: ChainFormPart }) {
  const [moreOpen, setMoreOpen] = useState(true)
  return (
    <>
      <EssentialFields {...part} />
      <MoreFields {...part} open={moreOpen} onOpen={setMoreOpen} />
    </>
  )
}

function WhomToCall({ join: { draft, found, peers, peerProblem, set } }: { readonly join: Joining }) {
  return (
    <Card title={t('chains:join.nodes')}>
      <Field label={t('chains:join.nodesLabel')} optional error={peerProblem} hint={t('chains:join.nodesHint')}>
        <Textarea
          mono
          rows={3}
          value={draft.peers ?? peers.join('\n')}
          placeholder={`203.0.113.9${found?.p2pport ? `:${found.p2pport}` : ''}`}
          onChange={({ target }) => set('peers', target.value)}
        />
      </Field>
    </Card>
  )
}

interface JoinTroublesProps {
  readonly join: Joining
  readonly refusal: unknown
}

/** Shows problems that belong to no field. */
function JoinTroubles({ join, refusal }: JoinTroublesProps) {
  const failure = refusal ?? join.error
  const story = failure ? describeError(failure) : undefined
  return (
    <>
      {join.draft.mode === 'fill'
        ? join.form.others.map((message) => <ErrorState key={message} compact title={message} />)
        : null}
      {story ? (
        <ErrorState compact title={story.title} safe={t('chains:nothingStarted')} details={story.details} />
      ) : null}
    </>
  )
}
