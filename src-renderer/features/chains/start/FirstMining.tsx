import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Pickaxe } from 'lucide-react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { describeError } from '../../../components/describeError.ts'
import { formatSeconds } from '../../../components/luck.ts'
import { formatRate, minerReason } from '../../../components/mining/minerWords.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { rpcKey, useRpc } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'

/** One core is enough for the first blocks of a chain. */
const CORES = 1
const EVERY_MS = 2000

/** Switches the miner on for a chain without blocks, and shows the first ones come. */
export function FirstMining({ testnode }: { readonly testnode: boolean }) {
  const miner = useRpc('getminerstatus', {}, { every: EVERY_MS })
  const info = useRpc('getinfo', {}, { every: EVERY_MS })
  const node = useNode()
  const queries = useQueryClient()
  const set = useMutation({
    async mutationFn(generate: boolean) {
      await node.client.call('setgenerate', { generate, genproclimit: CORES })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: rpcKey('getminerstatus', {}) }),
  })
  const on = miner.data?.generate ?? false
  const height = info.data?.blocks ?? 0
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{testnode ? t('chains:mining.alone') : t('chains:mining.together')}</p>
      {set.error ? <ErrorState compact title={describeError(set.error).title} /> : null}
      <div className="flex items-center gap-3">
        <Button
          variant={on ? 'secondary' : 'primary'}
          busy={set.isPending}
          icon={<Pickaxe aria-hidden className="size-4" />}
          onClick={() => set.mutate(!on)}
        >
          {on ? t('chains:mining.stop') : height > 0 ? t('chains:mining.on') : t('chains:mining.start')}
        </Button>
        <p role="status" className="min-w-0 flex-1">
          {height > 0 ? (
            <span className="inline-flex items-center gap-1.5 font-medium text-ok">
              <CircleCheck aria-hidden className="size-4" />
              {t('chains:mining.soFar', { count: height })}
            </span>
          ) : on && miner.data ? (
            <Working miner={miner.data} />
          ) : (
            <span className="text-muted">{t('chains:mining.noBlock')}</span>
          )}
        </p>
        <CallSource
          calls={[shownCall('setgenerate', { generate: true, genproclimit: CORES }), shownCall('getminerstatus', {})]}
        />
      </div>
    </div>
  )
}

function Working({ miner }: { readonly miner: NonNullable<ReturnType<typeof useRpc<'getminerstatus'>>['data']> }) {
  if (miner.state !== 'mining') return <span className="text-warn">{minerReason(miner)}</span>
  return (
    <span className="text-muted">
      {t('chains:mining.working', { tried: miner.solutions })}
      {miner.rate > 0 ? ` ${t('chains:mining.rate', { rate: formatRate(miner.rate) })}` : ''}
      {miner.expected === null ? '' : ` ${t('chains:mining.expected', { duration: formatSeconds(miner.expected) })}`}
    </span>
  )
}
