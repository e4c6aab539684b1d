import { useEffect, useEffectEvent } from 'react'
import { isAddressShaped, isPubKeyShaped } from '#shared/protocol/shapes.ts'
import { useRpc } from '../../node/queries.ts'
import type { PlaceKind } from './contacts.ts'
import { readPaymentUri } from './paymentUri.ts'

/** State of deriving the value that the field accepts from the typed text; `undefined` if nothing has to be derived. */
export type Deriving = 'asking' | 'unseen' | undefined

export interface DerivedPlaceOptions {
  readonly value: string
  readonly place: PlaceKind
  onChange(text: string): void
}

/**
 * Replaces a key by its address in an address field, and an address by its key in a key field. Users often have only
 * one of the two. Returns `unseen` if the chain does not contain the key of the address.
 */
export function useDerivedPlace({ value, place, onChange }: DerivedPlaceOptions): Deriving {
  const typed = value.trim()
  const link = place === 'pubkey' ? readPaymentUri(typed) : undefined
  const wanted = place === 'pubkey' ? isAddressShaped(typed) : isPubKeyShaped(typed)
  const { data, isError } = useRpc('getaddresskey', { place: typed }, { enabled: wanted, keepPrevious: false })
  const found = wanted && data !== undefined ? (place === 'pubkey' ? data.pubkey : data.address) : undefined
  const next = link === undefined ? found : (link.key ?? link.address)
  const replace = useEffectEvent((text: string) => onChange(text))
  useEffect(() => {
    if (next) replace(next)
  }, [next])
  if (!wanted || isError) return undefined
  if (data === undefined) return 'asking'
  return found === null ? 'unseen' : undefined
}
