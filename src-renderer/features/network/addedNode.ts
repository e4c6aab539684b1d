import type { RpcClient } from '#shared/rpc/client.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import type { ListedPeer } from './peer.ts'

export type ListedNode = MethodResult<'listaddednodes'>[number]

/** Returns why the last attempt failed, or undefined if it did not fail. */
export const failureText = ({ failure }: ListedNode): string | undefined =>
  failure === null ? undefined : t(`network:failure.${failure}`)

/** Returns the added node that keeps a peer connected, or undefined if no entry matches. */
export const findKept = (added: readonly ListedNode[], { addr }: Pick<ListedPeer, 'addr'>): ListedNode | undefined =>
  added.find(
    ({ kept, node, addresses }) => kept && (node === addr || addresses.some(({ address }) => address === addr)),
  )

const POLL_INTERVAL_MS = 400
/** Polls for longer than the node waits for a connection (-timeout, 5 s). A silent handshake takes a minute. */
const MAX_POLLS = 25

const isOpen = ({ state, failure }: ListedNode) => state === 'connecting' || (state === 'waiting' && failure === null)

/**
 * Resolves to the outcome of the first attempt to connect to a new node. Resolves to undefined if the attempt takes too
 * long or the node was removed.
 */
export async function firstOutcome(client: RpcClient, node: string): Promise<ListedNode | undefined> {
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    const found = (await client.call('listaddednodes')).find((each) => each.node === node)
    if (found === undefined) return undefined
    if (!isOpen(found)) return found
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
  return undefined
}
