import { beforeEach, describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne, ccOneOfTwo, tokenCcOne, tokenCcOneOfTwo } from '../../conditions/index.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import { concat, fromHex } from '../../util/index.ts'
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
import { encodeTokenCreate, encodeTokenTransfer, type TokenPayload } from './codec.ts'
import { BURN_PUBLIC_KEY, TOKENS_KEY } from './keys.ts'
import { encodeOrder } from './orderData.ts'
import { openTokenReader } from './reader.ts'
import { validateTokens } from './validate.ts'

const ann = draftKey(1).publicKey
const bob = draftKey(2).publicKey
const cat = draftKey(3).publicKey
const marker = ccOne(EVAL_CODES.tokens, TOKENS_KEY.publicKey)
const tokenTree = (key: Uint8Array) => ccOne(EVAL_CODES.tokens, key)
const text = (value: string) => new TextEncoder().encode(value)

const transferData = (tokenId: Uint8Array, pubkeys: readonly Uint8Array[], payloads: readonly TokenPayload[] = []) =>
  dataOutput(encodeTokenTransfer({ tokenId, pubkeys, payloads }))

function createData(owner: Uint8Array, payloads: readonly TokenPayload[] = []) {
  return dataOutput(encodeTokenCreate({ owner, name: text('T'), description: text(''), payloads }))
}

let chain: ChainModel
let coins: Transaction
/** creates 1000 units in output 1, all Ann's; output 0 is the marker */
let token: Transaction
let tokenId: Uint8Array

/** Confirms transactions in one block each. Returns the last. */
function confirm(...txs: Transaction[]): Transaction {
  for (const tx of txs) chain.connect(draftBlock([tx]))
  return txs.at(-1)!
}

function findRejectReason(tx: Transaction): string | undefined {
  const find = (txid: Uint8Array) => chain.find(txid)?.tx
  const verdict = validateTokens({ tx, find, memo: createMemoCache() })
  return verdict.ok ? undefined : verdict.reason
}

function countUnits(tx: Transaction, index: number, id = tokenId, deep = true): bigint {
  const find = (txid: Uint8Array) => chain.find(txid)?.tx
  return openTokenReader({ find, memo: createMemoCache() }).unitsOf(tx, index, id, deep)
}

beforeEach(() => {
  chain = createChainModel()
  coins = confirm(mint(Array.from({ length: 20 }, () => plainOutput(100_000n, ann))))
  const outputs = [ccOutput(10_000n, marker), ccOutput(1000n, tokenTree(ann)), plainOutput(1n, ann), createData(ann)]
  token = confirm(draftTransaction([plainInput(coins, 0)], outputs))
  tokenId = computeTxid(token)
})

/** Builds a transfer of `sent` units from Ann to Bob, with `kept` units of change. */
function transfer(sent = 600n, kept = 400n): Transaction {
  const outputs = [ccOutput(sent, tokenTree(bob)), ccOutput(kept, tokenTree(ann)), transferData(tokenId, [bob])]
  return draftTransaction([plainInput(coins, 1), ccInput(token, 1, tokenTree(ann))], outputs)
}

describe('validateTokens', () => {
  it('accepts a transfer whose inputs equal its outputs, and a second transfer after it', () => {
    const first = confirm(transfer())
    expect(findRejectReason(first)).toBeUndefined()
    const outputs = [ccOutput(600n, tokenTree(cat)), transferData(tokenId, [cat])]
    expect(
      findRejectReason(draftTransaction([plainInput(coins, 2), ccInput(first, 0, tokenTree(bob))], outputs)),
    ).toBeUndefined()
  })

  it('rejects a transaction without outputs', () => {
    expect(findRejectReason(draftTransaction([ccInput(token, 1, tokenTree(ann))], []))).toBe('no vouts')
  })

  it('rejects a last output without token data', () => {
    const input = ccInput(token, 1, tokenTree(ann))
    const reason = 'TokenValidate: invalid opreturn payload'
    expect(findRejectReason(draftTransaction([input], [ccOutput(1000n, tokenTree(bob))]))).toBe(reason)
    expect(findRejectReason(draftTransaction([input], [dataOutput(fromHex('f274'))]))).toBe(reason)
    expect(findRejectReason(draftTransaction([input], [transferData(tokenId, [bob]), plainOutput(1n, bob)]))).toBe(
      reason,
    )
  })

  it('rejects an unknown token, and a create', () => {
    const input = ccInput(token, 1, tokenTree(ann))
    const unknown = new Uint8Array(32).fill(7)
    expect(
      findRejectReason(draftTransaction([input], [ccOutput(1n, tokenTree(bob)), transferData(unknown, [bob])])),
    ).toBe('cant find token create txid')
    expect(findRejectReason(draftTransaction([input], [ccOutput(1n, tokenTree(bob)), createData(ann)]))).toBe(
      'cant find token create txid',
    )
  })

  it('rejects token inputs from an unknown transaction', () => {
    const lost = draftTransaction([plainInput(coins, 5)], [ccOutput(5n, tokenTree(ann))])
    const outputs = [ccOutput(5n, tokenTree(bob)), transferData(tokenId, [bob])]
    expect(findRejectReason(draftTransaction([ccInput(lost, 0, tokenTree(ann))], outputs))).toBe(
      'always should find vin tx, but didnt',
    )
  })

  it('rejects unequal inputs and outputs', () => {
    const reason = 'tokens cc inputs != cc outputs'
    expect(findRejectReason(transfer(601n, 400n))).toBe(reason)
    expect(findRejectReason(transfer(599n, 400n))).toBe(reason)
    // units of a key that the data do not name do not count as outputs
    const outputs = [ccOutput(1000n, tokenTree(cat)), transferData(tokenId, [bob])]
    expect(findRejectReason(draftTransaction([ccInput(token, 1, tokenTree(ann))], outputs))).toBe(reason)
  })

  it('ignores inputs that hold fake units', () => {
    const fakeOutputs = [ccOutput(1000n, tokenTree(ann)), transferData(tokenId, [ann])]
    const fake = confirm(draftTransaction([plainInput(coins, 3)], fakeOutputs))
    expect(countUnits(fake, 0, tokenId, false)).toBe(1000n)
    expect(countUnits(fake, 0)).toBe(0n)
    const outputs = [ccOutput(1000n, tokenTree(bob)), transferData(tokenId, [bob])]
    expect(findRejectReason(draftTransaction([ccInput(fake, 0, tokenTree(ann))], outputs))).toBe(
      'tokens cc inputs != cc outputs',
    )
  })

  it('accepts fake units as additional inputs, but then the outputs cannot be spent as tokens', () => {
    const fakeOutputs = [ccOutput(50n, tokenTree(ann)), transferData(tokenId, [ann])]
    const fake = confirm(draftTransaction([plainInput(coins, 3)], fakeOutputs))
    const inputs = [ccInput(token, 1, tokenTree(ann)), ccInput(fake, 0, tokenTree(ann))]
    const mixed = confirm(draftTransaction(inputs, [ccOutput(1000n, tokenTree(bob)), transferData(tokenId, [bob])]))
    expect(findRejectReason(mixed)).toBeUndefined()
    expect(countUnits(mixed, 0, tokenId, false)).toBe(1000n)
    expect(countUnits(mixed, 0)).toBe(0n)
    const next = draftTransaction(
      [ccInput(mixed, 0, tokenTree(bob))],
      [ccOutput(1000n, tokenTree(cat)), transferData(tokenId, [cat])],
    )
    expect(findRejectReason(next)).toBe('tokens cc inputs != cc outputs')
  })

  it('rejects burning fungible tokens together with a marker', () => {
    const inputs = [ccInput(token, 1, tokenTree(ann)), ccInput(token, 0, marker)]
    const burn = (data = transferData(tokenId, [BURN_PUBLIC_KEY])) =>
      draftTransaction(inputs, [ccOutput(1000n, tokenTree(BURN_PUBLIC_KEY)), data])
    expect(findRejectReason(burn())).toBe('spending cc marker not supported for fungible tokens')
    // without the marker this is an ordinary transfer, as is spending the marker without burning
    const outputs = [ccOutput(1000n, tokenTree(BURN_PUBLIC_KEY)), transferData(tokenId, [BURN_PUBLIC_KEY])]
    expect(findRejectReason(draftTransaction(inputs.slice(0, 1), outputs))).toBeUndefined()
    expect(
      findRejectReason(draftTransaction(inputs, [ccOutput(1000n, tokenTree(bob)), transferData(tokenId, [bob])])),
    ).toBeUndefined()
  })

  it('rejects a transfer without token inputs', () => {
    const outputs = [plainOutput(10n, bob), transferData(tokenId, [bob])]
    expect(findRejectReason(draftTransaction([ccInput(token, 0, marker)], outputs))).toBe(
      'no token inputs for transfer',
    )
  })
})

describe('TokenReader.unitsOf', () => {
  it('counts all conditions of a create except marker and last output, if the owner paid for all', () => {
    expect([0, 1, 2, 3].map((i) => countUnits(token, i))).toEqual([0n, 1000n, 0n, 0n])
    const strange = ccOne(0xe4, cat)
    const outputs = [ccOutput(7n, strange), ccOutput(8n, tokenTree(bob)), createData(ann)]
    const created = draftTransaction([plainInput(coins, 4)], outputs)
    expect([0, 1].map((i) => countUnits(created, i, computeTxid(created)))).toEqual([7n, 8n])
    expect(countUnits(created, 1, tokenId)).toBe(0n)
  })

  it('returns 0 for a create that another key paid for', () => {
    const outputs = [ccOutput(10_000n, marker), ccOutput(1000n, tokenTree(ann)), createData(bob)]
    const forged = draftTransaction([plainInput(coins, 4)], outputs)
    expect(countUnits(forged, 1, computeTxid(forged), false)).toBe(0n)
  })

  it('returns 0 for a create that locks more than the owner paid', () => {
    const outputs = [ccOutput(100_001n, tokenTree(ann)), createData(ann)]
    const created = draftTransaction([plainInput(coins, 4)], outputs)
    expect(countUnits(created, 0, computeTxid(created))).toBe(0n)
  })

  const locks = (count: number) =>
    [
      { name: 'the key alone', tree: tokenTree(bob), keys: [bob] },
      { name: 'the first of two keys', tree: tokenTree(bob), keys: [bob, cat] },
      { name: 'one of two keys', tree: ccOneOfTwo(EVAL_CODES.tokens, bob, cat), keys: [bob, cat] },
      { name: 'the signer, whom nobody names', tree: tokenTree(ann), keys: [] },
      { name: 'the payload’s module', tree: tokenCcOne(0xe3, 0, bob), keys: [bob], code: 0xe3 },
      {
        name: 'two keys and the payload’s module',
        tree: tokenCcOneOfTwo(0xe3, 0, bob, cat),
        keys: [bob, cat],
        code: 0xe3,
      },
      { name: 'tokens alone beside a payload', tree: tokenTree(bob), keys: [bob], code: 0xe3 },
    ].slice(0, count)

  it.each(locks(7))('counts an output of a transfer locked with $name', ({ tree, keys, code }) => {
    const payloads = code === undefined ? [] : [{ id: 0x12, blob: Uint8Array.of(code, 0x78) }]
    const outputs = [ccOutput(1000n, tree), transferData(tokenId, keys, payloads)]
    const tx = draftTransaction([ccInput(token, 1, tokenTree(ann))], outputs)
    expect(countUnits(tx, 0)).toBe(1000n)
    expect(findRejectReason(tx)).toBeUndefined()
  })

  it.each([
    { name: 'the tokens key, though named', tree: marker, keys: [TOKENS_KEY.publicKey] },
    { name: 'one of two keys of which one is named', tree: ccOneOfTwo(EVAL_CODES.tokens, bob, cat), keys: [bob] },
    { name: 'another module without its payload', tree: tokenCcOne(0xe3, 0, bob), keys: [bob] },
  ])('returns 0 for an output of a transfer locked with $name', ({ tree, keys }) => {
    const tx = draftTransaction(
      [ccInput(token, 1, tokenTree(ann))],
      [ccOutput(1000n, tree), transferData(tokenId, keys)],
    )
    expect(countUnits(tx, 0, tokenId, false)).toBe(0n)
  })

  it('ignores payloads with free ids, and uses the first other one', () => {
    const payloads = [
      { id: 0x80, blob: Uint8Array.of(0xe4) },
      { id: 0x13, blob: Uint8Array.of(0xe3) },
      { id: 0x12, blob: Uint8Array.of(0xe4) },
    ]
    const outputs = [ccOutput(1n, tokenCcOne(0xe3, 0, bob)), ccOutput(1n, tokenCcOne(0xe4, 0, bob))]
    const tx = draftTransaction(
      [ccInput(token, 1, tokenTree(ann))],
      [...outputs, transferData(tokenId, [bob], payloads)],
    )
    expect([0, 1].map((i) => countUnits(tx, i, tokenId, false))).toEqual([1n, 0n])
  })

  it('returns 0 for a condition followed by dropped data', () => {
    const locked = ccOutput(1000n, tokenTree(bob))
    const scriptPubKey = concat(locked.scriptPubKey, fromHex('01aa75'))
    const outputs = [{ value: 1000n, scriptPubKey }, transferData(tokenId, [bob])]
    expect(countUnits(draftTransaction([ccInput(token, 1, tokenTree(ann))], outputs), 0, tokenId, false)).toBe(0n)
  })

  it('requires the script of an NFT’s contract, in transfers and orders', () => {
    const outputs = [ccOutput(1n, tokenCcOne(0xf7, 0, ann)), createData(ann, [{ id: 0x11, blob: fromHex('f701') }])]
    const nft = confirm(draftTransaction([plainInput(coins, 4)], outputs))
    const id = computeTxid(nft)
    const input = ccInput(nft, 0, tokenCcOne(0xf7, 0, ann))
    const give = draftTransaction(
      [input],
      [ccOutput(1n, tokenCcOne(EVAL_CODES.tokens, 0xf7, bob)), transferData(id, [bob])],
    )
    expect(countUnits(give, 0, id)).toBe(1n)
    const plain = draftTransaction([input], [ccOutput(1n, tokenTree(bob)), transferData(id, [bob])])
    expect(countUnits(plain, 0, id, false)).toBe(0n)
    const order = { id: 0x12, blob: encodeOrder({ func: 's', price: 1n, owner: ann }) }
    const ask = draftTransaction([input], [ccOutput(1n, tokenCcOne(0xe3, 0xf7, bob)), transferData(id, [bob], [order])])
    expect(countUnits(ask, 0, id)).toBe(1n)
  })
})
