import { useMemo } from 'react'
import { useRpc } from '../node/queries.ts'

/** What the person calls an address of the wallet; undefined for any other, and for those without a name. */
export function useWalletLabels(): (address: string) => string | undefined {
  const { data } = useRpc('listreceiveaddresses', {})
  return useMemo(() => {
    const labels = new Map<string, string>()
    for (const { address, label } of data ?? []) if (label !== '') labels.set(address, label)
    return (address) => labels.get(address)
  }, [data])
}
