import { join } from 'node:path'
import {
  AutoMiner,
  createSolverThreads,
  Miner,
  openMinerRecord,
  type RewardTarget,
  SoloMiner,
  type SoloMinerDeps,
  TemplateBuilder,
} from '../mining/index.ts'
import { decodeAddress, findScriptAddress, p2pkhScript, p2pkScript } from '../script/index.ts'
import { type Wallet, WalletError } from '../wallet/index.ts'
import { openStaker } from './assembleStaking.ts'
import type { Closers } from './closers.ts'
import type { NodeOptions } from './options.ts'
import type { Parts, PartsDeps } from './parts.ts'

/** Delay before the sandbox mines a block for a new transaction, so that transactions sent together share it. */
const AUTO_MINE_DELAY_MS = 250

/** Returns a fresh key for each reward, or the last one again if a locked wallet has run out of keys. */
function createRewardKeys(wallet: Wallet): () => Uint8Array {
  let last: Uint8Array | undefined
  return () => {
    try {
      last = wallet.keys.next(null).pubkey
    } catch (error) {
      if (!(error instanceof WalletError && error.kind === 'key-pool-empty' && last)) throw error
    }
    return last
  }
}

function createRewardScriptSource(
  options: NodeOptions,
  deps: PartsDeps,
  wallet: Wallet | undefined,
): Parts['rewardScript'] {
  const nextKey = wallet && createRewardKeys(wallet)
  return () => {
    const identity = deps.pubkey()
    if (identity) return p2pkScript(identity)
    const address = options.mining.address === undefined ? undefined : decodeAddress(options.mining.address)
    if (address?.kind === 'pubkeyhash') return p2pkhScript(address.hash)
    return nextKey && p2pkScript(nextKey())
  }
}

function findRewardTarget(options: NodeOptions, deps: PartsDeps, wallet: Wallet | undefined): RewardTarget {
  const fixed = (to: 'identity' | 'address', scriptPubKey: Uint8Array): RewardTarget => {
    const address = findScriptAddress(scriptPubKey, { cc: false })
    return { to, address, mine: wallet?.ledger.isMine({ value: 0n, scriptPubKey }) ?? false }
  }
  const identity = deps.pubkey()
  if (identity) return fixed('identity', p2pkScript(identity))
  const address = options.mining.address === undefined ? undefined : decodeAddress(options.mining.address)
  if (address?.kind === 'pubkeyhash') return fixed('address', p2pkhScript(address.hash))
  return { to: wallet ? 'wallet' : 'nobody', address: undefined, mine: wallet !== undefined }
}

/** Timers of the event loop. */
export const timers = {
  set: (callback: () => void, millis: number) => setTimeout(callback, millis),
  clear: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
}

type Mining = Pick<
  Parts,
  | 'templates'
  | 'miner'
  | 'autoMiner'
  | 'soloMiner'
  | 'staker'
  | 'stakingWallet'
  | 'minerRecord'
  | 'rewardScript'
  | 'rewardTarget'
>
type ConsentContext = Pick<Parts, 'params' | 'chain' | 'mempool' | 'wallet' | 'peers'>

export function openMining(options: NodeOptions, ground: ConsentContext, deps: PartsDeps, closers: Closers): Mining {
  const { params, chain, mempool, wallet } = ground
  const { clock, random, logger, signal } = deps
  const { blockMaxSize } = options.mining
  const rewardScript = createRewardScriptSource(options, deps, wallet)
  const templates = new TemplateBuilder(blockMaxSize === undefined ? {} : { maxSize: blockMaxSize }, {
    params,
    chain,
    mempool,
    clock,
    logger,
  })
  const miner = new Miner({ params, chain, templates, clock, random, timers })
  const script = () => {
    const found = rewardScript()
    if (!found) throw new Error('no key or address to mine to')
    return found
  }
  const autoMiner = new AutoMiner(
    { enabled: false, delayMillis: AUTO_MINE_DELAY_MS, script },
    { miner, mempool, timers, logger },
  )
  closers.add(() => autoMiner.stop())
  const minerRecord = openMinerRecord(join(options.directories.network, 'mining.json'), logger.child('mining'))
  const startThread = createSolverThreads(params.equihash.personal)
  const work = { templates, script: rewardScript, record: minerRecord, startThread }
  const { generate, threads, withoutPeers } = options.mining
  const stake = generate === undefined || threads === undefined ? undefined : generate && threads === 0
  const alone = withoutPeers || params.network === 'regtest'
  const { staker, stakingWallet } = openStaker(
    { stake, alone },
    { ...work, params, chain, wallet, clock, random, logger, timers, network: () => ground.peers },
  )
  if (staker) closers.add(() => staker.stop())
  const untilStop = (other: AbortSignal | undefined) => (other ? AbortSignal.any([other, signal]) : signal)
  return {
    templates,
    miner: { generate: (count, given) => miner.generate(count, { ...given, signal: untilStop(given.signal) }) },
    autoMiner,
    soloMiner: openSoloMiner(options, ground, work, deps, closers),
    staker,
    stakingWallet,
    minerRecord,
    rewardScript,
    rewardTarget: () => findRewardTarget(options, deps, wallet),
  }
}

/** Opens the miner of main-mode chains. Its threads start when mining is switched on. */
function openSoloMiner(
  { mining }: NodeOptions,
  { chain, mempool, peers }: ConsentContext,
  work: Pick<SoloMinerDeps, 'templates' | 'script' | 'record' | 'startThread'>,
  { clock, random, logger }: PartsDeps,
  closers: Closers,
): SoloMiner {
  const soloMiner = new SoloMiner(
    { generate: mining.generate, limit: mining.threads, cores: mining.cores, alone: mining.withoutPeers },
    { ...work, chain, mempool, clock, random, logger, timers, network: () => peers },
  )
  closers.add(() => soloMiner.stop())
  return soloMiner
}
