/**
 * Caches the owners of addresses, keys and peers, as known to the app. All components query here, one address at a
 * time. Queries made at the same time are sent in one call, and answers are cached until they are invalidated.
 */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { WindowResult } from '#shared/chains/index.ts'
import { isAddressOrKeyShaped } from '#shared/protocol/shapes.ts'
import { MAX_OWNER_ADDRESSES } from '#shared/rpc/methods/owners.ts'
import { useCurrentChain } from '../../node/chains.ts'
import type { NodeAccess } from '../../node/client.ts'
import { useNode } from '../../node/context.tsx'

export type IdentifiedOwner = WindowResult<'identifyowners'>[number]
type Client = NodeAccess['client']

/** Collects queries of one event-loop turn and sends them in one call. */
class OwnerBatch {
  readonly #client: Client
  readonly #waiting = new Map<string, PromiseWithResolvers<IdentifiedOwner>>()

  constructor(client: Client) {
    this.#client = client
  }

  /** Resolves to the owner of an address, key or peer. Rejects if the call fails. */
  load(text: string): Promise<IdentifiedOwner> {
    const known = this.#waiting.get(text)
    if (known) return known.promise
    if (this.#waiting.size === 0) setTimeout(() => this.#send(), 0)
    const asked = Promise.withResolvers<IdentifiedOwner>()
    this.#waiting.set(text, asked)
    return asked.promise
  }

  #send(): void {
    const all = [...this.#waiting]
    this.#waiting.clear()
    for (let start = 0; start < all.length; start += MAX_OWNER_ADDRESSES) {
      void this.#ask(all.slice(start, start + MAX_OWNER_ADDRESSES))
    }
  }

  async #ask(asked: readonly (readonly [string, PromiseWithResolvers<IdentifiedOwner>])[]): Promise<void> {
    try {
      const rows = await this.#client.call('identifyowners', { addresses: asked.map(([text]) => text) })
      for (const [index, [, { resolve, reject }]] of asked.entries()) {
        const row = rows[index]
        if (row) resolve(row)
        else reject(new Error('identifyowners: a row is missing'))
      }
    } catch (error) {
      for (const [, { reject }] of asked) reject(error)
    }
  }
}

const batches = new WeakMap<Client, OwnerBatch>()

function batchFor(client: Client): OwnerBatch {
  const batch = batches.get(client) ?? new OwnerBatch(client)
  batches.set(client, batch)
  return batch
}

const PEER = /^\S+:\d{1,5}$/
const isAskable = (text: string): boolean => isAddressOrKeyShaped(text) || PEER.test(text)

/**
 * Returns a function that builds the query for one text. Its key includes the chain, so that answers for one wallet are
 * never used for another.
 */
function useOwnerQuery() {
  const { client } = useNode()
  const chain = useCurrentChain()?.id
  return (text: string) => ({
    queryKey: ['rpc', 'identifyowners', chain ?? '', text],
    queryFn: () => batchFor(client).load(text),
    enabled: chain !== undefined && isAskable(text),
  })
}

/** Returns the owner of an address, public key or peer, or undefined while it is unknown. */
export function useOwner(text: string | undefined): IdentifiedOwner | undefined {
  const query = useOwnerQuery()
  return useQuery(query(text?.trim() ?? '')).data
}

/**
 * Returns a function that finds the owner of any number of texts. Safe to call while rendering; it returns undefined
 * until the answer arrives.
 */
export function useOwnerLookup(): (text: string) => IdentifiedOwner | undefined {
  const query = useOwnerQuery()
  const wanted = useRef<Set<string>>(new Set())
  const [asked, setAsked] = useState<readonly string[]>([])
  useEffect(() => {
    if (wanted.current.size > asked.length) setAsked([...wanted.current])
  })
  const owners = useQueries({
    queries: asked.map(query),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [[data.address, data] as const] : []))),
  })
  return (text) => {
    const place = text.trim()
    if (isAskable(place)) wanted.current.add(place)
    return owners.get(place)
  }
}
