/**
 * Finds the owners of addresses, public keys and peers for a page: the shown wallet, the sandbox's other wallet, or a
 * contract. The two wallets of the sandbox are named Me and Friend. Each node is asked about its own wallet, so a change
 * address is known as soon as it is created.
 */
import type { ChainMethodResult } from '#shared/chains/index.ts'
import { isAddressOrKeyShaped } from '#shared/protocol/shapes.ts'
import { createRpcClient, type RpcClient } from '#shared/rpc/client.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import type { NodeCallOptions } from '../thread/nodeClient.ts'

type OwnerRow = ChainMethodResult<'identifyowners'>[number]
type NodeOwner = MethodResult<'listowners'>[number]['owner']

interface OwnerNode {
  call(method: string, params: string, options?: NodeCallOptions): Promise<string>
}

export interface OwnerNodes {
  readonly shown: OwnerNode
  /** node of the sandbox's other wallet while it runs */
  readonly other: OwnerNode | undefined
  /** `host:port` of Friend's node, as Me's node connects to it; null while it is not connected */
  readonly friendPeer: string | null
  /** true if the shown wallet is Me's */
  readonly isMe: boolean
}

const OWN: ReadonlySet<NodeOwner> = new Set(['own', 'imported'])

/** Returns one row per text, in order. Accepts at most `MAX_OWNER_ADDRESSES` texts. @throws RpcError */
export async function identifyOwners(
  texts: readonly string[],
  nodes: OwnerNodes,
  signal: AbortSignal | undefined,
): Promise<OwnerRow[]> {
  const addresses = texts.filter(isAddressOrKeyShaped)
  const client = (node: OwnerNode) =>
    createRpcClient((method, params) => node.call(method, params, signal && { signal }))
  const ours = client(nodes.shown)
  const shown = await ours.call('listowners', { addresses })
  const theirs = nodes.other && (await listOrNothing(client(nodes.other), addresses))
  const asksForPeer = addresses.length < texts.length
  const peer = nodes.other && asksForPeer ? await findOtherPeer(ours, client(nodes.other), nodes) : undefined
  const known = new Map(
    shown.map(({ address, owner, contract, label }, index) => {
      const other = theirs?.[index]?.owner
      const whose = OWN.has(owner)
        ? 'own'
        : contract !== null
          ? 'contract'
          : other && OWN.has(other)
            ? 'other'
            : 'unknown'
      return [address, { owner: whose, contract, label }] as const
    }),
  )
  return texts.map((address): OwnerRow => {
    const found = known.get(address)
    if (found) return { address, ...found }
    return { address, owner: peer !== undefined && peer === address ? 'other' : 'unknown', contract: null, label: null }
  })
}

/** Returns undefined if the node stops during the call. */
async function listOrNothing(client: RpcClient, addresses: string[]) {
  try {
    return await client.call('listowners', { addresses })
  } catch {
    return undefined
  }
}

/** Returns the address of the other wallet's node as the shown node's peer list contains it, or undefined if unknown. */
async function findOtherPeer(
  shown: RpcClient,
  other: RpcClient,
  { friendPeer, isMe }: OwnerNodes,
): Promise<string | undefined> {
  if (friendPeer === null || isMe) return friendPeer ?? undefined
  try {
    const connected = (await other.call('getpeerinfo')).some(({ addr }) => addr === friendPeer)
    if (!connected) return undefined
    // No RPC reply includes the port that Me's node connected from: with two connections from this computer, either
    // could be Me's.
    const [from, ...more] = (await shown.call('getpeerinfo')).filter(
      ({ inbound, addr }) => inbound && addr.startsWith('127.0.0.1:'),
    )
    return more.length === 0 ? from?.addr : undefined
  } catch {
    return undefined
  }
}
