import { useRouter } from '@tanstack/react-router'
import type { ListedChain } from '#shared/chains/index.ts'
import { useCurrentChain } from '../node/chains.ts'
import { useRpcMutation } from '../node/queries.ts'
import { toast } from '../ui/toasts.ts'
import { describeError } from './describeError.ts'

/** Returns a function that selects a chain, starts it if stopped, and opens its overview. */
export function useShowChain() {
  const router = useRouter()
  const current = useCurrentChain()
  const there = () => void router.navigate({ to: '/' })
  const select = useRpcMutation('selectchain', {
    onSuccess: there,
    onError: (error) => toast({ tone: 'bad', title: describeError(error).title }),
  })
  const show = ({ id, state }: Pick<ListedChain, 'id' | 'state'>) => {
    if (id === current?.id && state === 'running') there()
    else select.mutate({ id })
  }
  return { show, busy: select.isPending }
}
