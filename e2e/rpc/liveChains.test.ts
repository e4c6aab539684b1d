import { describe, expect, it } from 'vitest'
import { LIVE_CHAINS } from '../../src-shared/chains/liveChains.ts'
import { startDaemon } from '../support/daemon.ts'

/** Source: resources/docs/protocol/live-chains.md */
const MAGIC: Readonly<Record<string, number>> = {
  CCL: 0x66ff315c,
  DOC: 0x566f8433,
  GLEEC: 0x6cc31add,
  ILN: 0x23cbb4fe,
  KOIN: 0xb6564c76,
  MARTY: 0x632ccb9c,
  NINJA: 0xb26f8eb3,
  PIRATE: 0x17b6e058,
  SUPERNET: 0xb9112456,
}

interface Info {
  readonly name: string
  readonly magic: number
  readonly halving?: string
  readonly errors: string
}

const RUN = LIVE_CHAINS.filter(({ name }) => name !== 'CLC')

describe('command lines of the live chains', () => {
  it('fail for CLC with an error that names -ac_snapshot and the reason', async () => {
    const { options } = LIVE_CHAINS.find(({ name }) => name === 'CLC')!
    await expect(startDaemon({ args: options })).rejects.toThrow(
      /^The daemon ended:[\s\S]*-ac_snapshot: payments use a snapshot of balances .*, so it does not run this chain/,
    )
  })

  it.each(RUN.map((chain) => [chain.name, chain] as const))(
    'start the node with the expected magic for %s',
    async (name, chain) => {
      const daemon = await startDaemon({ args: chain.options })
      try {
        const info = (await daemon.rpc.call('getinfo')) as Info
        expect([info.name, info.magic >>> 0]).toEqual([name, MAGIC[name]])
        if (name === 'PIRATE') expect(info.halving).toBe('388885')
        expect(await daemon.rpc.call('getblockcount')).toBe(0)
      } finally {
        await daemon.stop()
      }
    },
  )
})
