import { afterEach, describe, expect, it } from 'vitest'
import { addressIndexMigrations, createAddressIndex } from '../addressIndex/index.ts'
import { chainParamsFromArgs } from '../consensus/index.ts'
import { ContractEvaluator } from '../contracts/index.ts'
import type { IndexedAddress } from '../core/index.ts'
import { computeTxid, parseBlock, readTransaction } from '../primitives/index.ts'
import type { Transaction } from '../primitives/types.ts'
import { decodeAddress, encodeAddress } from '../script/index.ts'
import { createTestNode, silentLogger, type TestNode } from '../testing/index.ts'
import { readVector } from '../testing/vectors.ts'
import { ByteReader, DecodeError, fromHex, toDisplayHex } from '../util/index.ts'
import { hasCoins } from './coins.ts'
import { defaultMempoolPolicy, Mempool } from './mempool.ts'

// komodod's reply to one sendrawtransaction of its recorded chains. The recordings are not part of the repository.

interface Line {
  readonly seq: number
  readonly node: string
  readonly note: string
  readonly method: string | null
  readonly params: readonly unknown[]
  readonly response_raw: string
  readonly tip?: number
  readonly mocktime?: number
  readonly step?: string
}

interface Reply {
  readonly result: unknown
  readonly error: { readonly code: number; readonly message: string } | null
}

const readLines = <T>(chain: string, file: string): T[] =>
  readVector(`${chain}/${file}`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

let close = (): void => {}
afterEach(() => close())

function openChain(name: string, args: string) {
  const chainArgs = args.split(' ')
  const params = chainParamsFromArgs(chainArgs)
  const evaluator = new ContractEvaluator(params)
  let index: ReturnType<typeof createAddressIndex> | undefined
  const node: TestNode = createTestNode({
    args: chainArgs,
    migrations: [addressIndexMigrations],
    observers: (db) => {
      index = createAddressIndex({ db })
      return [index.observer]
    },
    addressIndex: () => index!,
    evaluator,
    maxReorg: 1_000,
  })
  close = () => node.close()
  const { chain, verifier, clock } = node
  const deps = { params, chain, verifier, clock, logger: silentLogger, evaluator, addressIndex: index! }
  const mempool = new Mempool(defaultMempoolPolicy(params), deps)
  chain.subscribe((update) => mempool.update(update))
  const blocks = readLines<{ height: number; hex: string }>(name, 'blocks.jsonl').map(({ hex }) => fromHex(hex))
  const mined = new Map<string, { readonly tx: Transaction; readonly height: number }>()
  blocks.forEach((bytes, height) => {
    for (const tx of parseBlock(bytes).txs) mined.set(toDisplayHex(computeTxid(tx)), { tx, height })
  })
  return {
    node,
    mempool,
    /** by txid */
    mined,
    top: blocks.length - 1,
    grow(height: number): void {
      while (chain.tip().height < height) {
        const bytes = blocks[chain.tip().height + 1]!
        const { time } = parseBlock(bytes).header
        if (time > clock.now()) clock.set(time)
        expect(chain.submitBlock(bytes)).toBeNull()
      }
    },
  }
}

/** Imitates sendrawtransaction around the mempool (rpc.md §7). */
function send(
  { chain }: TestNode,
  mempool: Mempool,
  hex: string,
  allowHighFees: boolean,
): Pick<Reply, 'result' | 'error'> {
  const failed = (code: number, message: string) => ({ result: null, error: { code, message } })
  let tx: Transaction
  try {
    tx = readTransaction(new ByteReader(fromHex(hex)))
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return failed(-22, 'TX decode failed')
  }
  const txid = computeTxid(tx)
  if (mempool.get(txid) !== undefined) return { result: toDisplayHex(txid), error: null }
  if (hasCoins(chain, txid)) return failed(-27, 'transaction already in block chain')
  const answer = mempool.accept(tx, { rejectAbsurdFee: !allowHighFees })
  if (answer.ok) return { result: toDisplayHex(txid), error: null }
  if (answer.kind === 'missing-inputs') return failed(-25, 'Missing inputs')
  return answer.kind === 'refused' ? failed(-25, answer.reason) : failed(-26, `${answer.code}: ${answer.reason}`)
}

function recorded({ method, params, response_raw }: Line): Reply | undefined {
  if (method !== 'sendrawtransaction' || typeof params[0] !== 'string' || params.length > 2) return undefined
  if (params.length === 2 && typeof params[1] !== 'boolean') return undefined
  const { result, error } = JSON.parse(response_raw) as Reply
  return { result, error: error && { code: error.code, message: error.message } }
}

function typedAddress(text: unknown, cc: boolean): IndexedAddress | undefined {
  const found = typeof text === 'string' ? decodeAddress(text) : undefined
  return found && { type: found.kind === 'scripthash' ? 2 : cc ? 3 : 1, hash: found.hash }
}

/**
 * Builds the replies of getaddressmempool and getrawmempool (rpc.md).
 * @returns undefined for a line that is not compared
 */
function poolReply({ method, params }: Line, mempool: Mempool): unknown {
  if (method === 'getaddressmempool') {
    const [query] = params as [string | { addresses?: unknown[] } | undefined]
    const texts = typeof query === 'string' ? [query] : query?.addresses
    const cc = params.length > 1
    const wanted = Array.isArray(texts) ? texts.map((text) => typedAddress(text, cc)) : [undefined]
    if (!wanted.every((each) => each !== undefined)) return undefined
    return mempool.addressDeltas(wanted).map(({ address, txid, index, satoshis, time, prevout }) => ({
      address: encodeAddress(address),
      txid: toDisplayHex(txid),
      index,
      satoshis: Number(satoshis),
      timestamp: time,
      ...(prevout && { prevtxid: toDisplayHex(prevout.hash), prevout: prevout.index }),
    }))
  }
  if (method !== 'getrawmempool' || params.length > 1) return undefined
  const entries = [...mempool.entries()]
  if (params[0] !== true) return entries.map(({ txidHex }) => txidHex).sort()
  const described = entries.map((entry) => [
    entry.txidHex,
    {
      size: entry.size,
      fee: Number(entry.fee) / 1e8,
      time: entry.time,
      height: entry.height,
      // komodod writes doubles with 16 digits.
      startingpriority: Number(mempool.startingPriority(entry).toPrecision(16)),
      currentpriority: Number(mempool.currentPriority(entry).toPrecision(16)),
      depends: mempool.parents(entry).map(({ txidHex }) => txidHex),
    },
  ])
  return Object.fromEntries(described)
}

/** komodod lists the ids in the order of a hash table. */
const unordered = (value: unknown): unknown =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? [...value].sort() : value

describe('mempool against recorded answers', () => {
  it('gives the recorded reply to every transaction of the regtest recording', () => {
    const { args } = JSON.parse(readVector('regtest/params.json')) as { args: string }
    const { node, mempool, mined, grow } = openChain('regtest', args)
    let compared = 0
    let queries = 0
    for (const line of readLines<Line>('regtest', 'transcript.jsonl')) {
      // From here on the recording mines blocks that are no longer in the final chain.
      if (line.step?.startsWith('reorg')) break
      if (line.tip !== undefined) grow(line.tip)
      if (line.mocktime !== undefined) node.clock.set(line.mocktime)
      const expected = recorded(line)
      if (expected !== undefined) {
        const answer = send(node, mempool, line.params[0] as string, line.params[1] === true)
        expect(answer, `${line.seq} ${line.note}`).toEqual(expected)
        compared++
        continue
      }
      const reply = poolReply(line, mempool)
      if (reply !== undefined) {
        const { result } = JSON.parse(line.response_raw) as Reply
        expect(reply, `${line.seq} ${line.note}`).toEqual(unordered(result))
        queries++
      } else if (line.method?.startsWith('send')) {
        // Transactions sent by wallets are found in the blocks that confirmed them.
        const { result } = JSON.parse(line.response_raw) as Reply
        const sent = typeof result === 'string' ? mined.get(result) : undefined
        if (sent !== undefined) mempool.accept(sent.tx, { rejectAbsurdFee: false })
      }
    }
    console.log(`regtest: ${compared} admissions and ${queries} queries compared`)
    expect(queries).toBeGreaterThan(25)
    expect(compared).toBeGreaterThan(95)
  })

  it('gives the recorded reply to every transaction of the main-mode chain', () => {
    const { node, mempool, mined, grow, top } = openChain(
      'tst1',
      '-ac_name=TST1 -ac_supply=1000000 -ac_cc=2 -ac_public=1',
    )
    let compared = 0
    for (const line of readLines<Line>('tst1', 'transcript.jsonl')) {
      const expected = recorded(line)
      // D and R are other chains.
      if (expected === undefined || ['D', 'R'].includes(line.node)) continue
      const hex = line.params[0] as string
      // The recording has no heights. An accepted transaction was confirmed by a later block, and the chain may have
      // grown before that.
      const home = typeof expected.result === 'string' ? mined.get(expected.result) : undefined
      if (home !== undefined) grow(home.height - 1)
      let answer = send(node, mempool, hex, line.params[1] === true)
      while (JSON.stringify(answer) !== JSON.stringify(expected) && node.chain.tip().height < top) {
        grow(node.chain.tip().height + 1)
        answer = send(node, mempool, hex, line.params[1] === true)
      }
      expect(answer, `${line.seq} ${line.note}`).toEqual(expected)
      compared++
    }
    console.log(`tst1: ${compared} answers compared`)
    expect(compared).toBeGreaterThan(30)
  })
})
