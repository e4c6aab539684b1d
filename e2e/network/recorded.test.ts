import { afterEach, describe, expect, it } from 'vitest'
import { decodeAddress } from '../../src-main/node/script/index.ts'
import { readVector } from '../../src-main/node/testing/index.ts'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { type Line, type RecordedBlock, readBlocks, readTranscript } from '../compat/recordings.ts'
import { CHAIN_ARGS as REGTEST_ARGS } from '../compat/storyRegtest.ts'
import { lastBlockTime, CHAIN_ARGS as TST1_ARGS } from '../compat/storyTst1.ts'
import type { Daemon } from '../support/daemon.ts'
import { connectNodes, type NetworkNode, startNetworkNode, untilSameTip } from '../support/network.ts'

const clockReason = Date.now() / 1000 < lastBlockTime() ? 'the clock of this machine is before its blocks' : undefined
const behind = leaveOut('the recorded main-mode chain', clockReason)

/** State of the recorded chain at a height, as lines of the reference to compare with the synchronised node. */
interface Stage {
  readonly height: number
  readonly picks: (line: Line) => boolean
  /** expected number of lines */
  readonly lines: number
}

interface Recording {
  readonly chain: 'regtest' | 'tst1'
  readonly args: readonly string[]
  /** the recorded node whose key our nodes use */
  readonly node: string
  readonly pubkey: string
  readonly stages: readonly Stage[]
  /** number of addresses, and of replies about each token and each key's balance */
  readonly addresses: number
  readonly tokenAnswers: number
}

const STATE = new Set([
  'getsnapshot',
  'getaddressbalance',
  'gettxoutsetinfo',
  'tokenlist',
  'faucetinfo',
  'tokenaddress',
])
const between = (first: number, last: number) => (line: Line) => line.seq >= first && line.seq <= last

const RECORDINGS: readonly Recording[] = [
  {
    chain: 'regtest',
    args: REGTEST_ARGS.split(' ').filter((arg) => arg !== '-maxconnections=0'),
    node: 'R1',
    pubkey: '02676d00110c2cd14ae24f95969e8598f7ccfaa675498b82654a5b5bd57fc1d8cf',
    stages: [
      { height: 169, picks: between(2770, 2980), lines: 28 },
      { height: 262, picks: between(3270, 3342), lines: 3 },
    ],
    addresses: 162,
    tokenAnswers: 120,
  },
  {
    chain: 'tst1',
    args: TST1_ARGS.split(' '),
    node: 'A',
    pubkey: '0292a4ae260909b6aeb0e631081517ac24cc7c489c94faf00795be3d23f8f87c8d',
    stages: [
      { height: 70, picks: between(337, 565), lines: 11 },
      { height: 85, picks: between(914, 914), lines: 1 },
    ],
    addresses: 20,
    tokenAnswers: 30,
  },
]

let nodes: NetworkNode[] = []
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop().catch(() => node.kill())))
  nodes = []
})

async function start({ args, pubkey }: Recording): Promise<NetworkNode> {
  const node = await startNetworkNode({ chain: args, args: [`-pubkey=${pubkey}`] })
  nodes.push(node)
  return node
}

/** Removes fields that depend on the time, and the deliberate differences listed in the README. */
function flushPromises(method: string, result: unknown): unknown {
  if (method === 'getsnapshot') {
    const apart = { start_time: 0, end_time: 0, start_height: 0, total_includeCCvouts: 0 }
    return { ...(result as object), ...apart }
  }
  if (method !== 'faucetinfo') return result
  return { ...(result as object), funding: Number((result as { funding: unknown }).funding) }
}

const recordedState = (recording: Recording, stage: Stage) =>
  readTranscript(recording.chain)
    .filter(({ node, method }) => node === recording.node && STATE.has(method ?? ''))
    .filter((line) => stage.picks(line))
    .map(({ seq, method, paramsText, response }) => {
      const { result, error } = JSON.parse(response ?? '{}') as { result: unknown; error: unknown }
      return { seq, method: method ?? '', params: JSON.parse(paramsText) as unknown[], result, error }
    })
    .filter(({ error }) => error === null)

/** Returns every address and key in the recording. */
function namesIn(chain: Recording['chain']) {
  const text = ['transcript.jsonl', 'params.json', 'blocks.jsonl']
    .map((file) => readVector(`${chain}/${file}`))
    .join('\n')
  const all = (pattern: RegExp) => [...new Set(text.match(pattern))]
  return {
    addresses: all(/\b[Rb][1-9A-HJ-NP-Za-km-z]{33}\b/g).filter((text) => decodeAddress(text) !== undefined),
    keys: all(/"0[23][0-9a-f]{64}"/g).map((quoted) => quoted.slice(1, -1)),
  }
}

/** Returns all state of the chain that a node reports. */
async function readChainState(node: Daemon, { addresses, keys }: ReturnType<typeof namesIn>) {
  const call = <T>(method: string, ...params: unknown[]) => node.rpc.call<T>(method, ...params)
  const tokens = await call<readonly string[]>('tokenlist')
  const balances: unknown[] = []
  for (const address of addresses)
    for (const kind of [0, 1]) balances.push([address, await call('getaddressbalance', { addresses: [address] }, kind)])
  const infos: unknown[] = []
  for (const token of tokens) {
    infos.push(await call('tokeninfo', token))
    for (const key of keys) infos.push([key, await call('tokenbalance', token, key)])
  }
  return {
    balances,
    infos,
    tokens,
    snapshot: flushPromises('getsnapshot', await call('getsnapshot')),
    coins: await call('gettxoutsetinfo'),
    supply: await call('coinsupply'),
    faucet: await call('faucetinfo'),
    audit: { ...(await call<object>('auditaddressindex')), seconds: 0 },
  }
}

async function submitBlocks(node: NetworkNode, blocks: readonly RecordedBlock[]): Promise<void> {
  for (const { hex, height } of blocks)
    if (height > 0) expect([height, await node.rpc.call('submitblock', hex)]).toEqual([height, null])
}

async function expectBlocks(node: NetworkNode, blocks: readonly RecordedBlock[]): Promise<void> {
  for (const { height, hash, hex } of blocks) {
    expect(await node.rpc.call('getblockhash', height)).toBe(hash)
    if (height > 0) expect([height, await node.rpc.call('getblock', hash, 0)]).toEqual([height, hex])
  }
}

describe('recorded chains over TCP', () => {
  it.skipIf(behind).each(RECORDINGS)(
    '$chain: a fresh node gets the recorded blocks and the same state as its source',
    async (recording) => {
      const blocks = readBlocks(recording.chain)
      const names = namesIn(recording.chain)
      const [source, fresh] = [await start(recording), await start(recording)]
      let given = 0
      for (const stage of recording.stages) {
        const { height } = stage
        await submitBlocks(source, blocks.slice(given, height + 1))
        if (given === 0) await connectNodes(fresh, source)
        given = height + 1
        expect(await untilSameTip(source, fresh)).toBe(blocks[height]?.hash)
        const recorded = recordedState(recording, stage)
        expect(recorded).toHaveLength(stage.lines)
        for (const { seq, method, params, result } of recorded)
          expect([seq, flushPromises(method, await fresh.rpc.call(method, ...params))]).toEqual([
            seq,
            flushPromises(method, result),
          ])
      }
      await expectBlocks(fresh, blocks)
      const state = await readChainState(fresh, names)
      expect(state).toEqual(await readChainState(source, names))
      expect(state.audit).toMatchObject({ ok: true })
      expect([names.addresses.length, state.infos.length]).toEqual([recording.addresses, recording.tokenAnswers])
    },
  )
})
