import { branchIdAt, chainParamsFromArgs, initialUpgrades } from '../../consensus/index.ts'
import type { AddressDelta, AddressUnspent, CcView, IndexedAddress } from '../../core/index.ts'
import { computeTxid, type Transaction, type TxOut } from '../../primitives/index.ts'
import {
  createSighashCache,
  indexedAddress,
  isPayToCryptoCondition,
  SCRIPT_FLAGS,
  type SigningKeys,
  transactionChecker,
  verifyScript,
} from '../../script/index.ts'
import { type TestKey, testKey } from '../../testing/index.ts'
import { equal, outpointKey } from '../../util/index.ts'
import { ContractEvaluator } from '../evaluator.ts'
import { decodeCcInputs } from '../framework/ccInputs.ts'
import type { ContractContext } from '../framework/contractContext.ts'
import { createMemoCache } from '../framework/memoCache.ts'
import { type ChainModel, createChainModel } from './chainModel.ts'
import { draftBlock, mint } from './drafts.ts'
import { createMempoolModel } from './mempoolModel.ts'

const PARAMS = chainParamsFromArgs(['-ac_name=T', '-regtest', '-ac_supply=10', '-ac_cc=2', '-ac_sapling=1'])
const UPGRADES = initialUpgrades(PARAMS)
const START_TIME = 1_700_000_000
const MINER = testKey(999)

/**
 * An in-memory chain on which contract transactions are built, validated and confirmed. Fees go to a miner, so the
 * supply is constant.
 */
export interface ContractChain {
  readonly model: ChainModel
  /** Returns the context that a builder gets if `key` is the `-pubkey` and the wallet's only key. */
  contextFor(key: TestKey, tokens?: ContractContext['tokens']): ContractContext
  view(): CcView
  /** Returns the first contract rule that rejects a transaction in the next block, or `undefined` if all accept it. */
  findBrokenRule(tx: Transaction): string | undefined
  /**
   * Returns why a block with the transaction would be invalid: a missing coin, amounts, signatures or a contract rule.
   */
  findRefusal(tx: Transaction): string | undefined
  /** Confirms transactions in one block, `seconds` after the previous block. */
  confirm(txs: readonly Transaction[], seconds?: number): void
  /** Connects empty blocks. */
  wait(blocks: number, seconds?: number): void
  /** Returns the coins that a transaction spends, in input order, or `undefined` if one is missing. */
  findSpent(tx: Transaction): readonly TxOut[] | undefined
  /** Returns the satoshis in all unspent outputs, or in those with one script. */
  sumCoins(script?: Uint8Array): bigint
}

/**
 * Creates a chain whose second block pays `outputs`.
 * @param isNotarised returns true if a height counts as notarised; by default no height does
 */
export function createContractChain(
  outputs: readonly TxOut[],
  isNotarised: (height: number) => boolean = () => false,
): ContractChain {
  const model = createChainModel()
  const mempool = createMempoolModel(model)
  const evaluator = new ContractEvaluator(PARAMS)
  const memo = createMemoCache()
  let time = START_TIME
  let serial = 0

  function view(): CcView {
    const notarisedHeight = () => {
      let { height } = model.tip()
      while (height > 0 && !isNotarised(height)) height--
      return height
    }
    return { ...model.view(), notarisedHeight }
  }

  function confirm(txs: readonly Transaction[], seconds = 60): void {
    time += seconds
    const fees = txs.reduce((sum, tx) => sum + sumValues(findSpent(tx) ?? []) - sumValues(tx.vout), 0n)
    model.connect(draftBlock([mint([{ value: fees, scriptPubKey: MINER.p2pk }], ++serial), ...txs], time))
  }

  function findSpent(tx: Transaction): readonly TxOut[] | undefined {
    const coins = new Map(model.coins().map((coin) => [outpointKey(coin.outpoint), coin]))
    const spent = tx.vin.map(({ prevout }) => coins.get(outpointKey(prevout)))
    const isOnce = new Set(tx.vin.map(({ prevout }) => outpointKey(prevout))).size === tx.vin.length
    return isOnce && spent.every((coin) => coin !== undefined) ? spent : undefined
  }

  function findBrokenRule(tx: Transaction): string | undefined {
    const current = view()
    for (const [i, input] of decodeCcInputs(tx).entries()) {
      for (const code of input?.evalCodes ?? []) {
        const verdict = evaluator.evaluate(code, tx, i, model.tip().height + 1, current)
        if (!verdict.ok) return verdict.reason
      }
    }
    return undefined
  }

  function findRefusal(tx: Transaction): string | undefined {
    const spent = findSpent(tx)
    if (spent === undefined) return 'a coin is not there'
    if (sumValues(tx.vout) > sumValues(spent)) return 'makes coins'
    const branchId = branchIdAt(UPGRADES, model.tip().height + 1)
    return hasScripts(tx, spent, branchId) ? findBrokenRule(tx) : 'scripts fail'
  }

  confirm([])
  time += 60
  model.connect(draftBlock([mint(outputs, ++serial)], time))

  return {
    model,
    contextFor: (key, tokens) => ({
      mempool,
      height: model.tip().height + 1,
      upgrades: UPGRADES,
      keys: createSigningKeys(key),
      pubkey: key.pub,
      view: view(),
      addressIndex: createAddressIndex(model),
      tokens,
      memo,
      coins: { coins: () => model.coins().filter(({ scriptPubKey }) => equal(scriptPubKey, key.p2pk)) },
    }),
    view,
    findBrokenRule,
    findRefusal,
    confirm,
    wait: (blocks, seconds) => {
      for (let i = 0; i < blocks; i++) confirm([], seconds)
    },
    findSpent,
    sumCoins: (script) =>
      sumValues(model.coins().filter(({ scriptPubKey }) => script === undefined || isTree(scriptPubKey, script))),
  }
}

/** Returns true if a script is `tree`, ignoring dropped data. */
function isTree(scriptPubKey: Uint8Array, tree: Uint8Array): boolean {
  const cc = isPayToCryptoCondition(scriptPubKey)
  return equal(cc ? cc.subScript : scriptPubKey, tree)
}

export const sumValues = (outputs: readonly TxOut[]): bigint => outputs.reduce((sum, { value }) => sum + value, 0n)

function createSigningKeys(key: TestKey): SigningKeys {
  const pair = { privateKey: key.priv, compressed: true }
  return { keyOf: (hash) => (equal(hash, key.hash) ? pair : undefined), scriptOf: () => undefined }
}

function hasScripts(tx: Transaction, spent: readonly TxOut[], branchId: number): boolean {
  const cache = createSighashCache(tx)
  return tx.vin.every(({ scriptSig }, inputIndex) => {
    const { value: amount, scriptPubKey } = spent[inputIndex]!
    const checker = transactionChecker({ tx, inputIndex, amount, branchId, cache, ccEnabled: true })
    return verifyScript({ scriptSig, scriptPubKey, flags: SCRIPT_FLAGS.STANDARD, checker }).ok
  })
}

function createAddressIndex(model: ChainModel): ContractContext['addressIndex'] {
  const isAt = ({ scriptPubKey }: TxOut, { type, hash }: IndexedAddress) => {
    const address = indexedAddress(scriptPubKey)
    return address?.type === type && equal(address.hash, hash)
  }
  const unspent = (address: IndexedAddress): AddressUnspent[] =>
    model
      .coins()
      .filter((coin) => isAt(coin, address))
      .map(({ outpoint, value: satoshis, scriptPubKey, height, txNum }) => {
        return { txid: outpoint.hash, index: outpoint.index, satoshis, scriptPubKey, height, txNum }
      })
  return {
    unspent,
    balance: (address) => {
      const balance = unspent(address).reduce((sum, { satoshis }) => sum + satoshis, 0n)
      return { balance, received: balance }
    },
    *deltas(address): Generator<AddressDelta> {
      for (const tx of model.transactions()) {
        const txid = computeTxid(tx)
        const { block, position: blockIndex } = model.find(txid)!
        for (const [index, output] of tx.vout.entries()) {
          if (!isAt(output, address)) continue
          yield { satoshis: output.value, txid, txNum: 0, height: block.height, blockIndex, index, spending: false }
        }
      }
    },
  }
}
