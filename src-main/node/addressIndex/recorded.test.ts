import { describe, expect, it } from 'vitest'
import type { AddressIndexView, IndexedAddress } from '../core/index.ts'
import { parseBlock } from '../primitives/index.ts'
import { decodeAddress } from '../script/index.ts'
import { readVector } from '../testing/vectors.ts'
import { fromHex, toDisplayHex, toHex } from '../util/index.ts'
import { createTestLedger, type TestLedger } from './testing/testLedger.ts'

// Recorded reply of komodod's address index. The recordings are not part of the repository.

interface Line {
  readonly node: string
  readonly method: string
  readonly params: readonly unknown[]
  readonly response_raw: string
  readonly tip?: number
  readonly step?: string
}

interface Query {
  readonly addresses: readonly string[]
  readonly start?: unknown
  readonly end?: unknown
}

const readLines = <T>(chain: string, file: string): T[] =>
  readVector(`${chain}/${file}`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

function typed(text: string, cc: boolean): IndexedAddress {
  const { kind, hash } = decodeAddress(text)!
  return { type: kind === 'scripthash' ? 2 : cc ? 3 : 1, hash }
}

const numbers = (...values: unknown[]): boolean => values.every((value) => typeof value === 'number')

/** Builds the reply of rpc.md §4 from the index. Amounts stay below 2^53 in these recordings. */
function reply(index: AddressIndexView, method: string, query: Query, cc: boolean): unknown {
  const of = (text: string): IndexedAddress => typed(text, cc)
  const { addresses } = query
  const range = numbers(query.start, query.end) ? { start: query.start as number, end: query.end as number } : undefined
  if (method === 'getaddressbalance') {
    const all = addresses.map((text) => index.balance(of(text)))
    const sum = (values: bigint[]): number => Number(values.reduce((total, value) => total + value, 0n))
    return { balance: sum(all.map(({ balance }) => balance)), received: sum(all.map(({ received }) => received)) }
  }
  if (method === 'getaddressdeltas') {
    return addresses.flatMap((address) =>
      [...index.deltas(of(address), range)].map(({ satoshis, txid, index: at, blockIndex, height }) => ({
        satoshis: Number(satoshis),
        txid: toDisplayHex(txid),
        index: at,
        blockindex: blockIndex,
        height,
        address,
      })),
    )
  }
  if (method === 'getaddresstxids') {
    const positive = range !== undefined && range.start > 0 && range.end > 0 ? range : undefined
    const found = addresses.flatMap((text) => [...index.deltas(of(text), positive)])
    if (addresses.length > 1)
      found.sort((a, b) => a.height - b.height || (toDisplayHex(a.txid) < toDisplayHex(b.txid) ? -1 : 1))
    return [...new Set(found.map(({ txid }) => toDisplayHex(txid)))]
  }
  return addresses
    .flatMap((address) => index.unspent(of(address)).map((each) => ({ ...each, address })))
    .sort((a, b) => a.height - b.height)
    .map(({ address, txid, index: outputIndex, scriptPubKey, satoshis, height }) => ({
      address,
      txid: toDisplayHex(txid),
      outputIndex,
      script: toHex(scriptPubKey),
      satoshis: Number(satoshis),
      height,
    }))
}

interface Utxo {
  readonly height: number
  readonly txid: string
  readonly outputIndex: number
  readonly address: string
}

const outpointText = ({ txid, outputIndex }: Utxo): string => `${txid} ${String(outputIndex).padStart(9)}`

/**
 * Sorts a list of unspent outputs by address and outpoint, because the order within a height is not defined. Sets the
 * height of outputs in `restored` to 0: komodod shows 0 there after a reorg (protocol/README.md, finding 16).
 */
function normal(method: string, value: unknown, restored: ReadonlySet<string>): unknown {
  if (method !== 'getaddressutxos') return value
  return (value as Utxo[])
    .map((utxo) => (restored.has(outpointText(utxo)) ? { ...utxo, height: 0 } : utxo))
    .sort((a, b) => (a.address + outpointText(a) < b.address + outpointText(b) ? -1 : 1))
}

const METHODS = ['getaddressbalance', 'getaddressdeltas', 'getaddresstxids', 'getaddressutxos']

function parseLine({ method, params, response_raw }: Line) {
  if (!METHODS.includes(method)) return undefined
  const { result } = JSON.parse(response_raw) as { result: unknown }
  if (result === null) return undefined
  const [first] = params
  const query: Query = typeof first === 'string' ? { addresses: [first] } : (first as Query)
  const chainInfo = (first as { chainInfo?: unknown }).chainInfo === true
  const inner = chainInfo && !Array.isArray(result) ? (result as Record<string, unknown>) : undefined
  const expected = inner ? (inner['deltas'] ?? inner['utxos']) : result
  const zeroed = method === 'getaddressutxos' ? (expected as Utxo[]).filter(({ height }) => height === 0) : []
  const restored = new Set(zeroed.map(outpointText))
  const normalise = (value: unknown): unknown => normal(method, value, restored)
  return {
    expected: normalise(expected),
    actual: (index: AddressIndexView): unknown => normalise(reply(index, method, query, params.length > 1)),
  }
}

function openChain(name: string): TestLedger & { readonly heights: number; grow(height: number): void } {
  const blocks = readLines<{ height: number; hex: string }>(name, 'blocks.jsonl').filter(({ height }) => height > 0)
  const ledger = createTestLedger()
  return {
    ...ledger,
    heights: blocks.length,
    grow(height) {
      for (let at = ledger.blocks().length; at < height; at++) ledger.connect(parseBlock(fromHex(blocks[at]!.hex)).txs)
      ledger.commit()
    },
  }
}

describe('address index against recorded replies', () => {
  it('returns the recorded replies at every height of the regtest recording', () => {
    const chain = openChain('regtest')
    let compared = 0
    for (const line of readLines<Line>('regtest', 'transcript.jsonl')) {
      const parsed = parseLine(line)
      // Between these steps the tip of the recording was on blocks that are no longer in the chain.
      if (parsed === undefined || line.step?.startsWith('reorg')) continue
      chain.grow(line.tip!)
      expect(parsed.actual(chain.index), JSON.stringify(line.params)).toEqual(parsed.expected)
      compared++
    }
    console.log(`regtest: ${compared} replies compared`)
    expect(compared).toBeGreaterThan(150)
    chain.close()
  })

  it('returns the recorded replies of the main-mode chain, whose recording has no heights', () => {
    const chain = openChain('tst1')
    // Only nodes of this chain: C has no index, and D and R are other chains.
    const lines = readLines<Line>('tst1', 'transcript.jsonl').filter(({ node }) => !['C', 'D', 'R'].includes(node))
    let height = 0
    let compared = 0
    for (const line of lines) {
      const parsed = parseLine(line)
      if (parsed === undefined) continue
      // Heights only grow along the recording, so the earliest height that matches is never too late for the next line.
      while (!isEqual(parsed.actual(chain.index), parsed.expected) && height < chain.heights) chain.grow(++height)
      expect(parsed.actual(chain.index), JSON.stringify(line.params)).toEqual(parsed.expected)
      compared++
    }
    console.log(`tst1: ${compared} replies compared`)
    expect(compared).toBeGreaterThan(40)
    chain.close()
  })
})

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
