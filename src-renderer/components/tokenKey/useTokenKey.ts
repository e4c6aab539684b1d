import type { RpcClient } from '#shared/rpc/client.ts'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { toast } from '../../ui/toasts.ts'
import { describeError, isDeclined } from '../describeError.ts'
import { withUnlock } from '../unlock/unlock.ts'

/**
 * Creates a wallet address, which has never received a payment, and returns its public key.
 * @throws RpcError if the wallet cannot create an address
 */
async function freshKey(client: RpcClient): Promise<string> {
  const address = await client.call('getnewaddress', {})
  const told = await client.call('validateaddress', { komodoaddress: address })
  if (told.pubkey === undefined) throw new Error('the wallet does not know its own new address')
  return told.pubkey
}

/**
 * Changes the token key to a public key in hex or, without an argument, to a new key of the wallet. The notification
 * has an undo button. The node's event updates the pages, as after a change by console or RPC.
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
