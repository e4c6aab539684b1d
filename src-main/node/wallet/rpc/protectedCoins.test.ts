import { beforeEach, describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import type { AddressIndexView, ChainUpdate, IndexedAddress, MempoolView } from '../../core/index.ts'
import type { OutPoint, Transaction, TxOut } from '../../primitives/types.ts'
import { ccScript, indexedAddress } from '../../script/index.ts'
import { type TestKey, testKey } from '../../testing/index.ts'
import { hashKey } from '../../util/index.ts'
import type { ProtectedCoin, WalletKey } from '../index.ts'
import { ProtectedCoins } from './protectedCoins.ts'
import { TokenAddresses } from './tokenAddresses.ts'

const KEYS = 30
const hash = (name: number) => new Uint8Array(32).fill(name)
const tokens = (key: TestKey): TxOut => ({ value: 10n, scriptPubKey: ccScript(ccOne(EVAL_CODES.tokens, key.pub)) })
const toTokenAddress = (key: TestKey) => hashKey((indexedAddress(tokens(key).scriptPubKey) as IndexedAddress).hash)

/** Address index: by address, ids of transactions whose first output it owns. */
let unspent: Map<string, number[]>
let waiting: { readonly tx: Transaction; readonly txid: Uint8Array }[]
let spentInPool: number | undefined
let used: WalletKey[]
let asked: string[]
let tell: (update: ChainUpdate) => void
let coins: () => readonly ProtectedCoin[]
let view: ProtectedCoins

const makeTx = (vout: readonly TxOut[], spends: readonly number[] = []) =>
  ({ vin: spends.map((name) => ({ prevout: { hash: hash(name), index: 0 } })), vout }) as unknown as Transaction
const makeBlock = (...txs: readonly Transaction[]) =>
  ({ txs: txs.map((tx) => ({ tx })) }) as unknown as ChainUpdate['connected'][number]
const connect = (...txs: readonly Transaction[]) =>
  tell({ disconnected: [], connected: [makeBlock(...txs)] } as unknown as ChainUpdate)
const makeKey = (index: number) => ({ pubkey: testKey(index).pub }) as unknown as WalletKey
const names = () => coins().map(({ outpoint }) => outpoint.hash[0])

beforeEach(() => {
  unspent = new Map()
  waiting = []
  spentInPool = undefined
  asked = []
  used = Array.from({ length: KEYS }, (_, index) => makeKey(index))
  const addressIndex = {
    unspent(address: IndexedAddress) {
      const name = hashKey(address.hash)
      asked.push(name)
      const found = unspent.get(name) ?? []
      return found.map((id) => ({
        ...{ txid: hash(id), index: 0, satoshis: 10n, height: 5 },
        scriptPubKey: new Uint8Array(),
      }))
    },
  } as unknown as AddressIndexView
  const mempool = {
    entries: () => waiting,
    spender: (outpoint: OutPoint) => (outpoint.hash[0] === spentInPool ? waiting[0] : undefined),
  } as unknown as MempoolView
  const chain = {
    subscribe(listener: typeof tell) {
      tell = listener
    },
  }
  view = new ProtectedCoins({ addresses: new TokenAddresses({ used: () => used }), addressIndex, mempool, chain })
  coins = () => view.list()
})

describe('ProtectedCoins', () => {
  it('reads many addresses in event-loop slices, and includes changes during that time', async () => {
    used = Array.from({ length: 120 }, (_, index) => makeKey(index))
    unspent.set(toTokenAddress(testKey(3)), [1])
    const turns: number[] = []
    await view.prepare(async () => {
      turns.push(asked.length)
      if (asked.length !== 50) return
      unspent.set(toTokenAddress(testKey(4)), [2])
      connect(makeTx([tokens(testKey(4))]))
    })
    expect(turns).toEqual([0, 0, 50, 100])
    expect(asked).toHaveLength(120)
    expect(names()).toEqual([1, 2])
    expect(asked).toHaveLength(121)
    await view.prepare(() => Promise.reject(new Error('nothing is left to do')))
  })

  it('reads each address once, and again only if a block concerns it', () => {
    unspent.set(toTokenAddress(testKey(3)), [1])
    expect(names()).toEqual([1])
    expect(asked).toHaveLength(KEYS)
    asked = []
    connect(makeTx([{ value: 5n, scriptPubKey: testKey(4).p2pkh }, tokens(testKey(99))]))
    expect(names()).toEqual([1])
    expect(asked).toEqual([])

    unspent.set(toTokenAddress(testKey(4)), [2])
    connect(makeTx([tokens(testKey(4))]))
    expect(names()).toEqual([1, 2])
    expect(asked).toEqual([toTokenAddress(testKey(4))])
    asked = []

    unspent.set(toTokenAddress(testKey(3)), [])
    connect(makeTx([], [1]))
    expect(names()).toEqual([2])
    expect(asked).toEqual([toTokenAddress(testKey(3))])
  })

  it('reads the addresses of keys shown since the last call', () => {
    expect(names()).toEqual([])
    asked = []
    used.push(makeKey(KEYS))
    unspent.set(toTokenAddress(testKey(KEYS)), [7])
    expect(names()).toEqual([7])
    expect(asked).toEqual([toTokenAddress(testKey(KEYS))])
  })

  it('reads all addresses again after a reorganisation or very many blocks', () => {
    unspent.set(toTokenAddress(testKey(3)), [1])
    expect(names()).toEqual([1])
    unspent.clear()
    tell({ disconnected: [makeBlock()], connected: [] } as unknown as ChainUpdate)
    expect(names()).toEqual([])
    unspent.set(toTokenAddress(testKey(8)), [2])
    tell({ disconnected: [], connected: Array.from({ length: 101 }, () => makeBlock()) } as unknown as ChainUpdate)
    expect(names()).toEqual([2])
    expect(asked).toHaveLength(3 * KEYS)
  })

  it('includes unconfirmed outputs, and excludes outputs spent in the mempool', () => {
    unspent.set(toTokenAddress(testKey(3)), [1, 2])
    waiting = [{ tx: makeTx([tokens(testKey(5)), tokens(testKey(99))], [1]), txid: hash(9) }]
    spentInPool = 1
    expect(coins().map(({ outpoint, height }) => [outpoint.hash[0], outpoint.index, height])).toEqual([
      [2, 0, 5],
      [9, 0, undefined],
    ])
  })
})
