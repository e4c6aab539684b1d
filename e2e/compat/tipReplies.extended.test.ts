import { afterEach, describe, expect, it } from 'vitest'
import { readVector, vectorLines } from '../../src-main/node/testing/index.ts'
import { type Exact, getExactMember, parseExact, printExact, shortestNumbers } from './exactJson.ts'
import { type ReplayNode, startNode } from './nodes.ts'
import type { Line } from './recordings.ts'
import { createTally } from './report.ts'

interface Params {
  readonly options: readonly string[]
  readonly height: number
  readonly tip: string
  readonly network?: string
  /** unix seconds */
  readonly clock_at_recording: number
}

/** Methods whose replies depend on the recorded machine or wallet, or that other tests cover. */
const ELSEWHERE: ReadonlySet<string> = new Set(['getbalance64', 'setstakingsplit'])

/** Members that cannot be equal, by method, each with the reason. */
const NOT_COMPARABLE: Readonly<Record<string, readonly string[]>> = {
  getinfo: [
    // versions, ports, connections and the wallet of the recorded node
    ...['version', 'protocolversion', 'KMDversion', 'walletversion', 'balance', 'keypoololdest', 'keypoolsize'],
    ...['p2pport', 'rpcport', 'connections', 'timeoffset', 'paytxfee'],
    // protocol/README.md finding 2
    ...['synced', 'longestchain'],
  ],
  getblockchaininfo: ['synced'],
  // The coinbase pays the recorded wallet, and its target depends on the current time. `mintime` of the reference is
  // the median time plus one, which the reference itself would reject; ours is the earliest valid time.
  getblocktemplate: ['coinbasetxn', 'curtime', 'longpollid', 'bits', 'target', 'mintime'],
  // depends on the earlier work of the recorded miner
  getmininginfo: ['currentblocksize', 'localsolps'],
  getsnapshot: ['start_time', 'end_time'],
  getmempoolinfo: ['usage'],
}

/** The recorded main-mode miner had one thread and no peers. */
const MINED_ALONE = ['-testnode=1', '-genproclimit=1']
const ANCHORS_LOST: ReadonlySet<string> = new Set(['19', '100', '104'])

let node: ReplayNode | undefined
afterEach(async () => {
  await node?.daemon.stop()
})

function withoutIncomparable(method: string | null, result: Exact): Exact {
  // The reference keeps blocks with a high hash as invalid tips; our node never does (protocol/README.md finding 19).
  if (method === 'getchaintips')
    return (result as readonly Exact[]).filter((tip) => getExactMember(tip, 'status') === 'active')
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return result
  // The reference lost the anchor of the block below the first one that it rejected.
  if (method === 'getblock' && ANCHORS_LOST.has(printExact(getExactMember(result, 'height') ?? null)))
    return withoutMembers(result, ['anchor'])
  return withoutMembers(result, NOT_COMPARABLE[method ?? ''] ?? [])
}

function withoutMembers(result: object, left: readonly string[]): Exact {
  return Object.fromEntries(Object.entries(result).filter(([name]) => !left.includes(name)))
}

/** Converts a recorded call to a line, so that the table of differences applies to it. */
function asLine(recorded: Exact, seq: number): Line {
  const params = getExactMember(recorded, 'params') ?? []
  return {
    ...{ chain: 'regtest', seq, note: '', node: 'tip', method: String(getExactMember(recorded, 'method')), params },
    ...{ paramsText: printExact(params), status: 200, response: '', mocktime: undefined, http: undefined },
  }
}

describe('recorded replies at the tip of chains with -ac_adaptivepow and -ac_staked', () => {
  it.each(['ADP1', 'ADP2', 'STKR', 'STKG', 'STKS', 'STKA', 'STK1'])('match our replies on %s', async (name) => {
    const params = JSON.parse(readVector(`staked/${name}/params.json`)) as Params
    const clock = params.network === 'regtest' ? [`-mocktime=${params.clock_at_recording}`] : MINED_ALONE
    const started = await startNode(name, {
      args: [...params.options, ...clock, '-addressindex=1', '-spentindex=1'],
      fromSource: true,
    })
    node = started
    const { daemon } = started
    for (const { hex } of vectorLines<{ hex: string }>(`staked/${name}/blocks.jsonl`)) await started.give(hex)
    expect(await daemon.rpc.call('getbestblockhash')).toBe(params.tip)
    const tally = createTally()
    for (const [seq, text] of readVector(`staked/${name}/transcript.jsonl`).split('\n').filter(Boolean).entries()) {
      const recorded = parseExact(text)
      const line = asLine(recorded, seq)
      if (line.method === null || ELSEWHERE.has(line.method)) continue
      const { reply } = await started.ask(line.method, line.paramsText)
      const side = (of: Exact | undefined) => {
        const result = withoutIncomparable(line.method, getExactMember(of, 'result') ?? null)
        return { result: shortestNumbers(result), error: getExactMember(of, 'error') ?? null }
      }
      tally.add(line, { kind: 'compared', expected: side(getExactMember(recorded, 'reply')), got: side(reply) })
    }
    if (tally.remaining.length > 0) tally.print((words) => console.log(words))
    expect(tally.remaining.map(({ line }) => `${line.method} ${line.paramsText}`)).toEqual([])
  })
})
