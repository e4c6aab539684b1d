import { useMutation } from '@tanstack/react-query'
import { useNode } from '../../node/context.tsx'
import { toast } from '../../ui/toasts.ts'
import { describeError } from '../describeError.ts'

/** Locks the wallet at once. */
export function useLock() {
  const { client } = useNode()
  return useMutation({
    mutationFn: () => client.call('walletlock', {}),
    onSuccess: () => toast({ tone: 'ok', title: 'The wallet is locked' }),
    onError: (error) => toast({ tone: 'bad', title: 'The wallet was not locked', detail: describeError(error).title }),
  })
}
