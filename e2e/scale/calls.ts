import type { RpcClient } from '../support/rpcClient.ts'

export type Call = readonly [method: string, ...params: readonly unknown[]]

export interface CallKind {
  /** as in the table of scale.md */
  readonly name: string
  readonly calls: readonly Call[]
  /** calls of this kind among 100 of the mixed load */
  readonly share: number
}

/** Objects of a chain that calls name. */
export interface ChainSample {
  readonly heights: readonly number[]
  readonly txids: readonly string[]
  readonly addresses: readonly string[]
  /** the address with the longest history */
  readonly hot: string
}

interface VerboseTransaction {
  readonly vout: readonly { readonly scriptPubKey: { readonly addresses: readonly string[] } }[]
}

/** Chooses blocks at random, a transaction of each, and an address that it pays. */
export async function sampleChain(
  rpc: RpcClient,
  { height, hot, size, random }: { height: number; hot: string; size: number; random: () => number },
): Promise<ChainSample> {
  const sample = { heights: [] as number[], txids: [] as string[], addresses: [] as string[], hot }
  while (sample.heights.length < size) {
    const chosen = 20 + Math.floor(random() * (height - 20))
    const { tx } = await rpc.call<{ tx: string[] }>('getblock', String(chosen), 1)
    // Not the coinbase, whose address has one output per block.
    const txid = tx[1 + Math.floor(random() * (tx.length - 1))] ?? ''
    const { vout } = await rpc.call<VerboseTransaction>('getrawtransaction', txid, 1)
    const address = vout.map(({ scriptPubKey }) => scriptPubKey.addresses[0]).find((one) => one !== hot)
    if (address === undefined) continue
    sample.heights.push(chosen)
    sample.txids.push(txid)
    sample.addresses.push(address)
  }
  return sample
}

/** Blocks of the range that a call about part of the longest history names. */
const RANGE = 100

/** Returns the kinds of calls that are measured one after the other. */
export function measuredCalls({ heights, txids, addresses, hot }: ChainSample): readonly CallKind[] {
  const kind = (name: string, share: number, calls: readonly Call[]): CallKind => ({ name, share, calls })
  const ranges = heights.map((start) => ({ addresses: [hot], start, end: start + RANGE }))
  return [
    kind('`getblockcount`', 10, [['getblockcount']]),
    kind(
      '`getblockhash`',
      10,
      heights.map((height): Call => ['getblockhash', height]),
    ),
    kind(
      '`getaddressbalance`, any address',
      25,
      addresses.map((address): Call => ['getaddressbalance', { addresses: [address] }]),
    ),
    kind('`getaddressbalance`, longest history', 2, [['getaddressbalance', { addresses: [hot] }]]),
    kind(
      '`getaddressutxos`, any address',
      15,
      addresses.map((address): Call => ['getaddressutxos', { addresses: [address] }]),
    ),
    kind(
      '`getaddresstxids`, any address',
      10,
      addresses.map((address): Call => ['getaddresstxids', { addresses: [address] }]),
    ),
    kind(
      '`getaddressdeltas`, longest history, 100 blocks',
      1,
      ranges.map((range): Call => ['getaddressdeltas', range]),
    ),
    kind('`listaddresstransactions`, longest history, newest 20', 2, [
      ['listaddresstransactions', hot, null, { limit: 20 }],
    ]),
    kind(
      '`getrawtransaction`, verbose',
      20,
      txids.map((txid): Call => ['getrawtransaction', txid, 1]),
    ),
    kind(
      '`getblock`, 42 transactions',
      5,
      heights.map((height): Call => ['getblock', String(height), 1]),
    ),
  ]
}

/** Returns calls in the shares of the mixed load, in an order that repeats after `count` calls. */
export function mixedCalls(kinds: readonly CallKind[], count: number, random: () => number): readonly Call[] {
  const chosen = kinds.flatMap(({ calls, share }) => Array.from({ length: share }, () => calls))
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  return Array.from({ length: count }, () => pick(pick(chosen)))
}

/** Returns calls whose replies no later block changes. */
export function lastingCalls({ heights, txids, addresses }: ChainSample): readonly Call[] {
  return [
    ...heights.map((height): Call => ['getblockhash', height]),
    ...heights.map((height): Call => ['getblock', String(height), 0]),
    ...txids.map((txid): Call => ['getrawtransaction', txid]),
    ...addresses.map((address, at): Call => {
      const end = heights[at]!
      return ['getaddresstxids', { addresses: [address], start: 1, end }]
    }),
  ]
}

/** Returns calls whose replies from the tables must equal the node's byte for byte, at the same block. */
export function comparedCalls(sample: ChainSample): readonly Call[] {
  const { heights, txids, addresses, hot } = sample
  return [
    ...measuredCalls(sample).flatMap(({ calls }) => calls),
    ...lastingCalls(sample),
    ...heights.map((height): Call => ['getblock', String(height), 2]),
    ...heights.map((height): Call => ['getblockheader', String(height)]),
    ...txids.flatMap((txid): Call[] => [
      ['gettxout', txid, 0],
      ['getspentinfo', { txid, index: 0 }],
      ['explaintransaction', txid],
      ['gettxoutproof', [txid]],
    ]),
    ...[hot, ...addresses].flatMap((address): Call[] => [
      ['getaddresssummary', address],
      ['listaddressutxos', address, null, { limit: 20, sort: 'amount' }],
      ['listaddressdeltas', address, null, { limit: 20 }],
    ]),
    ...(['getbestblockhash', 'getblockchaininfo', 'getchaintxstats', 'getdifficulty', 'gettxoutsetinfo'] as const).map(
      (method): Call => [method],
    ),
    ['getaddressbalance', { addresses }],
    ['getaddressbalance', { addresses: ['nonsense'] }],
    ['getblock', 'f'.repeat(64)],
    ['getaddresstxids', { addresses: [hot] }],
  ]
}
