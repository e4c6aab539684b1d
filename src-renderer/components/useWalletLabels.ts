import { useMemo } from 'react'
import { useRpc } from '../node/queries.ts'

/** Label of an address of the wallet; undefined for others and for those without a label. */
export function useWalletLabels(): (address: string) => string | undefined {
  const { data } = useRpc('listreceiveaddresses', {})
  return useMemo(() => {
    const labels = new Map<string, string>()
    for (const { address, label } of data ?? []) if (label !== '') labels.set(address, label)
    return (address) => labels.get(address)
  }, [data])
}
