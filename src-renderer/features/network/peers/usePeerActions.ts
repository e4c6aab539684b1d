import type { RpcClient } from '#shared/rpc/client.ts'
import { useNode } from '../../../node/context.tsx'
import { describeError } from '../../../parts/describeError.ts'
import { plural } from '../../../ui/format.ts'
import { toast } from '../../../ui/toasts.ts'
import { visibleString } from '../../../ui/visibleText.ts'
import { useNetworkRenewal } from '../useNetworkRenewal.ts'
import type { ListedPeer } from './peer.ts'

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
          title: `Trying ${named(node)} once`,
          detail: 'It appears among the peers if it answers.',
        }),
      failed(`${named(node)} was not tried`),
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
        title: `Added ${named(node)}`,
        detail: 'This node connects now, and again whenever the connection is lost.',
        action: {
          label: 'Undo',
          run: () => void addNode(client, node, 'remove').then(renew, failed('It stays added')),
        },
      })
    },
    async remove(node: string) {
      await addNode(client, node, 'remove').then(
        () =>
          toast({
            tone: 'ok',
            kind: keptKind(node),
            title: `No longer kept: ${named(node)}`,
            detail: 'An existing connection stays open.',
            action: {
              label: 'Undo',
              run: () => void addNode(client, node, 'add').then(renew, failed('It was not added')),
            },
          }),
        failed(`${named(node)} was not removed`),
      )
      renew()
    },
    async disconnect(peers: readonly ListedPeer[]) {
      const done: ListedPeer[] = []
      for (const peer of peers) {
        await client
          .call('disconnectnode', { node: peer.addr })
          .then(() => void done.push(peer), failed(`${named(peer.addr)} was not disconnected`))
      }
      renew()
      const [first] = done
      if (!first) return
      const ours = done.filter(({ inbound }) => !inbound)
      toast({
        tone: 'ok',
        title: `Disconnected ${done.length === 1 ? named(first.addr) : plural(done.length, 'peer')}`,
        detail: done.some(({ inbound }) => inbound) ? 'Inbound peers may reconnect; a ban prevents that.' : undefined,
        action:
          ours.length > 0
            ? {
                label: 'Connect again',
                run: () =>
                  void Promise.all(ours.map(({ addr }) => addNode(client, addr, 'onetry'))).then(
                    renew,
                    failed('Not all were tried'),
                  ),
              }
            : undefined,
      })
    },
    /** No notification: the answers show in the table. */
    async ping() {
      await client.call('ping', {}).catch(failed('The peers were not pinged'))
      renew()
    },
  }
}
