import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { FactList } from '../../../ui/FactList.tsx'
import { formatNumber, formatTime, groupDigits } from '../../../ui/format.ts'
import { Hash } from '../../../ui/Hash.tsx'
import { SkeletonLines } from '../../../ui/Skeleton.tsx'
import type { BlockSummary } from './blockSummary.ts'

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
      pairs
      facts={[
        { label: t('explorer:header.height'), value: groupDigits(data.height) },
        { label: t('explorer:header.version'), value: data.version },
        {
          label: t('explorer:header.previous'),
          value: link(data.previousblockhash, t('explorer:header.previousLabel')),
        },
        { label: t('explorer:header.next'), value: link(data.nextblockhash, t('explorer:header.nextLabel')) },
        {
          label: t('explorer:header.merkle'),
          value: <Hash value={data.merkleroot} label={t('explorer:header.merkleLabel')} head={16} tail={16} />,
        },
        {
          label: t('explorer:header.sapling'),
          value: <Hash value={data.finalsaplingroot} label={t('explorer:header.saplingLabel')} head={16} tail={16} />,
        },
        { label: t('explorer:header.time'), value: formatTime(data.time) },
        { label: t('explorer:header.bits'), value: <span className="font-mono text-12">{data.bits}</span> },
        { label: t('explorer:header.difficulty'), value: formatNumber(data.difficulty) },
        {
          label: t('explorer:header.nonce'),
          value: <Hash value={data.nonce} label={t('explorer:header.nonceLabel')} head={16} tail={16} />,
        },
        {
          label: t('explorer:header.solution'),
          value: (
            <Hash
              value={data.solution === '' ? '—' : data.solution}
              label={t('explorer:header.solution')}
              head={16}
              tail={16}
            />
          ),
        },
        {
          label: t('explorer:header.chainwork'),
          value: <Hash value={data.chainwork} label={t('explorer:header.chainworkLabel')} head={16} tail={16} />,
        },
      ]}
    />
  )
}
