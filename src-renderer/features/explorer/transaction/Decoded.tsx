import { useMemo } from 'react'
import { parseJson } from '#shared/json.ts'
import { LinkedTree } from '../../../components/links/LinkedTree.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpcText } from '../../../node/queries.ts'
import { SkeletonLines } from '../../../ui/Skeleton.tsx'

/** Shows the transaction as getrawtransaction decodes it. */
export function Decoded({ txid }: { readonly txid: string }) {
  const text = useRpcText('getrawtransaction', { txid, verbose: 1 })
  const root = useMemo(() => (text.data === undefined ? undefined : parseJson(text.data)), [text.data])
  if (root === undefined) {
    return text.error ? (
      <RpcErrorState error={text.error} compact onRetry={() => void text.refetch()} />
    ) : (
      <SkeletonLines lines={8} />
    )
  }
  return <LinkedTree root={root} label={t('explorer:tx.decodedLabel')} className="h-100 border bg-sunken py-1.5" />
}
