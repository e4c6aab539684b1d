import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { toast } from '../../../ui/toasts.ts'
import { failureText, firstOutcome } from '../addedNode.ts'
import { useNetworkRenewal } from '../useNetworkRenewal.ts'
import { addNode, keptKind, named, toastFailure } from './nodeCalls.ts'

/** Changes the list of added nodes, with undo, and reports the outcome of connecting. */
export function useAddedNodes() {
  const { client } = useNode()
  const renew = useNetworkRenewal()

  /** @returns the action of an undo button: the opposite change */
  const undo = (node: string, command: 'add' | 'remove', failed: string) => ({
    label: t('network:undo'),
    run: () => void addNode(client, node, command).then(renew, toastFailure(failed)),
  })

  async function remove(node: string) {
    await addNode(client, node, 'remove').then(
      () =>
        toast({
          ...{ tone: 'ok', kind: keptKind(node), title: t('network:act.removed', { node: named(node) }) },
          detail: t('network:act.removedHint'),
          action: undo(node, 'add', t('network:act.notAdded')),
        }),
      toastFailure(t('network:act.notRemoved', { node: named(node) })),
    )
    renew()
  }

  /**
   * Waits for the first attempt, and notifies if it failed. The form is closed by then, and the list may not be
   * visible.
   */
  async function notifyFailure(node: string) {
    const outcome = await firstOutcome(client, node)
    const failure = outcome && failureText(outcome)
    renew()
    if (failure === undefined) return
    toast({
      ...{ tone: 'bad', kind: keptKind(node), title: t('network:act.unreached', { node: named(node) }) },
      detail: t('network:act.unreachedHint', { failure }),
      action: { label: t('network:act.dropAdded'), run: () => void remove(node) },
    })
  }

  return {
    remove,
    /** Tries a node of the list once more. The list then shows the outcome. */
    async once(node: string) {
      await addNode(client, node, 'onetry').then(renew, toastFailure(t('network:act.notTried', { node: named(node) })))
    },
    /**
     * Tries a node once. Resolves to the reason of a failure, or undefined if it did not fail.
     * @throws RpcError if the node rejects the call
     */
    async tryOut(node: string): Promise<string | undefined> {
      await addNode(client, node, 'onetry')
      const outcome = await firstOutcome(client, node)
      renew()
      const failure = outcome && failureText(outcome)
      if (failure !== undefined) return failure
      const isConnected = outcome?.state === 'connected'
      toast({
        ...{ tone: isConnected ? 'ok' : 'neutral', kind: 'peer-once' },
        title: t(isConnected ? 'network:act.connected' : 'network:act.trying', { node: named(node) }),
        detail: isConnected ? undefined : t('network:act.noAnswerYet'),
      })
      return undefined
    },
    /** @throws RpcError if the node rejects the call */
    async add(node: string) {
      await addNode(client, node, 'add')
      renew()
      toast({
        ...{ tone: 'ok', kind: keptKind(node), title: t('network:act.added', { node: named(node) }) },
        detail: t('network:act.addedHint'),
        action: undo(node, 'remove', t('network:act.staysAdded')),
      })
      void notifyFailure(node).catch(() => {})
    },
  }
}
