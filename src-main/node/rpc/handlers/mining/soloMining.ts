import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../../chain/index.ts'
import type { ChainParams } from '../../../consensus/index.ts'
import type { Clock } from '../../../core/index.ts'
import { type MinedBlock, type RewardTarget, type SoloMiner, type Staker, THREAD_BYTES } from '../../../mining/index.ts'
import { decodeCompact } from '../../../primitives/index.ts'
import { fromDisplayHex } from '../../../util/index.ts'
import { keepChoice } from './keepChoice.ts'

export type SoloMinerPort = Pick<
  SoloMiner,
  'found' | 'setGenerate' | 'setPauseOnBattery' | 'setResumeAtStart' | 'status'
>

interface SoloMiningDeps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly clock: Pick<Clock, 'now'>
  readonly soloMiner: SoloMinerPort
  readonly staker: Pick<Staker, 'setStaking' | 'status'> | undefined
  readonly cores: number
  readonly rewardTarget: () => RewardTarget
}

const HASHES = 2 ** 256

export function createSoloMiningHandlers(deps: SoloMiningDeps) {
  const { params, chain, clock, soloMiner, staker, cores, rewardTarget } = deps

  const isStaking = () => staker?.status().on ?? false

  function findBlockState({ hash, height }: MinedBlock) {
    const entry = chain.byHash(fromDisplayHex(hash))
    if (!entry || !chain.isActive(entry)) return { state: 'orphaned', confirmations: 0 } as const
    const above = chain.tip().height - height
    // Maturity is computed for the next block, the first that could spend the reward.
    const state = above + 1 < params.coinbaseMaturity ? 'immature' : 'mature'
    return { state, confirmations: above + 1 } as const
  }

  return defineHandlers({
    getgenerate() {
      const { generate, limit } = soloMiner.status()
      return { staking: isStaking(), generate, numthreads: limit }
    },
    getlocalsolps: () => soloMiner.status().solutionRate,
    getminerstatus() {
      const found = soloMiner.status()
      const { solutionRate: rate, blocksFound, blocksEver, lastBlock, pauseOnBattery, resumeAtStart, ...status } = found
      const tip = chain.tip()
      const now = Math.max(chain.earliestTime(tip), clock.now())
      const bits = chain.nextBits(tip, now)
      const { target } = params.staked === 0 ? decodeCompact(bits) : chain.nextWorkTarget(bits)
      const chance = (Number(target) + 1) / HASHES
      const expected = rate > 0 ? 1 / (rate * chance) : null
      const { to, address = null, mine } = rewardTarget()
      const machine = { cores, threadmemory: THREAD_BYTES }
      const habits = { pauseonbattery: pauseOnBattery, resumeatstart: resumeAtStart }
      const blocks = { blocks: blocksFound, total: blocksEver, last: lastBlock ?? null }
      return {
        ...status,
        staking: isStaking(),
        ...machine,
        ...habits,
        ...blocks,
        reward: { to, address, mine },
        rate,
        chance,
        expected,
      }
    },
    listfoundblocks({ limit }) {
      const blocks = soloMiner.found(limit).map((block) => ({ ...block, ...findBlockState(block) }))
      return { total: soloMiner.status().blocksEver, blocks }
    },
    setgenerate({ generate, genproclimit }) {
      if (params.network === 'regtest') {
        const text = 'Use the generate method instead of setgenerate on this network'
        throw new RpcError(RPC_ERROR.METHOD_NOT_FOUND, text)
      }
      if (generate && rewardTarget().to === 'nobody') {
        throw new RpcError(RPC_ERROR.METHOD_NOT_FOUND, 'Wallet disabled and -mineraddress not set')
      }
      const threads = genproclimit ?? soloMiner.status().limit
      soloMiner.setGenerate(generate, genproclimit)
      staker?.setStaking(generate && threads === 0)
      return null
    },
    setminerpause({ onbattery }) {
      keepChoice(() => soloMiner.setPauseOnBattery(onbattery))
      return { pauseonbattery: onbattery }
    },
    setminerresume({ atstart }) {
      keepChoice(() => soloMiner.setResumeAtStart(atstart))
      return { resumeatstart: atstart }
    },
  })
}
