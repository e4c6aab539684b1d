import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ChainPorts } from '#shared/chains/index.ts'
import { describeError } from '../../../components/describeError.ts'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { focusFirstProblem, useForm } from '../../../components/useForm.ts'
import { chainWarning } from '../../../i18n/nodeText.ts'
import { t } from '../../../i18n/texts.ts'
import { useChains, useCurrentChain } from '../../../node/chains.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useDisplayStyle } from '../../../ui/displayStyle.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { type CreateDraft, emptyCreateDraft, useChainDraft } from '../draftStore.ts'
import { restSentence } from '../emission.tsx'
import { EssentialFields } from '../form/BasicFields.tsx'
import { MoreFields } from '../form/MoreFields.tsx'
import { SupplyChart } from '../form/SupplyChart.tsx'
import { supplySentence } from '../form/supplySentence.ts'
import { type ChainForm, useChainForm } from '../form/useChainForm.ts'
import { useLabelRefusal } from '../form/useLabelRefusal.ts'
import { CommandLines, IdentityFacts } from '../Identity.tsx'
import { PreflightTroubles, usePreflight } from '../PreflightList.tsx'
import { ChainCreated } from '../start/ChainCreated.tsx'
import { Starting } from '../start/Starting.tsx'
import { useOpening } from '../useOpening.ts'

/** Creates a chain in three stages: name, start, share. */
export function CreateChainPage() {
  const { opening, open, start } = useOpening()
  const shown = useCurrentChain()
  const [ports, setPorts] = useState<ChainPorts>({})
  const [name, setName] = useState<string>()
  const done = opening.stage !== 'none' && opening.stage !== 'refused' && opening.stage !== 'adding'
  // The node may have started before the window shows the chain.
  const running = opening.stage === 'open' && shown?.id === opening.id
  return (
    <PageLayout
      form
      title={
        !done || name === undefined
          ? t('chains:create.title')
          : running
            ? t('chains:create.running', { name: name })
            : t('chains:create.named', { name: name })
      }
      actions={running ? null : <Back />}
    >
      {done && name !== undefined ? (
        running ? (
          <ChainCreated key={shown.id} chain={shown} />
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
          onCreate={(add, called, mine, chosen) => {
            setName(called)
            void open(add, chosen, mine)
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

interface CreateFormProps {
  readonly ports: ChainPorts
  onPorts(ports: ChainPorts): void
  readonly busy: boolean
  readonly refusal: unknown
  onCreate(add: () => Promise<{ readonly id: string }>, name: string, mine: boolean, ports: ChainPorts): void
}

function CreateForm({ ports, onPorts, busy, refusal, onCreate }: CreateFormProps) {
  const { client } = useNode()
  const { draft: kept, change, clear } = useChainDraft()
  const { alone: keptAlone, ...keptChain } = kept
  const use = useForm<Pick<CreateDraft, 'alone'>>({ defaultValues: { alone: keptAlone }, keep: change })
  const { alone } = use.values
  useEffect(() => () => useChainDraft.getState().leave(), [])
  const [moreOpen, setMoreOpen] = useState(false)
  const page = useRef<HTMLFormElement>(null)
  const sameName = useSameName(kept.label.trim() || kept.name.trim())
  const refusedLabel = useLabelRefusal(refusal, page) ?? sameName
  const form = useChainForm({ defaultValues: keptChain, keep: change, peers: [], refusedLabel })
  const { part, lastGood } = form
  // The description ignores invalid numbers, so its estimate would be for a different chain.
  const estimate = form.wrong ? undefined : lastGood
  const { draft } = part
  const preflight = usePreflight({ options: form.options }, form.ready, ports)

  const submit = use.onSubmit(() => {
    form.attempt()
    if (form.wrong || sameName !== undefined || !preflight.startPorts) {
      // The field with the problem may be in the collapsed section.
      if (form.named) flushSync(() => setMoreOpen(true))
      return focusFirstProblem(page.current)
    }
    const { options } = form
    const label = draft.label.trim()
    const add = async () => {
      const added = await client.call('createchain', { chain: { label, options, testnode: alone } })
      clear()
      return added
    }
    onCreate(add, label || draft.name.trim(), alone, preflight.startPorts)
  })

  return (
    <form ref={page} noValidate aria-label={t('chains:create.form')} onSubmit={submit} className="flex flex-col gap-4">
      <EssentialFields {...part}>
        <p role="status" className="min-h-5 text-14">
          {form.named && estimate ? supplySentence(draft, estimate) : null}
          {form.named && estimate ? <span className="block text-12 text-muted">{restSentence(estimate)}</span> : null}
        </p>
      </EssentialFields>
      <MoreFields {...part} open={moreOpen || refusedLabel !== undefined} onOpen={setMoreOpen}>
        <Switch
          label={t('chains:create.alone')}
          hint={t('chains:create.aloneHint')}
          checked={alone}
          onChange={(next) => use.set('alone', next)}
        />
        <SupplyChart
          points={lastGood?.supply ?? []}
          final={lastGood?.finalsupply ?? null}
          coin={draft.name.trim()}
          stale={form.wrong}
        />
      </MoreFields>
      <FormTroubles form={form} refusal={refusedLabel === undefined ? refusal : undefined} />
      {use.tried && !preflight.startPorts ? <ErrorState compact title={t('chains:checksFailed')} /> : null}
      <PreflightTroubles preflight={preflight} ports={ports} onPorts={onPorts} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {t('chains:create.submit')}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            const { alone: initial, ...chain } = emptyCreateDraft
            form.reset(chain)
            use.reset({ alone: initial })
            clear()
          }}
        >
          {t('chains:startOver')}
        </Button>
        <p className="text-12 text-muted">{t('chains:create.forever')}</p>
      </div>
      <Protocol form={form} />
    </form>
  )
}

/**
 * Returns a problem if another chain has the label: both would look the same in the list and at the top of the sidebar.
 */
function useSameName(name: string): string | undefined {
  const { data } = useChains()
  const isTaken = data?.chains.some(({ label }) => label === name) ?? false
  return isTaken ? t('chains:create.sameName', { name }) : undefined
}

/** Shows the facts that identify the chain to nodes, in developer mode. */
function Protocol({ form }: { readonly form: ChainForm }) {
  const { developer } = useDisplayStyle()
  const known = form.description?.ok ? form.description : undefined
  if (!developer || !form.named || !known) return null
  return (
    <Card title={t('chains:create.protocol')} bodyClassName="flex flex-col gap-4">
      <IdentityFacts chain={known} />
      <CommandLines chain={known} />
    </Card>
  )
}

/** Shows warnings, and errors that belong to no field. */
function FormTroubles({ form, refusal }: { readonly form: ChainForm; readonly refusal: unknown }) {
  const { description, others, error } = form
  const story = (refusal ?? error) ? describeError(refusal ?? error) : undefined
  return (
    <>
      {description?.warnings.map((warning) => (
        <Note key={warning}>{chainWarning(warning)}</Note>
      ))}
      {others.map((message) => (
        <ErrorState key={message} compact title={message} safe={t('chains:notCreated')} />
      ))}
      {story ? (
        <ErrorState compact title={story.title} safe={t('chains:nothingStarted')} details={story.details} />
      ) : null}
    </>
  )
}
