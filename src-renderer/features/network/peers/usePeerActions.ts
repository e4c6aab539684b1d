import type { RpcClient } from '#shared/rpc/client.ts'
import { describeError } from '../../../components/describeError.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { toast } from '../../../ui/toasts.ts'
import { visibleString } from '../../../ui/visibleText.ts'
import type { ListedPeer } from '../peer.ts'
import { useNetworkRenewal } from '../useNetworkRenewal.ts'

/** Node names are untrusted: shortened and made visible before they are put into a sentence. */
const named = (node: string) => visibleString(node, 48)

/** Notifications about one node replace each other. */
const keptKind = (node: string) => `kept ${node}`

function failed(title: string) {
  return (error: unknown) => toast({ tone: 'bad', kind: 'peer-failed', title, detail: describeError(error).title })
}

const addNode = (client: RpcClient, node: string, command: 'add' | 'remove' | 'onetry') =>
  client.call('addnode', { node, command })

/** Actions on connections. They act at once, with undo where possible. */
export function usePeerActions() {
  const { client } = useNode()
  const renew = useNetworkRenewal()

  async function once(node: string) {
    await addNode(client, node, 'onetry').then(
      () =>
        toast({
          tone: 'neutral',
          kind: 'peer-once',
          title: t('network:act.trying', { node: named(node) }),
          detail: t('network:act.tryingHint'),
        }),
      failed(t('network:act.notTried', { node: named(node) })),
    )
    renew()
  }

  return {
    once,
    /** @throws RpcError */
    async add(node: string) {
      await addNode(client, node, 'add')
      renew()
      toast({
        tone: 'ok',
        kind: keptKind(node),
        title: t('network:act.added', { node: named(node) }),
        detail: t('network:act.addedHint'),
        action: {
          label: t('network:undo'),
          run: () => void addNode(client, node, 'remove').then(renew, failed(t('network:act.staysAdded'))),
        },
      })
    },
    async remove(node: string) {
      await addNode(client, node, 'remove').then(
        () =>
          toast({
            tone: 'ok',
            kind: keptKind(node),
            title: t('network:act.removed', { node: named(node) }),
            detail: t('network:act.removedHint'),
            action: {
              label: t('network:undo'),
              run: () => void addNode(client, node, 'add').then(renew, failed(t('network:act.notAdded'))),
            },
          }),
        failed(t('network:act.notRemoved', { node: named(node) })),
      )
      renew()
    },
    async disconnect(peers: readonly ListedPeer[]) {
      const done: ListedPeer[] = []
      for (const peer of peers) {
        await client
          .call('disconnectnode', { node: peer.addr })
          .then(() => void done.push(peer), failed(t('network:act.notDisconnected', { node: named(peer.addr) })))
      }
      renew()
      const [first] = done
      if (!first) return
      const ours = done.filter(({ inbound }) => !inbound)
      toast({
        tone: 'ok',
        title:
          done.length === 1
            ? t('network:act.disconnected', { node: named(first.addr) })
            : t('network:act.disconnectedMany', { count: done.length }),
        detail: done.some(({ inbound }) => inbound) ? t('network:act.inboundHint') : undefined,
        action:
          ours.length > 0
            ? {
                label: t('network:act.reconnect'),
                run: () =>
                  void Promise.all(ours.map(({ addr }) => addNode(client, addr, 'onetry'))).then(
                    renew,
                    failed(t('network:act.notAllTried')),
                  ),
              }
            : undefined,
      })
    },
    /** No notification: the answers show in the table. */
    async ping() {
      await client.call('ping', {}).catch(failed(t('network:act.notPinged')))
      renew()
    },
  }
}
