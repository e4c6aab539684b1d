import { useMutation } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { MOVE_IN_STEPS } from '#shared/chains/index.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { describeError, isDeclined } from '../../../components/describeError.ts'
import { nodeError } from '../../../i18n/nodeText.ts'
import { t } from '../../../i18n/texts.ts'
import { useCurrentChain } from '../../../node/chains.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpcMutation } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Note } from '../../../ui/Note.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { type Step, StepList } from '../../../ui/StepList.tsx'
import type { MoveState } from '../texts.ts'
import { WalletPassphrase } from './WalletPassphrase.tsx'

type RunningStep = Exclude<(typeof MOVE_IN_STEPS)[number], 'done'>

const isRunningStep = (step: (typeof MOVE_IN_STEPS)[number]): step is RunningStep => step !== 'done'

/** Returns the steps of a move that the user chose. */
export function moveSteps(move: MoveState): readonly Step[] {
  const current = MOVE_IN_STEPS.indexOf(move.step)
  return MOVE_IN_STEPS.filter(isRunningStep)
    .filter((step) => step === 'chain' || move.choices[step])
    .map((step) => {
      const index = MOVE_IN_STEPS.indexOf(step)
      const state =
        index < current ? 'done' : index > current ? 'waiting' : move.state === 'failed' ? 'failed' : 'current'
      return { id: step, label: t(`moveIn:move.step.${step}`), state }
    })
}

/** Steps of a move, the progress of the blocks, and what the user must do if it waits or has failed. */
export function MoveProgress({ move }: { readonly move: MoveState }) {
  const { step, state, warnings } = move
  return (
    <>
      <Card
        title={t('moveIn:move.steps')}
        source={<CallSource calls={[shownCall('getmovein', {})]} />}
        bodyClassName="flex flex-col gap-4"
      >
        <StepList label={t('moveIn:move.steps')} steps={moveSteps(move)} working={state === 'running'} />
        {isRunningStep(step) && state === 'running' ? <p role="status">{t(`moveIn:move.now.${step}`)}</p> : null}
        {step === 'blocks' ? <BlockProgress move={move} /> : null}
        {state === 'waiting' ? <WalletPassphrase move={move} /> : null}
        {state === 'failed' ? <Stopped move={move} /> : null}
        {state === 'running' ? <p className="text-12 text-muted">{t('moveIn:move.closing')}</p> : null}
      </Card>
      {warnings.map((warning) => (
        <Note key={warning}>{nodeError(warning)}</Note>
      ))}
    </>
  )
}

/** Factor and name of the unit in which bytes of this size are counted. */
const byteUnit = (size: number) => (size >= 100_000_000 ? ([1_000_000, 'MB'] as const) : ([1000, 'kB'] as const))

function BlockProgress({ move: { id, blocks, state } }: { readonly move: MoveState }) {
  const { client } = useNode()
  const current = useCurrentChain()
  const pause = useMutation({
    async mutationFn(on: boolean) {
      // The node of the selected chain answers.
      if (current?.id !== id) await client.call('selectchain', { id })
      await client.call('pauseblockimport', { paused: on })
    },
  })
  const [factor, unit] = byteUnit(blocks?.size ?? 0)
  const whole = (bytes: number) => Math.floor(bytes / factor)
  const paused = state === 'paused'
  return (
    <div className="flex flex-col gap-3">
      <ProgressBar
        label={t('moveIn:move.read')}
        done={whole(blocks?.read ?? 0)}
        total={blocks ? whole(blocks.size) : null}
        unit={blocks ? unit : ''}
      />
      <div className="flex flex-wrap items-center gap-3">
        {blocks ? <p className="text-12 text-muted">{t('moveIn:move.height', { height: blocks.height })}</p> : null}
        {paused ? <p role="status">{t('moveIn:move.paused')}</p> : null}
        {state === 'failed' ? null : (
          <Button
            once
            className="ml-auto"
            variant={paused ? 'primary' : 'secondary'}
            busy={pause.isPending}
            icon={paused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
            onClick={() => pause.mutate(!paused)}
          >
            {t(paused ? 'moveIn:move.resume' : 'moveIn:move.pause')}
          </Button>
        )}
      </div>
      {pause.error ? <ErrorState compact title={describeError(pause.error).title} /> : null}
    </div>
  )
}

function Stopped({ move: { folder, choices, detail } }: { readonly move: MoveState }) {
  const again = useRpcMutation('moveinnode')
  const story = again.error && !isDeclined(again.error) ? describeError(again.error) : undefined
  return (
    <ErrorState
      compact
      title={t('moveIn:move.stopped')}
      safe={t('moveIn:move.stoppedSafe')}
      advice={nodeError(story?.title ?? detail)}
      details={story?.details}
      actions={
        <Button size="sm" busy={again.isPending} onClick={() => again.mutate({ folder, choices })}>
          {t('moveIn:move.again')}
        </Button>
      }
    />
  )
}
