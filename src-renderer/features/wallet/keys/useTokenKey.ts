import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { describeError, isDeclined } from '../../../parts/describeError.ts'
import { withUnlock } from '../../../parts/unlock/unlock.ts'
import { toast } from '../../../ui/toasts.ts'

/**
 * Changes the token key, to a public key in hex; the notification has the way back. Pages learn of it by the node's event,
 * as they do of a change by console or RPC.
 */
export function useTokenKey(): (pubkey: string) => Promise<void> {
  const { client } = useNode()
  const choose = async (pubkey: string) => {
    try {
      const { identity: before } = await client.call('getwalletstatus', {})
      await withUnlock(() => client.call('setidentity', { account: pubkey }), 'tokenKey')
      toast({
        ...{ tone: 'ok', kind: 'token-key', title: t('wallet:tokenkeys.changed') },
        detail: t('wallet:tokenkeys.changedHint'),
        ...(before !== null && { action: { label: t('wallet:tokenkeys.undo'), run: () => void choose(before) } }),
      })
    } catch (error) {
      const { title } = describeError(error)
      toast({ tone: isDeclined(error) ? 'neutral' : 'bad', title: t('wallet:tokenkeys.notChanged'), detail: title })
    }
  }
  return choose
}
