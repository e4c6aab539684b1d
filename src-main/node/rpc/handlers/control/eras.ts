import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import {
  BTC_MIN_SIGS,
  IGUANA_PORT,
  IGUANA_SEEDS,
  stakedEra,
  stakedMinSigs,
  stakedNotaries,
} from '../../../consensus/index.ts'
import type { ChainView, Clock } from '../../../core/index.ts'
import { hash160 } from '../../../crypto/index.ts'
import { encodeAddress } from '../../../script/index.ts'
import { fromHex, yieldToEventLoop } from '../../../util/index.ts'

interface ErasDeps {
  readonly chain: Pick<ChainView, 'tip' | 'byHeight'>
  readonly clock: Pick<Clock, 'now'>
}

/** Blocks read between two yields to the event loop (a few milliseconds). */
const BLOCKS_PER_SLICE = 10_000

const addressOfKey = (pubkey: string) => encodeAddress({ type: 1, hash: hash160(fromHex(pubkey)) })

export function createEraHandlers({ chain, clock }: ErasDeps) {
  return defineHandlers({
    getiguanajson() {
      const era = stakedEra(clock.now())
      return {
        port: IGUANA_PORT,
        BTCminsigs: BTC_MIN_SIGS,
        minsigs: stakedMinSigs(era),
        seeds: [...IGUANA_SEEDS],
        notaries: stakedNotaries(era).map(([name, pubkey]) => new Map([[name, pubkey as never]])),
      }
    },
    getnotarysendmany: ({ amount }) =>
      new Map(stakedNotaries(stakedEra(clock.now())).map(([, pubkey]) => [addressOfKey(pubkey), amount])),
    async geterablockheights(_, { signal, progress }) {
      const heights = new Map<string, number>()
      let last = 0
      // komodod stops before the tip.
      for (let height = 1; height < chain.tip().height; height++) {
        const era = stakedEra(chain.byHeight(height)?.time ?? 0) + 1
        if (era > last) {
          heights.set(String(era), height)
          last = era
        }
        if (height % BLOCKS_PER_SLICE !== 0) continue
        progress?.({ done: height, total: chain.tip().height, unit: 'blocks' })
        await yieldToEventLoop()
        signal.throwIfAborted()
      }
      return heights as never
    },
  })
}
