import { useRpc } from '../../../node/queries.ts'
import { ChainLink } from '../../../parts/links/ChainLink.tsx'
import { RpcErrorState } from '../../../parts/RpcErrorState.tsx'
import { FactList } from '../../../ui/FactList.tsx'
import { formatNumber, formatTime, groupDigits } from '../../../ui/format.ts'
import { Hash } from '../../../ui/Hash.tsx'
import { SkeletonLines } from '../../../ui/Skeleton.tsx'
import type { BlockSummary } from './blockSummary.ts'

/** The fields of the header. */
export function HeaderCard({ block }: { readonly block: BlockSummary }) {
  const header = useRpc('getblockheader', { hash: block.hash, verbose: true }, { keepPrevious: false })
  const { data } = header
  if (data === undefined || typeof data === 'string') {
    return header.error ? (
      <RpcErrorState error={header.error} compact onRetry={() => void header.refetch()} />
    ) : (
      <SkeletonLines lines={10} />
    )
  }
  const link = (hash: string | undefined, label: string) =>
    hash === undefined ? '—' : <ChainLink to={{ kind: 'block', id: hash }} label={label} head={16} tail={16} copy />
  return (
    <FactList
      className="max-w-200"
      facts={[
        { label: 'Height', value: groupDigits(data.height) },
        { label: 'Version', value: data.version },
        { label: 'Previous block', value: link(data.previousblockhash, 'previous block') },
        { label: 'Next block', value: link(data.nextblockhash, 'next block') },
        { label: 'Merkle root', value: <Hash value={data.merkleroot} label="merkle root" head={16} tail={16} /> },
        {
          label: 'Final Sapling root',
          value: <Hash value={data.finalsaplingroot} label="final Sapling root" head={16} tail={16} />,
        },
        { label: 'Time', value: formatTime(data.time) },
        { label: 'Target (bits)', value: <span className="font-mono text-12">{data.bits}</span> },
        { label: 'Difficulty', value: formatNumber(data.difficulty) },
        { label: 'Nonce', value: <Hash value={data.nonce} label="nonce" head={16} tail={16} /> },
        {
          label: 'Equihash solution',
          value: (
            <Hash value={data.solution === '' ? '—' : data.solution} label="Equihash solution" head={16} tail={16} />
          ),
        },
        { label: 'Chainwork', value: <Hash value={data.chainwork} label="chainwork" head={16} tail={16} /> },
      ]}
    />
  )
}
