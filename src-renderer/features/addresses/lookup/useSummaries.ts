import { useQuery } from '@tanstack/react-query'
import { RpcError } from '#shared/errors.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { useNode } from '../../../node/context.tsx'
import type { AddressOverview } from '../addressScope.ts'

/** Summaries of one of several addresses. */
export interface AddressLookupResult {
  readonly address: string
  /** undefined if the text is not an address */
  readonly key: AddressOverview | undefined
  readonly conditions: AddressOverview | undefined
}

/** Maximum number of parallel calls: more would delay other calls. */
const AT_ONCE = 6

async function fetchSummaries(client: RpcClient, address: string, signal: AbortSignal): Promise<AddressLookupResult> {
  try {
    const [key, conditions] = await Promise.all([
      client.call('getaddresssummary', { address }, { signal }),
      client.call('getaddresssummary', { address, ccvout: true }, { signal }),
    ])
    return { address, key, conditions }
  } catch (error) {
    if (error instanceof RpcError && error.code === -5) return { address, key: undefined, conditions: undefined }
    throw error
  }
}

/** Loads both kinds of summary of several addresses, in their order. Refreshed with the other address queries. */
export function useSummaries(addresses: readonly string[]) {
  const { client } = useNode()
  return useQuery({
    queryKey: ['rpc', 'getaddresssummary', 'several', addresses],
    enabled: addresses.length > 0,
    async queryFn({ signal }) {
      const found: AddressLookupResult[] = []
      for (let start = 0; start < addresses.length; start += AT_ONCE) {
        const group = addresses.slice(start, start + AT_ONCE)
        found.push(...(await Promise.all(group.map((address) => fetchSummaries(client, address, signal)))))
      }
      return found
    },
  })
}
