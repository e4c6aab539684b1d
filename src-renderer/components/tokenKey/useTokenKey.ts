import type { RpcClient } from '#shared/rpc/client.ts'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { toast } from '../../ui/toasts.ts'
import { describeError, isDeclined } from '../describeError.ts'
import { withUnlock } from '../unlock/unlock.ts'

/** A key of the wallet to which nothing was ever paid. @throws RpcError */
async function freshKey(client: RpcClient): Promise<string> {
  const address = await client.call('getnewaddress', {})
  const told = await client.call('validateaddress', { komodoaddress: address })
  if (told.pubkey === undefined) throw new Error('the wallet does not know its own new address')
  return told.pubkey
}

/**
 * Changes the token key, to a public key in hex or, without one, to a fresh key of the wallet; the notification has the way
 * back. Pages learn of it by the node's event, as they do of a change by console or RPC.
 */
export function useTokenKey(): (pubkey?: string) => Promise<void> {
  const { client } = useNode()
  const choose = async (pubkey?: string) => {
    try {
      const { identity: before } = await client.call('getwalletstatus', {})
      const account = pubkey ?? (await freshKey(client))
      await withUnlock(() => client.call('setidentity', { account }), 'tokenKey')
      toast({
        ...{ tone: 'ok', kind: 'token-key', title: t('parts:tokenKey.changed') },
        detail: t('parts:tokenKey.changedHint'),
        ...(before !== null && { action: { label: t('parts:tokenKey.undo'), run: () => void choose(before) } }),
      })
    } catch (error) {
      const { title } = describeError(error)
      toast({ tone: isDeclined(error) ? 'neutral' : 'bad', title: t('parts:tokenKey.notChanged'), detail: title })
    }
  }
  return choose
}
