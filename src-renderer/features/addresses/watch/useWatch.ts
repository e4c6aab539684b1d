import { useQueryClient } from '@tanstack/react-query'
import { useNode } from '../../../node/context.tsx'
import { describeError } from '../../../parts/describeError.ts'
import { toast } from '../../../ui/toasts.ts'
import { visibleString } from '../../../ui/visibleText.ts'

/** Most characters of a label; the node refuses more. */
export const MOST_LABEL = 100

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

/** What is wrong with a label, as the node would judge it; undefined: nothing. */
export function labelProblem(label: string): string | undefined {
  if (Array.from(label).length > MOST_LABEL) return `At most ${MOST_LABEL} characters.`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in it
  return /[\u0000-\u001f\u007f]/.test(label) ? 'It has characters that cannot be seen.' : undefined
}
