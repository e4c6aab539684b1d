import { Pickaxe, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { describeError } from '../../components/describeError.ts'
import { useForm } from '../../components/useForm.ts'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { blockCount, MAX_BLOCKS } from './blockCount.ts'
import { createPace } from './pace.ts'

/** State of a run. `made` is undefined after a stop: the chain then shows the number of blocks. */
type Run =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly done: number; readonly total: number; readonly slow: boolean }
  | { readonly state: 'ended'; readonly made: number | undefined }
  | { readonly state: 'failed'; readonly error: unknown }

/** Generates a number of blocks immediately: on regtest they need no work. */
export function MakeBlocks() {
  const { run, start, stop } = useBlocks()
  const running = run.state === 'running'
  const { register, values, problem, onSubmit } = useForm({ defaultValues: { blocks: '10' } })
  const submit = onSubmit(({ blocks }) => {
    const count = blockCount(blocks)
    if (!running && count !== undefined) void start(count)
  })
  return (
    <Card
      title={t('mining:make.title')}
      source={<CallSource calls={[shownCall('generate', { numblocks: blockCount(values.blocks) ?? 1 })]} />}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field label={t('mining:make.count')} error={problem('blocks')} hint={t('mining:make.hint')}>
          <Input {...register('blocks', { validate: countProblem })} inputMode="numeric" readOnly={running} />
        </Field>
        <div className="flex items-center gap-3">
          <Button
            type="submit"
            once
            variant={running ? 'secondary' : 'primary'}
            icon={running ? <Square aria-hidden className="size-3.5" /> : <Pickaxe aria-hidden className="size-4" />}
            onClick={(event) => {
              if (!running) return
              // A single button keeps the focus. The press that stops must not submit the form too.
              event.preventDefault()
              stop()
            }}
          >
            {running ? t('mining:make.stop') : t('mining:make.start')}
          </Button>
          <p role="status" className="min-w-0 flex-1 text-muted">
            {run.state === 'ended'
              ? run.made === undefined
                ? t('mining:make.stopped')
                : t('mining:make.done', { count: run.made })
              : null}
          </p>
        </div>
        {running && run.slow ? <p className="text-12 text-muted">{t('mining:make.clock')}</p> : null}
        {running ? (
          <ProgressBar
            label={t('mining:make.progress')}
            done={run.done}
            total={run.total}
            unit={t('mining:make.unit')}
          />
        ) : null}
        {run.state === 'failed' ? (
          <ErrorState compact title={describeError(run.error).title} details={describeError(run.error).details} />
        ) : null}
      </form>
    </Card>
  )
}

const countProblem = (text: string) =>
  blockCount(text) === undefined ? t('mining:make.problem', { most: MAX_BLOCKS }) : undefined

/** Runs the call, which is cancelled when the page is left. Blocks already made stay. */
function useBlocks() {
  const { client } = useNode()
  const [run, setRun] = useState<Run>({ state: 'idle' })
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  return {
    run,
    stop: () => abort.current?.abort(),
    async start(total: number) {
      const controller = new AbortController()
      abort.current = controller
      setRun({ state: 'running', done: 0, total, slow: false })
      const pace = createPace()
      const onProgress = ({ done }: { readonly done: number }) =>
        setRun({ state: 'running', done, total, slow: pace(done, performance.now()) })
      try {
        await client.call('generate', { numblocks: total }, { signal: controller.signal, onProgress })
        setRun({ state: 'ended', made: total })
      } catch (error) {
        setRun(controller.signal.aborted ? { state: 'ended', made: undefined } : { state: 'failed', error })
      }
    },
  }
}
