import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { ChainLink } from '../../parts/links/ChainLink.tsx'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { Age } from '../../ui/Age.tsx'
import { Card } from '../../ui/Card.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'

/** The running node and its folder. */
export function NodeCard() {
  const status = useRpc('getnodestatus', {})
  const chain = useRpc('getblockchaininfo', {})
  const info = useRpc('getinfo', {})
  const error = status.error ?? chain.error ?? info.error
  return (
    <Card
      title="This node"
      source={
        <CallSource
          calls={[shownCall('getnodestatus', {}), shownCall('getblockchaininfo', {}), shownCall('getinfo', {})]}
        />
      }
    >
      {status.data && chain.data && info.data ? (
        <FactList
          facts={[
            { label: 'Chain', value: <SafeText text={status.data.name} max={64} /> },
            { label: 'Network', value: status.data.network === 'regtest' ? 'regtest (private)' : 'main' },
            {
              label: 'Best block',
              value: <ChainLink to={{ kind: 'block', id: chain.data.bestblockhash }} label="best block hash" />,
            },
            ...(info.data.pubkey
              ? [{ label: 'Your token key', value: <Hash value={info.data.pubkey} label="public key" /> }]
              : []),
            {
              label: 'RPC',
              value: status.data.rpcAddress ? (
                <Hash value={status.data.rpcAddress} label="RPC address" head={24} tail={12} />
              ) : (
                'off'
              ),
            },
            {
              label: 'Data directory',
              value: <Hash value={status.data.dataDir} label="data directory" head={8} tail={14} />,
            },
            { label: 'Started', value: <Age time={status.data.startedAt} /> },
            { label: 'Program', value: `Chainwright ${status.data.version}` },
            { label: 'Protocol', value: info.data.protocolversion },
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
