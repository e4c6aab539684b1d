import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { createTokenListHandlers } from '../../contracts/tokens/rpc/lists.ts'
import { createTokenHandlers } from '../../contracts/tokens/rpc/tokens.ts'
import { defaultMempoolPolicy, Mempool } from '../../mempool/index.ts'
import { COIN, serializeTransaction } from '../../primitives/index.ts'
import { encodeWif } from '../../script/index.ts'
import { createTestNode, silentLogger, type TestNode, testKey } from '../../testing/index.ts'
import { compareBytes, fromDisplayHex, toHex } from '../../util/index.ts'
import { createBlockchainHandlers } from './blockchain/blockchain.ts'
import { createChainTipHandlers } from './blockchain/chainTips.ts'
import { createMempoolHandlers } from './blockchain/mempool.ts'
import { createRawSignHandlers } from './rawTransactions/rawSign.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
const unused = (): never => {
  throw new Error('nothing is built here')
}

describe('handlers over a real chain', () => {
  let node: TestNode
  let mempool: Mempool

  const blockchain = () =>
    createBlockchainHandlers({ params: node.params, chain: node.chain, mempool, longestChain: () => 0 })
  const tokens = (pubkey: Uint8Array | undefined) => {
    const deps = {
      params: node.params,
      chain: node.chain,
      mempool,
      addressIndex: undefined,
      contractIndexes: undefined,
      pubkey: () => pubkey,
      buildContext: unused,
      walletCoins: { coins: unused },
      identityCoins: unused,
    }
    return { ...createTokenHandlers(deps), ...createTokenListHandlers(deps) }
  }

  beforeEach(() => {
    node = createTestNode()
    const { params, chain, verifier, clock } = node
    mempool = new Mempool(defaultMempoolPolicy(params), { params, chain, verifier, clock, logger: silentLogger })
    node.mine(6)
  })
  afterEach(() => node.close())

  it('list chain tips in descending order of height', async () => {
    const fork = node.chain.byHeight(4)
    if (!fork) throw new Error('no block 4')
    node.submit(node.buildBlock({ prev: fork }))
    node.mine(1)
    const heights = await createChainTipHandlers(node).getchaintips({}, context)
    expect(heights).toMatchObject([
      { height: 7, branchlen: 0, status: 'active' },
      { height: 5, branchlen: 1 },
    ])
  })

  it('reject a verbosity that getblock does not support', () => {
    for (const verbosity of [-1, 3]) {
      expect(() => blockchain().getblock({ 'hash|height': '1', verbosity }, context)).toThrow(
        'Verbosity must be in range from 0 to 2',
      )
    }
  })

  it('parse a long text as a hash, as other methods do', () => {
    const { getblock } = blockchain()
    const of = (text: string) => getblock({ 'hash|height': text, verbosity: 1 }, context)
    const { hashHex } = node.chain.tip()
    expect(of(` 0x${hashHex}`)).toMatchObject({ hash: hashHex })
    for (const text of ['z'.repeat(64), `${hashHex}00`, '9'.repeat(100)])
      expect(() => of(text)).toThrow('Block not found')
  })

  it('list the mempool by transaction id, like komodod’s index', () => {
    const payee = testKey(3)
    for (let i = 0; i < 3; i++) {
      // Each spends different coins.
      const tx = node.build({
        inputs: node.coins(testKey(0)).slice(i, i + 1),
        outputs: [{ value: COIN, scriptPubKey: payee.p2pkh }],
      })
      expect(mempool.accept(tx, { rejectAbsurdFee: false })).toMatchObject({ ok: true })
    }
    const ids = createMempoolHandlers({ mempool, params: node.params, chain: node.chain }).getrawmempool(
      { verbose: false },
      context,
    )
    const internal = (ids as string[]).map(fromDisplayHex)
    expect(internal).toHaveLength(3)
    expect(internal).toEqual([...internal].sort(compareBytes))
  })

  it('sign again for a coin that only the mempool spends', async () => {
    const [coin] = node.coins(testKey(0))
    if (!coin) throw new Error('no coin')
    const outputs = [{ value: COIN, scriptPubKey: testKey(3).p2pkh }]
    mempool.accept(node.build({ inputs: [coin], outputs }), { rejectAbsurdFee: false })
    const { outpoint, value, scriptPubKey } = coin
    const unsigned = node.build({
      inputs: [{ outpoint, value, scriptPubKey }],
      outputs: [{ ...outputs[0]!, value: 7n }],
    })
    const { signrawtransaction } = createRawSignHandlers({
      params: node.params,
      chain: node.chain,
      mempool,
      wallet: undefined,
    })
    const wif = encodeWif({ privateKey: testKey(0).priv, compressed: true })
    const answer = await signrawtransaction(
      {
        hexstring: toHex(serializeTransaction(unsigned)),
        prevtxs: undefined,
        privkeys: [wif],
        sighashtype: 'ALL',
        branchid: undefined,
      },
      context,
    )
    expect(answer).toMatchObject({ complete: true })
  })

  it('return the missing requirement of a token call', () => {
    const wanted = 'to use CC contracts, you need to launch daemon with valid -pubkey= for an address in your wallet'
    expect(() => tokens(testKey(1).pub).tokenlist({}, context)).toThrow(`${wanted}\n`)
    expect(() => tokens(undefined).tokenaddress({ pubkey: undefined }, context)).toThrow(`${wanted}. ERR=-1\n`)
    expect(() => tokens(testKey(1).pub).tokenaddress({ pubkey: undefined }, context)).toThrow(`${wanted}\n`)
  })
})
