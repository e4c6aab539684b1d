import { describe, expect, it } from 'vitest'
import { ccOne } from '../conditions/index.ts'
import type { IndexedAddress, MempoolEntry } from '../core/index.ts'
import { secp256k1 } from '../crypto/index.ts'
import type { TxOut } from '../primitives/types.ts'
import { ccScript, indexedAddress, p2pkhScript, p2pkScript } from '../script/index.ts'
import { UnconfirmedAddresses } from './unconfirmedAddresses.ts'

const key = secp256k1.publicKey(new Uint8Array(32).fill(1))
const P2PK = p2pkScript(key)
const own = indexedAddress(P2PK)!
const CC = ccScript(ccOne(0xe4, key))
const other: IndexedAddress = { type: 1, hash: new Uint8Array(20).fill(9) }
const OTHER = p2pkhScript(other.hash)
const pays = (scriptPubKey: Uint8Array, value: bigint): TxOut => ({ scriptPubKey, value })

function entry(n: number, time: number, spent: readonly TxOut[], vout: readonly TxOut[]): MempoolEntry {
  const vin = spent.map((_, index) => ({ prevout: { hash: new Uint8Array(32).fill(0xee), index } }))
  return { tx: { vin, vout }, txid: new Uint8Array(32).fill(n), time, spent } as unknown as MempoolEntry
}

describe('mempool address view', () => {
  it('lists receipts before spends of the same index, with the spent output', () => {
    const view = new UnconfirmedAddresses()
    view.add(entry(1, 50, [pays(P2PK, 100n)], [pays(P2PK, 60n), pays(OTHER, 39n)]))
    const [receipt, spend, third] = view.deltas([own, other])
    expect(receipt).toMatchObject({ satoshis: 60n, index: 0, spending: false, time: 50, address: own })
    expect(spend).toMatchObject({ satoshis: -100n, index: 0, spending: true, prevout: { index: 0 } })
    expect(third).toMatchObject({ satoshis: 39n, index: 1, address: other })
  })

  it('records crypto-condition outputs as type 1', () => {
    const view = new UnconfirmedAddresses()
    view.add(entry(1, 50, [], [pays(CC, 5n)]))
    const { hash } = indexedAddress(CC)!
    expect(view.deltas([{ type: 3, hash }])).toEqual([])
    expect(view.deltas([{ type: 1, hash }])).toHaveLength(1)
  })

  it('sorts by time first, then in the order of the request', () => {
    const view = new UnconfirmedAddresses()
    view.add(entry(3, 10, [], [pays(OTHER, 1n)]))
    view.add(entry(2, 20, [], [pays(P2PK, 2n)]))
    view.add(entry(1, 20, [], [pays(P2PK, 3n), pays(OTHER, 4n)]))
    expect(view.deltas([own, other]).map(({ satoshis }) => satoshis)).toEqual([1n, 3n, 2n, 4n])
  })

  it('drops the changes of a removed transaction', () => {
    const view = new UnconfirmedAddresses()
    const gone = entry(1, 1, [pays(OTHER, 7n)], [pays(P2PK, 7n)])
    view.add(gone)
    view.remove(gone)
    expect(view.deltas([own, other])).toEqual([])
  })
})
