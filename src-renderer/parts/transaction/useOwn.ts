import { useMemo } from 'react'
import { useRpc } from '../../node/queries.ts'
import type { Own } from './describe.ts'

/** The addresses that this node acts for. Without `-pubkey` there are none, and nothing is called "yours". */
export function useOwn(): Own {
  const { data } = useRpc('tokenaddress', {})
  return useMemo(() => {
    const addresses: (string | undefined)[] = data
      ? [data.myaddress, data['myCCAddress(Tokens)'], data.myCCaddress]
      : []
    return {
      addresses: new Set(addresses.filter((address): address is string => Boolean(address))),
      tokenMarker: data?.TokensCCAddress,
    }
  }, [data])
}
