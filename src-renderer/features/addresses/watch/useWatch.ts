import { useQueryClient } from '@tanstack/react-query'
import { useNode } from '../../../node/context.tsx'
import { describeError } from '../../../parts/describeError.ts'
import { toast } from '../../../ui/toasts.ts'
import { visibleString } from '../../../ui/visibleText.ts'

/** Puts addresses on the watch list and takes them off, with a way back. */
export function useWatch() {
  const { client } = useNode()
  const queries = useQueryClient()
  // The watch list is no business of the chain's: no event tells of it.
  const renew = () => {
    for (const method of ['listwatchedaddresses', 'getaddresssummary']) {
      void queries.invalidateQueries({ queryKey: ['rpc', method] })
    }
  }
  return {
    renew,
    /** @throws RpcError */
    async watch(address: string, label: string) {
      await client.call('watchaddress', { address, label })
      renew()
    },
    async unwatch(address: string, label: string) {
      try {
        await client.call('unwatchaddress', { address })
        toast({
          tone: 'ok',
          title: label === '' ? 'No longer watched' : `“${visibleString(label, 40)}” is no longer watched`,
          detail: address,
          action: {
            label: 'Undo',
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
  toast({ tone: 'bad', title: 'The watch list was not changed', detail: story.title })
}
