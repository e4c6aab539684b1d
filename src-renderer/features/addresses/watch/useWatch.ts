import { useQueryClient } from '@tanstack/react-query'
import { describeError } from '../../../components/describeError.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { toast } from '../../../ui/toasts.ts'
import { visibleString } from '../../../ui/visibleText.ts'

/** Adds addresses to the watch list and removes them, with undo. */
export function useWatch() {
  const { client } = useNode()
  const queries = useQueryClient()
  // Refetch here, because no event reports changes of the watch list.
  const renew = () => {
    for (const method of ['listwatchedaddresses', 'getaddresssummary']) {
      void queries.invalidateQueries({ queryKey: ['rpc', method] })
    }
  }
  return {
    renew,
    /** @throws RpcError if the node rejects the call */
    async watch(address: string, label: string) {
      await client.call('watchaddress', { address, label })
      renew()
    },
    async unwatch(address: string, label: string) {
      try {
        await client.call('unwatchaddress', { address })
        toast({
          tone: 'ok',
          title:
            label === ''
              ? t('addresses:watch.removed')
              : t('addresses:watch.removedNamed', { label: visibleString(label, 40) }),
          detail: address,
          action: {
            label: t('addresses:watch.undo'),
            run: () => void client.call('watchaddress', { address, label }).then(renew, failed),
          },
        })
      } catch (error) {
        failed(error)
      }
      renew()
    },
  }
}

function failed(error: unknown) {
  const story = describeError(error)
  toast({ tone: 'bad', title: t('addresses:watch.failed'), detail: story.title })
}
