import SqliteDatabase from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { type Condition, ccOne, tokenCcOne } from '../../conditions/index.ts'
import { computeTxid, type Transaction, type TxIn, type TxOut } from '../../primitives/index.ts'
import { ccScript } from '../../script/index.ts'
import { equal, toHex } from '../../util/index.ts'
import { createMemoCache } from '../framework/memoCache.ts'
import { type ChainModel, createChainModel } from '../testing/chainModel.ts'
import {
  ccInput,
  ccOutput,
  dataOutput,
  draftBlock,
  draftKey,
  draftTransaction,
  mint,
  plainInput,
  plainOutput,
} from '../testing/drafts.ts'
import { encodeTokenCreate, encodeTokenTransfer } from './codec.ts'
import { BURN_PUBLIC_KEY, TOKENS_KEY } from './keys.ts'
import { findTokenData, openTokenReader } from './reader.ts'
import { tokenMigrations } from './schema.ts'
import { createTokenIndex, type TokenIndex } from './tokenIndex.ts'
import { validateTokens } from './validate.ts'

const people = [1, 2, 3].map((fill) => draftKey(fill).publicKey)
const receivers = [...people, BURN_PUBLIC_KEY]
const marker = ccOne(EVAL_CODES.tokens, TOKENS_KEY.publicKey)

/** Trees of the condition outputs that these tests can spend, by script. */
const TREES: ReadonlyMap<string, Condition> = new Map(
  [
    marker,
    ...receivers.flatMap((key) => [
      ccOne(EVAL_CODES.tokens, key),
      tokenCcOne(0xf7, 0, key),
      tokenCcOne(0xf2, 0xf2, key),
    ]),
  ].map((tree) => [toHex(ccScript(tree)), tree]),
)
const findTree = (script: Uint8Array) => TREES.get(toHex(script))

/** A random step. Its numbers are reduced modulo the available choices. */
interface Step {
  readonly kind: 'create' | 'nft' | 'forged' | 'send' | 'fake' | 'mixed' | 'wrong token' | 'undo'
  readonly from: number
  readonly to: number
  readonly pick: number
  readonly share: number
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('create', 'nft', 'forged', 'send', 'send', 'send', 'fake', 'mixed', 'wrong token', 'undo'),
  from: fc.nat(2),
  to: fc.nat(3),
  pick: fc.nat(1000),
  share: fc.nat(100),
})

function createData(owner: Uint8Array, data?: Uint8Array): TxOut {
  const payloads = data === undefined ? [] : [{ id: 0x11, blob: data }]
  return dataOutput(encodeTokenCreate({ owner, name: Uint8Array.of(0x54), description: new Uint8Array(), payloads }))
}

const transferData = (tokenId: Uint8Array, to: Uint8Array): TxOut =>
  dataOutput(encodeTokenTransfer({ tokenId, pubkeys: [to], payloads: [] }))

/** Builds the transaction of a step on top of a chain. Returns undefined if the state allows none. */
function buildTransaction({ kind, from, to, pick, share }: Step, chain: ChainModel): Transaction | undefined {
  const owner = people[from]!
  const coins = chain.coins()
  const plain = coins.filter(({ scriptPubKey }) => equal(scriptPubKey, plainOutput(0n, owner).scriptPubKey))
  const held = coins.filter(({ scriptPubKey }) => findTree(scriptPubKey) !== undefined)
  const source = (coin: (typeof coins)[number]) => chain.find(coin.outpoint.hash)!.tx
  const fee = plain[0]
  if (fee === undefined) return undefined
  const first = plainInput(source(fee), fee.outpoint.index)
  const supply = BigInt(share + 1)
  if (kind === 'create')
    return draftTransaction(
      [first],
      [ccOutput(10n, marker), ccOutput(supply, ccOne(EVAL_CODES.tokens, owner)), createData(owner)],
    )
  if (kind === 'nft') {
    const code = [0xf7, 0xf2, 0x00][pick % 3]!
    return draftTransaction(
      [first],
      [ccOutput(10n, marker), ccOutput(1n, tokenCcOne(code, 0, owner)), createData(owner, Uint8Array.of(code, 1))],
    )
  }
  const stranger = people[(from + 1) % 3]!
  if (kind === 'forged')
    return draftTransaction([first], [ccOutput(supply, ccOne(EVAL_CODES.tokens, owner)), createData(stranger)])
  const creates = chain.transactions().filter((tx) => findTokenData(tx)?.func === 'c')
  const token = creates[pick % Math.max(1, creates.length)]
  if (token === undefined) return undefined
  const receiver = receivers[to]!
  if (kind === 'fake')
    return draftTransaction(
      [first],
      [ccOutput(supply, ccOne(EVAL_CODES.tokens, owner)), transferData(computeTxid(token), owner)],
    )
  if (kind === 'undo' || held.length === 0) return undefined

  const chosen =
    kind === 'mixed' ? [held[pick % held.length]!, held[share % held.length]!] : [held[pick % held.length]!]
  if (chosen[0] === chosen[1]) return undefined
  const inputs: TxIn[] = chosen.map((coin) => ccInput(source(coin), coin.outpoint.index, findTree(coin.scriptPubKey)!))
  const data = findTokenData(source(chosen[0]!))
  const own = data?.func === 't' ? data.tokenId : computeTxid(source(chosen[0]!))
  const tokenId = kind === 'wrong token' ? computeTxid(token) : own
  const find = (txid: Uint8Array) => chain.find(txid)?.tx
  const reader = openTokenReader({ find, memo: createMemoCache() })
  const probe = draftTransaction(inputs, [])
  const units = reader.inputsOf(probe, tokenId, true)
  const sum = units.found ? units.sum : 0n
  const code = reader.nftCode(tokenId)
  const lock = (key: Uint8Array) => (code === undefined ? ccOne(EVAL_CODES.tokens, key) : tokenCcOne(code, 0, key))
  const sent = (sum * BigInt(share)) / 100n
  const outputs = [ccOutput(sent, lock(receiver)), ccOutput(sum - sent, lock(owner))]
  return draftTransaction([first, ...inputs], [...outputs, transferData(tokenId, receiver)])
}

function isValid(tx: Transaction, chain: ChainModel): boolean {
  const find = (txid: Uint8Array) => chain.find(txid)?.tx
  const spendsCc = tx.vin.some(({ prevout }) => findTree(find(prevout.hash)!.vout[prevout.index]!.scriptPubKey))
  return !spendsCc || validateTokens({ tx, find, memo: createMemoCache() }).ok
}

function openIndex(chain: ChainModel) {
  const db = new SqliteDatabase(':memory:')
  for (const migrate of tokenMigrations.steps) migrate(db)
  return { db, index: createTokenIndex({ db, transaction: (txid) => chain.find(txid)?.tx }) }
}

/**
 * Checks the balance of every key and token against the rule alone: Σ deep values of unspent outputs at the client's
 * address.
 */
function expectBalances(chain: ChainModel, index: TokenIndex): void {
  const find = (txid: Uint8Array) => chain.find(txid)?.tx
  const reader = openTokenReader({ find, memo: createMemoCache() })
  for (const created of chain.transactions().filter((tx) => findTokenData(tx)?.func === 'c')) {
    const tokenId = computeTxid(created)
    const code = reader.nftCode(tokenId) ?? 0
    let held = 0n
    for (const coin of chain.coins()) {
      held += reader.unitsOf(find(coin.outpoint.hash)!, coin.outpoint.index, tokenId, true)
    }
    expect(
      index.holders(tokenId, { limit: 100, offset: 0 }).items.reduce((sum, { balance }) => sum + balance, 0n),
    ).toBe(held)
    for (const key of receivers) {
      const script = ccScript(tokenCcOne(EVAL_CODES.tokens, code, key))
      let balance = 0n
      for (const { outpoint, scriptPubKey } of chain.coins()) {
        if (equal(scriptPubKey, script)) balance += reader.unitsOf(find(outpoint.hash)!, outpoint.index, tokenId, true)
      }
      expect(index.balance(tokenId, key)).toBe(balance)
      expect(index.coins(tokenId, key).reduce((sum, { value }) => sum + value, 0n)).toBe(balance)
      const holding = index.holdings(key).find(({ token }) => equal(token.tokenId, tokenId))
      expect(holding?.balance ?? 0n).toBe(balance)
    }
  }
}

/**
 * Plays the steps, then compares the index with the rules and with a rebuilt index. Returns the kinds of confirmed
 * steps.
 */
function play(steps: readonly Step[]): readonly Step['kind'][] {
  const kinds = new Set<Step['kind']>()
  const chain = createChainModel()
  const { db, index } = openIndex(chain)
  const coins = people.flatMap((key) => Array.from({ length: 40 }, () => plainOutput(200n, key)))
  index.observer.connect(chain.connect(draftBlock([mint(coins)])))
  for (const current of steps) {
    if (current.kind === 'undo') {
      if (chain.tip().height > 0) index.observer.disconnect(chain.disconnect())
      continue
    }
    const tx = buildTransaction(current, chain)
    if (tx === undefined || !isValid(tx, chain)) continue
    index.observer.connect(chain.connect(draftBlock([tx])))
    kinds.add(current.kind)
  }
  expectBalances(chain, index)
  const again = createChainModel()
  const rebuilt = openIndex(again)
  for (const block of chain.blocks()) rebuilt.index.observer.connect(again.connect(block))
  expect(dump(db)).toEqual(dump(rebuilt.db))
  return [...kinds]
}

describe('the token index on random chains', () => {
  it('matches the rules, with fakes, mixed inputs, losses and reorganisations', () => {
    const of = (kind: Step['kind'], pick = 0): Step => ({ kind, from: 0, to: 1, pick, share: 50 })
    // Random chains contain kinds of steps by chance; this fixed chain contains every kind.
    const all = [of('create'), of('undo'), of('create'), ...[0, 1, 2, 3].map((pick) => of('send', pick)), of('fake')]
    const rest = [
      of('nft'),
      of('forged'),
      ...[0, 1, 2, 3].flatMap((pick) => [of('mixed', pick), of('wrong token', pick)]),
    ]
    expect(play([...all, ...rest])).toEqual(['create', 'send', 'fake', 'nft', 'forged', 'mixed', 'wrong token'])
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 30 }), (steps) => void play(steps)),
      { numRuns: 50 },
    )
  })
})

function dump(db: SqliteDatabase.Database): unknown {
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'token%'").pluck().all()
  return tables.map((table) => db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).safeIntegers(true).raw().all())
}
