import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { toast } from '../../../ui/toasts.ts'
import { findKept, type ListedNode } from '../addedNode.ts'
import type { ListedPeer } from '../peer.ts'
import { useNetworkRenewal } from '../useNetworkRenewal.ts'
import { addNode, keptKind, named, toastFailure } from './nodeCalls.ts'

/**
 * Ignores the error that a connection has already ended.
 * @throws any other error
 */
function ignoreGone(error: unknown): null {
  if (error instanceof RpcError && error.code === RPC_ERROR.NODE_NOT_CONNECTED) return null
  throw error
}

/** Removes added nodes and disconnects them, so that the node does not reconnect. */
function useStopReconnecting() {
  const { client } = useNode()
  const renew = useNetworkRenewal()

  function toastStopped(nodes: readonly string[]) {
    const [first = ''] = nodes
    const addAgain = () => Promise.all(nodes.map((node) => addNode(client, node, 'add')))
    toast({
      ...{ tone: 'ok', kind: keptKind(first) },
      title:
        nodes.length === 1
          ? t('network:act.stopped', { node: named(first) })
          : t('network:act.stoppedMany', { count: nodes.length }),
      action: {
        label: t('network:undo'),
        run: () => void addAgain().then(renew, toastFailure(t('network:act.notAdded'))),
      },
    })
  }

  return async (peers: readonly ListedPeer[], kept: readonly ListedNode[]) => {
    const nodes = kept.map(({ node }) => node)
    try {
      for (const node of nodes) await addNode(client, node, 'remove')
      // The node may have reconnected since the peers were disconnected.
      for (const { addr } of peers) await client.call('disconnectnode', { node: addr }).catch(ignoreGone)
      toastStopped(nodes)
    } catch (error) {
      toastFailure(t('network:act.staysAdded'))(error)
    }
    renew()
  }
}

/** Actions on connections. They run immediately, with undo if possible. */
export function usePeerActions() {
  const { client } = useNode()
  const renew = useNetworkRenewal()
  const stopReconnecting = useStopReconnecting()

  /** Offers to stop reconnecting if the node reconnects automatically, else to reconnect. */
  function actionAfter(done: readonly ListedPeer[], kept: readonly ListedNode[]) {
    if (kept.length > 0) {
      const held = done.filter((peer) => findKept(kept, peer) !== undefined)
      return { label: t('network:act.stopReconnecting'), run: () => void stopReconnecting(held, kept) }
    }
    const ours = done.filter(({ inbound }) => !inbound)
    if (ours.length === 0) return undefined
    const reconnect = () => Promise.all(ours.map(({ addr }) => addNode(client, addr, 'onetry')))
    return {
      label: t('network:act.reconnect'),
      run: () => void reconnect().then(renew, toastFailure(t('network:act.notAllTried'))),
    }
  }

  function toastDisconnected(done: readonly ListedPeer[], kept: readonly ListedNode[]) {
    const [first] = done
    if (!first) return
    const inboundHint = done.some(({ inbound }) => inbound) ? t('network:act.inboundHint') : undefined
    toast({
      tone: 'ok',
      title:
        done.length === 1
          ? t('network:act.disconnected', { node: named(first.addr) })
          : t('network:act.disconnectedMany', { count: done.length }),
      detail: kept.length > 0 ? t('network:act.keptHint', { count: kept.length }) : inboundHint,
      action: actionAfter(done, kept),
    })
  }

  return {
    async disconnect(peers: readonly ListedPeer[]) {
      const added = await client.call('listaddednodes').catch(() => [])
      const done: ListedPeer[] = []
      for (const peer of peers) {
        await client
          .call('disconnectnode', { node: peer.addr })
          .then(() => void done.push(peer), toastFailure(t('network:act.notDisconnected', { node: named(peer.addr) })))
      }
      renew()
      toastDisconnected(done, [...new Set(done.flatMap((peer) => findKept(added, peer) ?? []))])
    },
    /** Shows no notification, because the results appear in the table. */
    async ping() {
      await client.call('ping', {}).catch(toastFailure(t('network:act.notPinged')))
      renew()
    },
  }
}
