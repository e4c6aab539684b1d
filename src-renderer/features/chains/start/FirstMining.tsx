import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Pickaxe } from 'lucide-react'
import { NO_BLOCK_BEGINNING } from '../../../node/chainState.ts'
import { useNode } from '../../../node/context.tsx'
import { rpcKey, useRpc } from '../../../node/queries.ts'
import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
import { describeError } from '../../../parts/describeError.ts'
import { formatSeconds } from '../../../parts/luck.ts'
import { formatRate, minerReason } from '../../../parts/mining/minerWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { groupDigits, plural } from '../../../ui/format.ts'

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
      <p className="text-muted">
        {testnode
          ? 'Coins are created by blocks. This computer may mine alone: one core is enough to start, and you can stop at any time.'
          : 'Coins are created by blocks. As you chose, mining starts when another node is connected.'}
      </p>
      {set.error ? <ErrorState compact title={describeError(set.error).title} /> : null}
      <div className="flex items-center gap-3">
        <Button
          variant={on ? 'secondary' : 'primary'}
          busy={set.isPending}
          icon={<Pickaxe aria-hidden className="size-4" />}
          onClick={() => set.mutate(!on)}
        >
          {on ? 'Stop mining' : height > 0 ? 'Mine on' : 'Mine with one core'}
        </Button>
        <p role="status" className="min-w-0 flex-1">
          {height > 0 ? (
            <span className="inline-flex items-center gap-1.5 font-medium text-ok">
              <CircleCheck aria-hidden className="size-4" />
              {plural(height, 'block')} so far
            </span>
          ) : on && miner.data ? (
            <Working miner={miner.data} />
          ) : (
            <span className="text-muted">{NO_BLOCK_BEGINNING}.</span>
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
      Mining{miner.rate > 0 ? `, ${formatRate(miner.rate)} solutions a second` : ''}
      {miner.expected === null ? '' : `; a block about every ${formatSeconds(miner.expected)}`}.{' '}
      {groupDigits(miner.solutions)} tried.
    </span>
  )
}
