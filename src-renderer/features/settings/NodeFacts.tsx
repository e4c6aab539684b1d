import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { LapsedNotarisation } from '../../components/lapsedNotarisation.tsx'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Age } from '../../ui/Age.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { formatNumber, groupDigits } from '../../ui/format.ts'
import { SkeletonLines } from '../../ui/Skeleton.tsx'

/** Facts of the running node that no other page shows. */
export function NodeFacts() {
  const status = useRpc('getnodestatus', {})
  const chain = useRpc('getblockchaininfo', {})
  const info = useRpc('getinfo', {})
  const error = status.error ?? chain.error ?? info.error
  if (!status.data || !chain.data || !info.data) {
    return error ? (
      <RpcErrorState error={error} compact onRetry={() => void Promise.all([chain.refetch(), info.refetch()])} />
    ) : (
      <SkeletonLines lines={4} />
    )
  }
  return (
    <section className="group/source">
      <h3 className="flex items-center gap-2 font-medium">
        {t('settings:node.title')}
        <CallSource
          calls={[shownCall('getnodestatus', {}), shownCall('getblockchaininfo', {}), shownCall('getinfo', {})]}
        />
      </h3>
      <FactList
        facts={[
          {
            label: t('settings:node.network'),
            value: t(status.data.network === 'regtest' ? 'settings:node.regtest' : 'settings:node.main'),
          },
          { label: t('settings:node.difficulty'), value: formatNumber(chain.data.difficulty) },
          ...(info.data.notarized > 0
            ? [
                {
                  label: t('settings:node.notarised'),
                  value: (
                    <>
                      <ChainLink
                        to={{ kind: 'block', id: info.data.notarizedhash }}
                        label={t('settings:node.notarisedName')}
                      >
                        {groupDigits(info.data.notarized)}
                      </ChainLink>
                      <span className="block text-12 text-muted">{t('settings:node.notarisedHint')}</span>
                      <LapsedNotarisation />
                    </>
                  ),
                },
              ]
            : []),
          { label: t('settings:node.started'), value: <Age time={status.data.startedAt} /> },
          { label: t('settings:node.protocol'), value: info.data.protocolversion },
        ]}
      />
    </section>
  )
}
