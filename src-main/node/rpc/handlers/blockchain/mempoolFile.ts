import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MempoolFile } from '../../../mempool/index.ts'

interface MempoolFileHandlerDeps {
  readonly mempoolFile: Pick<MempoolFile, 'loaded' | 'save'>
}

export function createMempoolFileHandlers({ mempoolFile }: MempoolFileHandlerDeps) {
  return defineHandlers({
    async savemempool() {
      if (!mempoolFile.loaded) throw new RpcError(RPC_ERROR.MISC, 'The mempool was not loaded yet')
      try {
        return { filename: await mempoolFile.save() }
      } catch (error) {
        throw new RpcError(RPC_ERROR.MISC, 'Unable to dump mempool to disk', { cause: error })
      }
    },
  })
}
