import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AddressIndex, addressIndexMigrations, createAddressIndex } from '../addressIndex/index.ts'
import { chainParamsFromArgs } from '../consensus/index.ts'
import { computeTxid, type Transaction } from '../primitives/index.ts'
import type { SigningKeys } from '../script/index.ts'
import { createTestNode, RECORDED_ARGS, TEST_ARGS, type TestKey, type TestNode, testKey } from '../testing/index.ts'
import { createBuildContext, finaliseTransaction, pubkeyCoinSource } from '../transactions/index.ts'
import { equal } from '../util/index.ts'
import { ContractEvaluator } from './evaluator.ts'
import { fulfillmentTrees } from './framework/fulfillmentTrees.ts'
import { createChainModel } from './testing/chainModel.ts'
import { createMempoolModel } from './testing/mempoolModel.ts'
import { readRecordedBlocks } from './testing/recorded.ts'
import { buildTokenCreate, buildTokenTransfer } from './tokens/build.ts'
import { encodeTokenTransfer } from './tokens/codec.ts'
import { TOKENS_KEY } from './tokens/keys.ts'
import { tokenScript } from './tokens/outputs.ts'
import { tokenMigrations } from './tokens/schema.ts'
import { createTokenIndex, type TokenIndex } from './tokens/tokenIndex.ts'

/** A real chain on disk with address index, token index and all contract rules. */
interface Modular {
  readonly node: TestNode
  readonly tokens: TokenIndex
  readonly addresses: AddressIndex
}

function openNode(args: readonly string[] = TEST_ARGS): Modular {
  let tokens: TokenIndex | undefined
  let addresses: AddressIndex | undefined
  const node: TestNode = createTestNode({
    args,
    migrations: [addressIndexMigrations, tokenMigrations],
    observers: (db) => {
      addresses = createAddressIndex({ db, ledger: () => node.storage.ledger })
      tokens = createTokenIndex({ db, transaction: (txid) => node.chain.transaction(txid)?.tx })
      return [addresses.observer, tokens.observer]
    },
    addressIndex: () => addresses!,
    evaluator: new ContractEvaluator(chainParamsFromArgs(args)),
    maxReorg: 1000,
  })
  return { node, tokens: tokens!, addresses: addresses! }
}

const text = (value: string) => new TextEncoder().encode(value)
const emptyPool = createMempoolModel(createChainModel())

function signingKeys(keys: readonly TestKey[]): SigningKeys {
  return {
    keyOf(hash) {
      const key = keys.find((candidate) => equal(candidate.p2pkh.subarray(3, 23), hash))
      return key && { privateKey: key.priv, compressed: true }
    },
    scriptOf: () => undefined,
  }
}

describe('tokens on a real chain', () => {
  const [ann, bob] = [testKey(1), testKey(2)]
  let modular: Modular

  beforeEach(() => {
    modular = openNode()
    const { node } = modular
    node.mine(1)
    node.mine(node.params.coinbaseMaturity)
    const coins = [ann, bob].flatMap(({ p2pk }) => [
      { value: 1_000_000n, scriptPubKey: p2pk },
      { value: 20_000n, scriptPubKey: p2pk },
    ])
    node.mineBlock({ txs: [node.pay(testKey(0), coins)] })
  })

  afterEach(() => modular.node.close())

  function context(key: TestKey) {
    const { node, tokens, addresses } = modular
    const { chain, params } = node
    const coinbaseMaturity = params.coinbaseMaturity
    const coins = pubkeyCoinSource({ addressIndex: addresses, chain, coinbaseMaturity }, key.pub)
    const context = createBuildContext({ chain, mempool: emptyPool, keys: signingKeys([ann, bob]) }, key.pub)
    return { ...context, coins, tokens }
  }

  const create = (): Transaction => {
    const tx = buildTokenCreate({ name: text('T'), supply: 1000n, description: text('d') }, context(ann))
    modular.node.mineBlock({ txs: [tx] })
    return tx
  }

  it('move between keys, and are restored by a reorganisation', () => {
    const { node, tokens } = modular
    const tokenId = computeTxid(create())
    const { hash } = node.chain.tip()
    const first = buildTokenTransfer({ tokenId, destination: bob.pub, amount: 600n }, context(ann))
    node.mineBlock({ txs: [first] })
    const second = buildTokenTransfer({ tokenId, destination: ann.pub, amount: 1n }, context(bob))
    node.mineBlock({ txs: [second] })
    expect([ann, bob].map(({ pub }) => tokens.balance(tokenId, pub))).toEqual([401n, 599n])
    expect(tokens.history(tokenId, { limit: 9, offset: 0 }).total).toBe(3)

    node.chain.invalidateBlock(node.chain.byHash(hash)!)
    expect(tokens.list()).toEqual([])
    expect(tokens.token(tokenId)).toBeUndefined()
    node.chain.reconsiderBlock(node.chain.byHash(hash)!)
    expect([ann, bob].map(({ pub }) => tokens.balance(tokenId, pub))).toEqual([401n, 599n])
  })

  it('cannot be inflated or destroyed: blocks that try are rejected', () => {
    const { node, tokens } = modular
    const tokenId = computeTxid(create())
    const given = context(ann)
    const units = tokens.coins(tokenId, ann.pub)
    const coin = [...given.coins.coins()].find(({ value }) => value === 20_000n)!
    /** correctly signed, even if the amount is invalid */
    const move = (amount: bigint): Transaction =>
      finaliseTransaction(
        {
          inputs: [coin, ...units],
          outputs: [{ value: amount, scriptPubKey: tokenScript(0, bob.pub) }],
          data: encodeTokenTransfer({ tokenId, pubkeys: [bob.pub], payloads: [] }),
          unlocking: fulfillmentTrees(TOKENS_KEY, 0, ann.pub, given.keys),
        },
        given,
      )
    expect(node.submit(node.buildBlock({ txs: [move(1001n)] }))).not.toBeNull()
    expect(node.submit(node.buildBlock({ txs: [move(999n)] }))).not.toBeNull()
    expect(node.submit(node.buildBlock({ txs: [move(1000n)] }))).toBeNull()
    expect(tokens.balance(tokenId, bob.pub)).toBe(1000n)
  })
})

describe('the recorded regtest chain', () => {
  it('connects block by block with all rules and both indexes', () => {
    const { node, tokens } = openNode(RECORDED_ARGS.regtest)
    const blocks = readRecordedBlocks('regtest')
    for (const block of blocks.slice(1)) {
      node.clock.set(Math.max(node.clock.now(), block.header.time))
      expect(node.submit(block)).toBeNull()
    }
    expect(node.chain.tip().height).toBe(262)
    expect(tokens.list().length).toBe(12)
    node.close()
  })
})
