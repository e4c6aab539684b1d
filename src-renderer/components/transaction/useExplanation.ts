import { useMemo } from 'react'
import type { Explanation } from '#shared/rpc/index.ts'
import { MAX_PAYER_ADDRESSES } from '#shared/rpc/methods/explain.ts'
import { useRpc } from '../../node/queries.ts'
import { useOwnerLookup } from '../people/owners.ts'

/** Returns the foreign addresses and keys among inputs or outputs. */
const findStrangers = (places: readonly Pick<Explanation['outputs'][number], 'address' | 'pubkey' | 'owner'>[]) =>
  places.flatMap(({ address, pubkey, owner }) => (owner === 'foreign' ? [address ?? pubkey ?? []].flat() : []))

/**
 * Explains a known transaction. If the sandbox's other wallet pays, its change output is shown as change, although only
 * that wallet's node knows the address.
 */
export function useExplanation(txid: string) {
  const first = useRpc('explaintransaction', { transaction: txid }, { keepPrevious: false })
  const findOwner = useOwnerLookup()
  const { data } = first
  const [spends, gets] = useMemo(
    () => [findStrangers(data?.inputs ?? []), findStrangers(data?.outputs ?? [])].map((each) => [...new Set(each)]),
    [data],
  )
  const isOther = (place: string) => findOwner(place)?.owner === 'other'
  const payers = (spends ?? []).slice(0, MAX_PAYER_ADDRESSES / 2).filter(isOther)
  const back = (gets ?? []).slice(0, MAX_PAYER_ADDRESSES / 2).filter(isOther)
  const pays = payers.length > 0 && back.length > 0
  const payer = [...new Set([...payers.slice(0, 1), ...back])]
  const second = useRpc('explaintransaction', { transaction: txid, payer }, { keepPrevious: false, enabled: pays })
  return pays && second.data ? { ...first, data: second.data } : first
}
