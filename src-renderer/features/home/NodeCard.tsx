import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Age } from '../../ui/Age.tsx'
import { Card } from '../../ui/Card.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { groupDigits } from '../../ui/format.ts'
import { Hash } from '../../ui/Hash.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'

/** The longest labels leave no more room than for these characters at each end of a hash. */
const SHORT = { head: 6, tail: 6 } as const

/** The running node and its folder. */
export function NodeCard() {
  const status = useRpc('getnodestatus', {})
  const chain = useRpc('getblockchaininfo', {})
  const info = useRpc('getinfo', {})
  const error = status.error ?? chain.error ?? info.error
  return (
    <Card
      title={t('home:node.title')}
      source={
        <CallSource
          calls={[shownCall('getnodestatus', {}), shownCall('getblockchaininfo', {}), shownCall('getinfo', {})]}
        />
      }
    >
      {status.data && chain.data && info.data ? (
        <FactList
          facts={[
            { label: t('home:node.chain'), value: <SafeText text={status.data.name} max={64} /> },
            {
              label: t('home:node.network'),
              value: t(status.data.network === 'regtest' ? 'home:node.regtest' : 'home:node.main'),
            },
            {
              label: t('home:node.best'),
              value: (
                <ChainLink
                  to={{ kind: 'block', id: chain.data.bestblockhash }}
                  label={t('home:node.bestName')}
                  {...SHORT}
                />
              ),
            },
            ...(info.data.notarized > 0
              ? [
                  {
                    label: t('home:node.notarised'),
                    value: (
                      <>
                        <ChainLink
                          to={{ kind: 'block', id: info.data.notarizedhash }}
                          label={t('home:node.notarisedName')}
                        >
                          {groupDigits(info.data.notarized)}
                        </ChainLink>
                        <span className="block text-12 text-muted">{t('home:node.notarisedHint')}</span>
                      </>
                    ),
                  },
                ]
              : []),
            ...(info.data.pubkey
              ? [
                  {
                    label: t('home:node.tokenKey'),
                    value: <Hash value={info.data.pubkey} label={t('home:node.publicKeyName')} {...SHORT} />,
                  },
                ]
              : []),
            {
              label: t('home:node.rpc'),
              value: status.data.rpcAddress ? (
                <Hash value={status.data.rpcAddress} label={t('home:node.rpcName')} head={24} tail={12} />
              ) : (
                t('home:node.rpcOff')
              ),
            },
            {
              label: t('home:node.folder'),
              value: <Hash value={status.data.dataDir} label={t('home:node.folderName')} head={8} tail={14} />,
            },
            { label: t('home:node.started'), value: <Age time={status.data.startedAt} /> },
            { label: t('home:node.program'), value: `Chainwright ${status.data.version}` },
            { label: t('home:node.protocol'), value: info.data.protocolversion },
          ]}
        />
      ) : error ? (
        <RpcErrorState
          error={error}
          compact
          onRetry={() => {
            void chain.refetch()
            void info.refetch()
          }}
        />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </Card>
  )
}
