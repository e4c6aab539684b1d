import SqliteDatabase from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import { chainParamsFromArgs, initialUpgrades } from '../../consensus/index.ts'
import { hash160 } from '../../crypto/index.ts'
import { computeTxid, type Transaction, type TxOut } from '../../primitives/index.ts'
import type { SigningKeys } from '../../script/index.ts'
import { type BuildContext, BuildError, type CoinSource } from '../../transactions/index.ts'
import { equal, fromHex } from '../../util/index.ts'
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
import { createMempoolModel, type MempoolModel } from '../testing/mempoolModel.ts'
import { buildTokenCreate, buildTokenTransfer, isTokenDestination, type TokenCreateRequest } from './build.ts'
import { encodeTokenTransfer } from './codec.ts'
import { BURN_PUBLIC_KEY } from './keys.ts'
import { findTokenData } from './reader.ts'
import { tokenMigrations } from './schema.ts'
import { createTokenIndex, type TokenIndex } from './tokenIndex.ts'

const ann = draftKey(1)
const bob = draftKey(2)
const keys: SigningKeys = {
  keyOf: (hash) => (equal(hash, hash160(ann.publicKey)) ? { privateKey: ann.privateKey, compressed: true } : undefined),
  scriptOf: () => undefined,
}
const params = chainParamsFromArgs(['-ac_name=T', '-regtest', '-ac_supply=10', '-ac_cc=2', '-ac_sapling=1'])
const text = (value: string) => new TextEncoder().encode(value)

let chain: ChainModel
let pool: MempoolModel
let tokens: TokenIndex

function confirm(...txs: Transaction[]): void {
  for (const tx of txs) tokens.observer.connect(chain.connect(draftBlock([tx])))
}

function context(pubkey = ann.publicKey): BuildContext & { coins: CoinSource; tokens: TokenIndex } {
  const height = chain.tip().height + 1
  const mine = chain.coins().filter(({ scriptPubKey }) => scriptPubKey.length === 35)
  return {
    mempool: pool,
    height,
    upgrades: initialUpgrades(params),
    keys,
    pubkey,
    coins: { coins: () => mine },
    tokens,
  }
}

function catchBuildError(build: () => unknown): string {
  try {
    build()
  } catch (error) {
    if (error instanceof BuildError) return error.message
    throw error
  }
  return 'built'
}

beforeEach(() => {
  chain = createChainModel()
  pool = createMempoolModel(chain)
  const db = new SqliteDatabase(':memory:')
  for (const step of tokenMigrations.steps) step(db)
  tokens = createTokenIndex({ db, transaction: (txid) => chain.find(txid)?.tx })
  confirm(mint(Array.from({ length: 10 }, () => plainOutput(50_000n, ann.publicKey))))
})

describe('buildTokenCreate', () => {
  const create = (changes: Partial<TokenCreateRequest> = {}) =>
    buildTokenCreate({ name: text('T'), supply: 1000n, description: text('d'), ...changes }, context())

  it('creates a token that the index accepts as genuine', () => {
    const tx = create()
    confirm(tx)
    expect(tokens.token(computeTxid(tx))).toMatchObject({ supply: 1000n, name: text('T'), nftData: undefined })
    expect(tokens.balance(computeTxid(tx), ann.publicKey)).toBe(1000n)
    expect(tokens.list()).toEqual([computeTxid(tx)])
  })

  it('limits name and description by bytes, not characters', () => {
    expect(catchBuildError(() => create({ name: text('n'.repeat(32)) }))).toBe('built')
    const name = 'Token name must not be empty and up to 32 characters'
    expect(catchBuildError(() => create({ name: text('') }))).toBe(name)
    expect(catchBuildError(() => create({ name: text('n'.repeat(33)) }))).toBe(name)
    expect(catchBuildError(() => create({ name: text('ž'.repeat(17)) }))).toBe(name)
    expect(catchBuildError(() => create({ description: text('d'.repeat(4096)) }))).toBe('built')
    const description = 'Token description must be <= 4096 characters'
    expect(catchBuildError(() => create({ description: text('d'.repeat(4097)) }))).toBe(description)
  })

  it('rejects a supply that is not positive or exceeds the coins', () => {
    expect(catchBuildError(() => create({ supply: 0n }))).toBe('Token supply must be positive')
    expect(catchBuildError(() => create({ supply: -1n }))).toBe('Token supply must be positive')
    expect(catchBuildError(() => create({ supply: 480_000n }))).toBe('built')
    expect(catchBuildError(() => create({ supply: 480_001n }))).toBe('cant find normal inputs')
    expect(catchBuildError(() => create({ supply: 2n ** 63n - 1n }))).toBe('cant find normal inputs')
  })

  it('requires one unit, data and the size of one output for an NFT', () => {
    const data = fromHex('f701')
    expect(catchBuildError(() => create({ data, supply: 1n }))).toBe('built')
    expect(catchBuildError(() => create({ data }))).toBe('for non-fungible tokens tokensupply should be equal to 1')
    expect(catchBuildError(() => create({ data: new Uint8Array(), supply: 1n }))).toBe('Non-fungible data incorrect')
    const large = new Uint8Array(10_002)
    expect(catchBuildError(() => create({ data: large, supply: 1n }))).toBe('Non-fungible data size must be <= 10001')
    expect(catchBuildError(() => create({ data: large.subarray(1), supply: 1n }))).toMatch(
      'too long for one transaction',
    )
    expect(catchBuildError(() => create({ data: large.subarray(100), supply: 1n }))).toBe('built')
  })

  it('selects more coins than the reference if its limit does not suffice', () => {
    confirm(
      mint(
        Array.from({ length: 200 }, () => plainOutput(3_000n, ann.publicKey)),
        1,
      ),
    )
    const tx = create({ supply: 1_000_000n })
    expect(tx.vin.length).toBeGreaterThan(64)
  })

  it('rejects coins without a private key in the wallet', () => {
    const build = () =>
      buildTokenCreate(
        { name: text('T'), supply: 1n, description: text('') },
        { ...context(), keys: { ...keys, keyOf: () => undefined } },
      )
    expect(catchBuildError(build)).toBe('the wallet has no private key for one of the coins to be spent')
  })
})

describe('buildTokenTransfer', () => {
  let tokenId: Uint8Array

  const send = (amount: bigint, destination = bob.publicKey, id = tokenId, from = ann.publicKey) =>
    buildTokenTransfer({ tokenId: id, destination, amount }, context(from))

  beforeEach(() => {
    const tx = buildTokenCreate({ name: text('T'), supply: 1000n, description: text('') }, context())
    confirm(tx)
    tokenId = computeTxid(tx)
  })

  it('moves units and returns the change', () => {
    const tx = send(400n)
    confirm(tx)
    expect(tokens.balance(tokenId, bob.publicKey)).toBe(400n)
    expect(tokens.balance(tokenId, ann.publicKey)).toBe(600n)
    expect(findTokenData(tx)).toEqual({ func: 't', tokenId, pubkeys: [bob.publicKey], payloads: [] })
    const all = send(600n)
    confirm(all)
    expect(tokens.balance(tokenId, ann.publicKey)).toBe(0n)
  })

  it('sends to the burn key, which is not a point of the curve', () => {
    expect(isTokenDestination(BURN_PUBLIC_KEY)).toBe(true)
    confirm(send(10n, BURN_PUBLIC_KEY))
    expect(tokens.balance(tokenId, BURN_PUBLIC_KEY)).toBe(10n)
    expect(tokens.history(tokenId, { limit: 1, offset: 0 }).items[0]).toMatchObject({ kind: 'burn', amount: 10n })
  })

  it('rejects invalid ids, amounts and destinations', () => {
    expect(catchBuildError(() => send(1n, bob.publicKey, new Uint8Array(32)))).toBe('invalid tokenid')
    expect(catchBuildError(() => send(0n))).toBe('amount must be positive')
    for (const key of ['', '02', `02${'ff'.repeat(32)}`, `04${'11'.repeat(64)}`]) {
      expect(catchBuildError(() => send(1n, fromHex(key)))).toBe('invalid destination pubkey')
    }
  })

  it('throws an error that names the missing tokens or coins', () => {
    expect(catchBuildError(() => send(1n, bob.publicKey, new Uint8Array(32).fill(1)))).toBe('no token inputs')
    expect(catchBuildError(() => send(1001n))).toBe('insufficient token inputs')
    expect(catchBuildError(() => send(100_000n))).toBe('no token inputs')
    const poor = () =>
      buildTokenTransfer(
        { tokenId, destination: bob.publicKey, amount: 1n },
        { ...context(), coins: { coins: () => [] } },
      )
    expect(catchBuildError(poor)).toBe('insufficient normal inputs for tx fee')
  })

  it('excludes outputs that the mempool spends', () => {
    pool.add(send(400n))
    expect(catchBuildError(() => send(1n))).toBe('no token inputs')
    expect(tokens.available(tokenId, ann.publicKey, pool)).toBe(0n)
    expect(tokens.balance(tokenId, ann.publicKey)).toBe(1000n)
  })

  it('rejects an NFT that cannot be moved before building', () => {
    const request = { name: text('N'), supply: 1n, description: text(''), data: fromHex('f7aa') }
    const nft = buildTokenCreate(request, context())
    confirm(nft)
    expect(catchBuildError(() => send(1n, bob.publicKey, computeTxid(nft)))).toMatch(
      /^this NFT cannot be moved: its data begin with f7/,
    )
  })

  /** Splits Ann's 1000 units into outputs with the given values. */
  function spread(values: readonly bigint[]): void {
    const coins = chain.coins()
    const held = tokens.coins(tokenId, ann.publicKey)[0]!
    const source = chain.find(held.outpoint.hash)!.tx
    const fee = coins.find(({ scriptPubKey }) => scriptPubKey.length === 35)!
    const tree = ccOne(EVAL_CODES.tokens, ann.publicKey)
    const outputs: TxOut[] = values.map((value) => ccOutput(value, tree))
    const data = dataOutput(encodeTokenTransfer({ tokenId, pubkeys: [ann.publicKey], payloads: [] }))
    const vin = [
      plainInput(chain.find(fee.outpoint.hash)!.tx, fee.outpoint.index),
      ccInput(source, held.outpoint.index, tree),
    ]
    confirm(draftTransaction(vin, [...outputs, data]))
    expect(tokens.balance(tokenId, ann.publicKey)).toBe(1000n)
  }

  it('selects the largest outputs if the balance has too many outputs for the reference', () => {
    spread([...Array.from({ length: 100 }, () => 4n), ...Array.from({ length: 20 }, () => 30n)])
    const tx = send(900n)
    confirm(tx)
    expect(tokens.balance(tokenId, bob.publicKey)).toBe(900n)
    expect(tx.vin.length - 1).toBe(95)
  })

  it('throws if one transaction cannot spend enough outputs', () => {
    spread(Array.from({ length: 1000 }, () => 1n))
    expect(catchBuildError(() => send(501n))).toMatch(
      /^insufficient token inputs: the balance is spread over 1000 outputs, and one transaction can spend 500/,
    )
    expect(send(500n).vin.length).toBe(501)
  })
})
