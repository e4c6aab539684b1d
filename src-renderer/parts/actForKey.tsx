import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { NodeAccess } from '../node/client.ts'
import { useNode } from '../node/context.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toasts.ts'
import { describeError } from './describeError.ts'
import { withUnlock } from './unlock/unlock.ts'

/** Makes a key in the wallet and lets the node act for it from now on: tokens, claims, change and rewards go to it. */
export async function actForNewKey({ client }: Pick<NodeAccess, 'client'>, queries: QueryClient): Promise<void> {
  await withUnlock(async () => {
    const address = await client.call('getnewaddress', {})
    const { pubkey } = await client.call('validateaddress', { komodoaddress: address })
    if (pubkey === undefined) throw new Error('The wallet does not tell the key of its new address')
    await client.call('setidentity', { account: pubkey })
  }, 'choose a key')
  await queries.invalidateQueries({ queryKey: ['rpc'] })
}

/** Button to choose an identity key, so that tokens and faucet work. */
export function ActForKey({ className }: { readonly className?: string | undefined }) {
  const node = useNode()
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: () => actForNewKey(node, queries),
    onSuccess: () => toast({ tone: 'ok', title: 'This node acts for a key of your wallet now' }),
    onError: (error) => toast({ tone: 'bad', title: 'No key was chosen', detail: describeError(error).title }),
  })
  return (
    <Button
      size="sm"
      busy={act.isPending}
      icon={<KeyRound aria-hidden className="size-3.5" />}
      className={className}
      onClick={() => act.mutate()}
    >
      Use a key of the wallet
    </Button>
  )
}
