import { useRouter } from '@tanstack/react-router'
import { type Chain, useCurrentChain } from '../node/chains.ts'
import { useRpcMutation } from '../node/queries.ts'
import { toast } from '../ui/toasts.ts'
import { describeError } from './describeError.ts'

/** Shows a chain in this window, starting it where it is stopped, and goes to its overview. */
export function useShowChain() {
  const router = useRouter()
  const current = useCurrentChain()
  const select = useRpcMutation('selectchain')
  const show = ({ id, state }: Pick<Chain, 'id' | 'state'>) => {
    const there = () => void router.navigate({ to: '/' })
    if (id === current?.id && state === 'running') return there()
    select.mutate(
      { id },
      { onSuccess: there, onError: (error) => toast({ tone: 'bad', title: describeError(error).title }) },
    )
  }
  return { show, busy: select.isPending }
}
