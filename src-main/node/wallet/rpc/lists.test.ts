import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COIN } from '../../primitives/index.ts'
import {
  callContext as context,
  createWalletTestNode,
  type WalletTestNode,
} from '../../rpc/handlers/testing/walletTestNode.ts'
import { encodeAddress, p2pkhScript } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { createWalletListHandlers } from './lists.ts'

let test: WalletTestNode
let lists: ReturnType<typeof createWalletListHandlers>
const NONE = { comment: '', commentTo: '' }
const ownAddress = () => encodeAddress({ type: 1, hash: test.owner.hash })
const addressOfHash = (hash: Uint8Array) => encodeAddress({ type: 1, hash })

beforeEach(() => {
  // Without an identity, change goes to fresh keys.
  test = createWalletTestNode({ identity: false })
  lists = createWalletListHandlers({ chain: test.node.chain, wallet: test.wallet, ccEnabled: true })
})
afterEach(() => test.close())

/** Pays the script from another wallet, confirmed or not. */
function receive(script: Uint8Array, mined = true, other = testKey(9).p2pkh): void {
  const outputs = [script, other].map((scriptPubKey) => ({ value: COIN, scriptPubKey }))
  const tx = test.node.pay(testKey(0), outputs)
  expect(test.mempool.accept(tx, { rejectAbsurdFee: false }).ok).toBe(true)
  if (mined) test.node.submit(test.node.buildBlock({ txs: [tx] }))
}

describe('coins received by address', () => {
  it('sum by confirmations, spent or not, without mined coins', () => {
    test.node.mine(2)
    test.fund(1)
    receive(test.owner.p2pkh)
    receive(test.owner.p2pkh, false)
    const received = (minconf: number) => lists.getreceivedbyaddress({ komodoaddress: ownAddress(), minconf }, context)
    expect([received(0), received(1), received(2)]).toEqual([2n * COIN, COIN, 0n])
    expect(lists.getreceivedbyaddress({ komodoaddress: addressOfHash(testKey(9).hash), minconf: 0 }, context)).toBe(0n)
    expect(() => lists.getreceivedbyaddress({ komodoaddress: 'zz', minconf: 0 }, context)).toThrow(
      'Invalid Komodo address',
    )
  })

  it('list each address except change, and unpaid ones on request', () => {
    test.node.mine(2)
    receive(test.owner.p2pk)
    const fresh = test.wallet.keys.next('friend')
    test.wallet.keys.next(null)
    const list = (minconf: number, includeempty: boolean) =>
      lists.listreceivedbyaddress({ minconf, includeempty, includeWatchonly: false }, context)
    expect(list(1, false)).toMatchObject([{ address: ownAddress(), account: '', amount: COIN, confirmations: 1 }])
    expect(list(2, false)).toEqual([])
    const all = list(1, true) as readonly { address: string; account: string }[]
    expect(all.map(({ address }) => address).sort()).toEqual([ownAddress(), addressOfHash(fresh.hash)].sort())
    expect(all.find(({ account }) => account === 'friend')).toMatchObject({ amount: 0n, confirmations: 0, txids: [] })
  })
})

describe('listaddressgroupings', () => {
  it('groups addresses spent together with their change, and separates others', () => {
    test.node.mine(2)
    const second = test.wallet.keys.next('')
    receive(test.owner.p2pkh, true, p2pkhScript(second.hash))
    const groups = () => lists.listaddressgroupings({}, context) as [string, bigint, string?][][]
    expect(groups()).toHaveLength(2)
    const value = COIN + COIN / 2n
    test.wallet.sender.send([{ script: testKey(5).p2pkh, value, subtractFee: false }], NONE)
    const [joined, ...others] = groups()
    expect(others).toEqual([])
    expect(joined?.map(([address]) => address)).toEqual(
      expect.arrayContaining([ownAddress(), addressOfHash(second.hash)]),
    )
    // The third address is the change, which has no label.
    expect(joined?.filter((member) => member.length === 2).map(([, balance]) => balance)).toEqual([
      2n * COIN - value - 5000n,
    ])
  })
})

describe('listsinceblock', () => {
  it('lists later and unconfirmed transactions, and returns the next start block', () => {
    test.fund(2)
    const middle = test.node.chain.tip()
    test.node.mine(2)
    receive(test.owner.p2pkh)
    receive(test.owner.p2pkh, false)
    const since = (blockhash: string | undefined, target = 1) => {
      const query = { blockhash: blockhash as never, 'target-confirmations': target, includeWatchonly: false }
      return lists.listsinceblock(query, context) as { transactions: unknown[]; lastblock: string }
    }
    expect(since(middle.hashHex).transactions).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ confirmations: 0 }),
        expect.objectContaining({ confirmations: 1, category: 'receive', amount: COIN }),
      ]),
    )
    expect(since(middle.hashHex).transactions).toHaveLength(2)
    expect(since(undefined).transactions).toHaveLength(4)
    expect(since('00'.repeat(32)).transactions).toHaveLength(4)
    const tip = test.node.chain.tip()
    expect([since(undefined).lastblock, since(undefined, 2).lastblock]).toEqual([tip.hashHex, tip.prev?.hashHex])
    expect(since(undefined, 1000).lastblock).toBe('0'.repeat(64))
    expect(() => since(undefined, 0)).toThrow('Invalid parameter')
  })
})
