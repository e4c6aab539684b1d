import { CirclePause, TrendingUp } from 'lucide-react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { BlockLink } from '../../components/links/BlockLink.tsx'
import { FIGURE_LINK } from '../../components/links/TipLink.tsx'
import { t } from '../../i18n/texts.ts'
import { isFirstOfAll } from '../../node/chainState.ts'
import { useRpc } from '../../node/queries.ts'
import { formatBytes, groupDigits } from '../../ui/format.ts'
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
        label={t('mining:regtest.automatic')}
        value={
          <span className={automatic ? 'text-ok' : undefined}>
            <Icon aria-hidden className="mr-1.5 inline size-4 align-[-2px]" />
            {automatic ? t('ui:on') : t('ui:off')}
          </span>
        }
        note={automatic ? t('parts:river.automatic') : t('parts:river.onDemand')}
        source={<CallSource calls={[shownCall('getnodestatus', {})]} />}
      />
      <KeyFigure
        label={t('mining:found.height')}
        value={data ? <BlockLink height={data.blocks} className={FIGURE_LINK} /> : nothing}
        chars={data ? groupDigits(data.blocks).length : undefined}
        note={isFirstOfAll(data?.blocks) ? t('mining:regtest.noBlock') : t('mining:regtest.newest')}
      />
      <KeyFigure
        label={t('mining:regtest.mempool')}
        value={data ? groupDigits(data.pooledtx) : nothing}
        note={t('mining:regtest.transactions', { count: data?.pooledtx ?? 0 })}
        source={<CallSource calls={[shownCall('getmininginfo', {})]} />}
      />
      <KeyFigure
        label={t('mining:regtest.last')}
        value={newest ? formatBytes(newest.size) : nothing}
        note={newest ? t('mining:regtest.with', { count: newest.txcount }) : undefined}
        source={<CallSource calls={[shownCall('getrecentblocks', { count: 1 })]} />}
      />
    </KeyFigures>
  )
}
