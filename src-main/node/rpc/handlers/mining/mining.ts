import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../../chain/index.ts'
import type { ChainParams } from '../../../consensus/index.ts'
import type { Mempool } from '../../../mempool/index.ts'
import {
  type BlockGenerator,
  MiningError,
  networkSolutionRate,
  type SoloMiner,
  type Staker,
  type TemplateBuilder,
} from '../../../mining/index.ts'
import { DecodeError, fromHex, toDisplayHex } from '../../../util/index.ts'
import { computeDifficulty } from '../../format/difficulty.ts'

interface MiningDeps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly mempool: Mempool
  readonly templates: TemplateBuilder
  readonly miner: BlockGenerator
  readonly soloMiner: Pick<SoloMiner, 'status'>
  readonly staker: Pick<Staker, 'status'> | undefined
  /** Script of the next coinbase: from `-pubkey`, or a new wallet key. Undefined without both. */
  readonly rewardScript: () => Uint8Array | undefined
}

export function createMiningHandlers(deps: MiningDeps) {
  const { params, chain, mempool, templates, miner, soloMiner, staker } = deps

  return defineHandlers({
    async generate({ numblocks }, { signal, progress }) {
      if (params.network !== 'regtest') {
        throw new RpcError(RPC_ERROR.METHOD_NOT_FOUND, numblocks === 1 ? 'Mining Disabled' : 'Mining Enabled')
      }
      const script = deps.rewardScript()
      if (!script) throw new RpcError(RPC_ERROR.METHOD_NOT_FOUND, 'Wallet disabled and -mineraddress not set')
      let done = 0
      const onBlock = () => progress?.({ done: ++done, total: numblocks, unit: 'blocks' })
      try {
        const hashes = await miner.generate(numblocks, { script, signal, onBlock })
        return hashes.map(toDisplayHex)
      } catch (error) {
        if (!(error instanceof MiningError)) throw error
        // Returns the reason of a rejection. komodod returns −32603 here, with the text of another error.
        const code = error.kind === 'rejected' ? RPC_ERROR.VERIFY : RPC_ERROR.MISC
        throw new RpcError(code, error.message, { cause: error })
      }
    },
    getmininginfo() {
      const last = templates.last()
      const rate = networkSolutionRate(chain, {})
      const { generate, limit, solutionRate } = soloMiner.status()
      return {
        blocks: chain.tip().height,
        currentblocksize: last?.size ?? 0,
        currentblocktx: last?.txCount ?? 0,
        difficulty: computeDifficulty(chain.nextBits(chain.tip())),
        errors: '',
        genproclimit: limit,
        localsolps: solutionRate,
        networksolps: rate,
        networkhashps: rate,
        pooledtx: mempool.size(),
        testnet: false,
        chain: params.network,
        staking: staker?.status().on ?? false,
        generate,
        numthreads: limit,
      }
    },
    async submitblock({ hexdata }) {
      try {
        const bytes = fromHex(hexdata)
        await chain.prepareBlock(bytes)
        return chain.submitBlock(bytes)
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error
        throw new RpcError(RPC_ERROR.DESERIALIZATION, 'Block decode failed', { cause: error })
      }
    },
  })
}
