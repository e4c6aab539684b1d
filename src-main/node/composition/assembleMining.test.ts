import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { defaultMempoolPolicy, Mempool } from '../mempool/index.ts'
import type { MinedBlock } from '../mining/index.ts'
import type { PeerService } from '../p2p/index.ts'
import { createMiningHandlers } from '../rpc/handlers/mining/mining.ts'
import { createSoloMiningHandlers } from '../rpc/handlers/mining/soloMining.ts'
import { createStakingHandlers } from '../rpc/handlers/mining/staking.ts'
import { createTestNode, silentLogger, type TestNode, testKey } from '../testing/index.ts'
import { waitFor } from '../testing/waitFor.ts'
import type { Wallet } from '../wallet/index.ts'
import { openMining } from './assembleMining.ts'
import { type Closers, createClosers } from './closers.ts'
import type { NodeOptions } from './options.ts'

const ARGS = ['-ac_name=ASSEMBLED', '-ac_supply=1000', '-ac_staked=50']
const context: CallContext = { signal: new AbortController().signal, transport: 'http' }

let folder: string
let node: TestNode
let closers: Closers
/** whether the wallet can sign stakes, and the callback that reports a change */
let unlocked: boolean
let notifyOfWallet: () => void

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mining-'))
  closers = createClosers()
  unlocked = false
})
afterEach(async () => {
  await closers.close()
  node.close()
  rmSync(folder, { recursive: true })
})

/** Opens the mining parts and handlers as the node does: parts are spread, listeners are forwarded. */
function open(args: readonly string[] = ARGS) {
  node = createTestNode({ args, time: 1_700_000_000 })
  const { params, chain, verifier, clock } = node
  const mempool = new Mempool(defaultMempoolPolicy(params), { params, chain, verifier, clock, logger: silentLogger })
  const peers = {
    connectionCount: () => 0,
    syncState: () => ({ state: 'solo', detail: '' }),
  } as unknown as PeerService
  const wallet = {
    keyring: {
      vault: { mayStake: () => unlocked },
      onChange(listener: () => void) {
        notifyOfWallet = listener
        return () => undefined
      },
    },
    ledger: { coins: () => [], isMine: () => true },
    agreedMove: { get: () => undefined },
  } as unknown as Wallet
  const options = {
    mining: { generate: undefined, threads: undefined, cores: 2, withoutPeers: true, address: undefined },
    directories: { network: folder },
  } as unknown as NodeOptions
  const opened = openMining(
    options,
    { params, chain, mempool, wallet, peers },
    {
      ...{ clock, logger: silentLogger, random: { bytes: (length) => new Uint8Array(length).fill(7) } },
      ...{ pubkey: () => testKey(1).pub, fatal: () => undefined, signal: new AbortController().signal },
    },
    closers,
  )
  const parts = { params, chain, mempool, clock, cores: 2, ...opened }
  return {
    ...opened,
    calls: { ...createMiningHandlers(parts), ...createSoloMiningHandlers(parts), ...createStakingHandlers(parts) },
  }
}

describe('openMining', () => {
  it('opens a solo miner that RPC calls control and query, and that reports its changes', async () => {
    const { soloMiner, calls } = open()
    const states: string[] = []
    const unsubscribe = soloMiner.onChange(({ state }) => states.push(state))
    await calls.setgenerate({ generate: true, genproclimit: 1 }, context)
    expect(calls.getminerstatus({}, context)).toMatchObject({ generate: true, state: 'mining' })
    soloMiner.setPower('battery')
    await calls.setminerpause({ onbattery: false }, context)
    await calls.setminerresume({ atstart: true }, context)
    await calls.setgenerate({ generate: false, genproclimit: undefined }, context)
    expect(states).toEqual(['mining', 'paused', 'mining', 'mining', 'off'])
    unsubscribe()
    soloMiner.begin()
    expect(calls.getminerstatus({}, context)).toMatchObject({ generate: false, resumeatstart: true })
    expect(states).toHaveLength(5)
  })

  it('opens a staker that follows the lock state of the wallet', async () => {
    const { staker, calls } = open()
    const states: string[] = []
    staker?.onChange(() => states.push(staker.status().state))
    staker?.begin()
    await calls.setgenerate({ generate: true, genproclimit: 0 }, context)
    await waitFor(() => expect(staker?.status().state).toBe('locked'))
    unlocked = true
    notifyOfWallet()
    await waitFor(() => expect(staker?.status().state).toBe('waiting'))
    expect(await calls.getstakingstatus({}, context)).toMatchObject({ on: true, state: 'waiting', count: 0 })
    expect(states).toEqual(expect.arrayContaining(['locked', 'waiting']))
  })

  it('opens a block generator whose templates and found blocks RPC calls return', async () => {
    const { miner, minerRecord, templates, autoMiner, calls, rewardScript } = open([...ARGS, '-regtest'])
    const script = rewardScript()!
    const hashes = await miner.generate(2, { script })
    expect(hashes).toHaveLength(2)
    expect(node.chain.tip().height).toBe(2)
    expect(templates.last()).toMatchObject({ txCount: 0 })
    expect(templates.build({ script }).height).toBe(3)
    const block: MinedBlock = { hash: '00'.repeat(32), height: 2, time: 5, reward: 9n, staked: true }
    minerRecord.add(block)
    expect(calls.listfoundblocks({ limit: 5 }, context)).toMatchObject({ total: 1, blocks: [{ height: 2 }] })
    await calls.setstakingsplit({ split_percentage: '30' }, context)
    expect(minerRecord.stakingSplit()).toBe(30)
    const switched: boolean[] = []
    autoMiner.onChange((on) => switched.push(on))
    autoMiner.setEnabled(true)
    expect([autoMiner.enabled(), switched]).toEqual([true, [true]])
  })
})
