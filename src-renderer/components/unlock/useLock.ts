import { useMutation } from '@tanstack/react-query'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { toast } from '../../ui/toasts.ts'
import { describeError } from '../describeError.ts'

/** Returns a function that locks the wallet immediately. */
export function useLock() {
  const { client } = useNode()
  return useMutation({
    mutationFn: () => client.call('walletlock', {}),
    onSuccess: () => toast({ tone: 'ok', title: t('parts:unlock.lockedNow') }),
    onError: (error) => toast({ tone: 'bad', title: t('parts:unlock.lockFailed'), detail: describeError(error).title }),
  })
}
