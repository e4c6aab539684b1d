import { t } from '../i18n/texts.ts'
import { useRpcMutation } from '../node/queries.ts'
import { toast } from '../ui/toasts.ts'
import { describeError } from './describeError.ts'

/**
 * Calls that set the blocks of a chain aside and download them again, and that undo this. The app asks for approval in
 * its own window.
 */
export function useFreshStart() {
  const onError = (error: Error) => toast({ tone: 'bad', title: describeError(error).title })
  const join = useRpcMutation('joinafresh', {
    onSuccess: () => toast({ tone: 'ok', title: t('parts:afresh.joined'), detail: t('parts:afresh.kept') }),
    onError,
  })
  const undo = useRpcMutation('undojoinafresh', {
    onSuccess: () => toast({ tone: 'ok', title: t('parts:afresh.back') }),
    onError,
  })
  return { join, undo, busy: join.isPending || undo.isPending }
}
