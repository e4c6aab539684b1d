import { CirclePause, TrendingUp } from 'lucide-react'
import { isFirstOfAll, NO_BLOCK } from '../../node/chainState.ts'
import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { formatBytes, groupDigits, plural } from '../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../ui/KeyFigure.tsx'

export function RegtestFigures({ automatic }: { readonly automatic: boolean }) {
  const info = useRpc('getmininginfo', {})
  const { data } = info
  const newest = useRpc('getrecentblocks', { count: 1 }).data?.[0]
  const nothing = info.isError ? null : undefined
  const Icon = automatic ? TrendingUp : CirclePause
  return (
    <KeyFigures>
      <KeyFigure
        label="Automatic mining"
        value={
          <span className={automatic ? 'text-ok' : undefined}>
            <Icon aria-hidden className="mr-1.5 inline size-4 align-[-2px]" />
            {automatic ? 'On' : 'Off'}
          </span>
        }
        note={automatic ? 'a block for each transaction' : 'blocks when you say so'}
        source={<CallSource calls={[shownCall('getnodestatus', {})]} />}
      />
      <KeyFigure
        label="Height"
        value={data ? groupDigits(data.blocks) : nothing}
        note={isFirstOfAll(data?.blocks) ? NO_BLOCK : 'of the newest block'}
      />
      <KeyFigure
        label="Waiting"
        value={data ? groupDigits(data.pooledtx) : nothing}
        note={data?.pooledtx === 1 ? 'transaction' : 'transactions'}
        source={<CallSource calls={[shownCall('getmininginfo', {})]} />}
      />
      <KeyFigure
        label="Newest block"
        value={newest ? formatBytes(newest.size) : nothing}
        note={newest ? `with ${plural(newest.txcount, 'transaction')}` : undefined}
        source={<CallSource calls={[shownCall('getrecentblocks', { count: 1 })]} />}
      />
    </KeyFigures>
  )
}
