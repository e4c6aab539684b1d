import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/index.ts'
import type { Chain } from '../../chain/index.ts'
import type { ChainParams } from '../../consensus/index.ts'
import type { SoloMiner } from '../../mining/index.ts'
import { decodeCompact } from '../../primitives/index.ts'

interface Deps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly soloMiner: SoloMiner
  /** of this machine */
  readonly cores: number
  /** whether a reward has somewhere to go: a key, an address or a wallet */
  readonly canBePaid: () => boolean
}

type Names = 'getgenerate' | 'getlocalsolps' | 'getminerstatus' | 'setgenerate'

const HASHES = 2 ** 256

export function createSoloMiningHandlers({ params, chain, soloMiner, cores, canBePaid }: Deps): Pick<Handlers, Names> {
  return {
    getgenerate() {
      const { generate, limit } = soloMiner.status()
      return { staking: false, generate, numthreads: limit }
    },
    getlocalsolps: () => soloMiner.status().solutionRate,
    getminerstatus() {
      const { solutionRate: rate, blocksFound, lastBlock, ...status } = soloMiner.status()
      const { target } = decodeCompact(chain.nextBits(chain.tip()))
      const chance = (Number(target) + 1) / HASHES
      const expected = rate > 0 ? 1 / (rate * chance) : null
      return { ...status, cores, rate, chance, expected, blocks: blocksFound, last: lastBlock ?? null }
    },
    setgenerate({ generate, genproclimit }) {
      if (params.network === 'regtest') {
        const text = 'Use the generate method instead of setgenerate on this network'
        throw new RpcError(RPC_ERROR.METHOD_NOT_FOUND, text)
      }
      if (generate && !canBePaid()) {
        throw new RpcError(RPC_ERROR.METHOD_NOT_FOUND, 'Wallet disabled and -mineraddress not set')
      }
      soloMiner.setGenerate(generate, genproclimit)
      return null
    },
  }
}
