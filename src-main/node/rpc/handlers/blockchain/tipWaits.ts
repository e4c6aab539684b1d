import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../../chain/index.ts'
import type { BlockEntry } from '../../../core/index.ts'
import type { Timers } from '../../../mining/index.ts'
import { fromDisplayHex } from '../../../util/index.ts'

interface TipWaitDeps {
  readonly chain: Pick<Chain, 'tip' | 'byHash' | 'isActive' | 'subscribe'>
  readonly timers: Timers
  /** Aborted when the node stops. Waiting calls then return the tip. */
  readonly stopping: AbortSignal
}

/**
 * Maximum number of calls that wait at the same time. Each holds a connection; the RPC server accepts eight times as
 * many.
 */
const MAX_WAITS = 64

interface TipWait {
  /** Returns the block to report, or undefined while it is missing. */
  readonly find: () => BlockEntry | undefined
  /** In ms, 0 for none. */
  readonly timeout: number
  readonly signal: AbortSignal
}

export function createTipWaitHandlers({ chain, timers, stopping }: TipWaitDeps) {
  let waiting = 0

  /**
   * Resolves to the block, or to the tip after the timeout or when the node stops.
   * @throws the reason of the client's signal, after timers and listeners are removed
   */
  function untilFound({ find, timeout, signal }: TipWait): Promise<BlockEntry> {
    return new Promise((resolve, reject) => {
      let timer: unknown
      const end = (finish: () => void) => {
        timers.clear(timer)
        unsubscribe()
        stopping.removeEventListener('abort', giveUp)
        signal.removeEventListener('abort', abort)
        finish()
      }
      const giveUp = () => end(() => resolve(find() ?? chain.tip()))
      const abort = () => end(() => reject(signal.reason))
      const unsubscribe = chain.subscribe(() => {
        const found = find()
        if (found !== undefined) end(() => resolve(found))
      })
      if (timeout > 0) timer = timers.set(giveUp, timeout)
      stopping.addEventListener('abort', giveUp)
      signal.addEventListener('abort', abort)
    })
  }

  async function waitFor(wait: TipWait) {
    wait.signal.throwIfAborted()
    let found = wait.find() ?? (stopping.aborted ? chain.tip() : undefined)
    if (found === undefined) {
      if (waiting >= MAX_WAITS) throw new RpcError(RPC_ERROR.MISC, 'Too many calls wait for a block')
      waiting++
      try {
        found = await untilFound(wait)
      } finally {
        waiting--
      }
    }
    return { hash: found.hashHex, height: found.height }
  }

  return defineHandlers({
    waitfornewblock({ timeout, current_tip: known = chain.tip().hashHex }, { signal }) {
      const find = () => (chain.tip().hashHex === known ? undefined : chain.tip())
      return waitFor({ find, timeout, signal })
    },
    waitforblock({ blockhash, timeout }, { signal }) {
      const hash = fromDisplayHex(blockhash)
      const find = () => {
        const entry = chain.byHash(hash)
        return entry && chain.isActive(entry) ? entry : undefined
      }
      return waitFor({ find, timeout, signal })
    },
    waitforblockheight({ height, timeout }, { signal }) {
      const find = () => (chain.tip().height >= height ? chain.tip() : undefined)
      return waitFor({ find, timeout, signal })
    },
  })
}
