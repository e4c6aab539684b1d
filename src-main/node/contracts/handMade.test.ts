import { beforeEach, describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne, ccOneOfTwo, tokenCcOne } from '../conditions/index.ts'
import type { CcVerdict, CcView } from '../core/index.ts'
import { computeTxid, type Transaction, type TxOut } from '../primitives/index.ts'
import { ByteWriter, concat } from '../util/index.ts'
import { encodeChannel, hashRounds } from './channels/codec.ts'
import { CHANNELS_PUBLIC_KEY } from './channels/keys.ts'
import { validateChannels } from './channels/validate.ts'
import { decodeCcInputs } from './framework/ccInputs.ts'
import { createMemoCache } from './framework/memoCache.ts'
import { isSettled } from './framework/notarised.ts'
import { emptyRawKey } from './framework/rawKey.ts'
import { decodeBind } from './gateways/codec.ts'
import { depositScript, GATEWAY_MARKER_SCRIPT } from './gateways/keys.ts'
import { encodeHeir } from './heir/codec.ts'
import { validateHeir } from './heir/validate.ts'
import { encodeOracleCreate, encodeOracleTerms, ORACLE_FUNC } from './oracles/codec.ts'
import { dataFee } from './oracles/dataFee.ts'
import { type ChainModel, createChainModel } from './testing/chainModel.ts'
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
} from './testing/drafts.ts'
import { encodeTokenCreate, encodeTokenTransfer, PAYLOAD_NFT, type TokenPayload } from './tokens/codec.ts'
import { TOKENS_KEY } from './tokens/keys.ts'
import { validateTokens } from './tokens/validate.ts'

/**
 * Hand-made transactions that nodes must nevertheless validate identically: their data contain invalid keys, or keys
 * that are too long, too short or in another transaction. Each verdict follows from the reference's source; none was
 * recorded.
 */

const ann = draftKey(1).publicKey
const bob = draftKey(2).publicKey
/** Starts with an invalid first byte but is used in conditions, whose other key signs. */
const noKey = concat(Uint8Array.of(5), new Uint8Array(32).fill(7))
const nothing = new Uint8Array(0)
const zeroId = new Uint8Array(32)
const text = (value: string) => new TextEncoder().encode(value)
const START = 1_700_000_000

let chain: ChainModel
let coins: Transaction
let time: number

function confirm(tx: Transaction, later = 60): Transaction {
  time += later
  chain.connect(draftBlock([tx], time))
  return tx
}

function view(notarised = 0): CcView {
  return { ...chain.view(), notarisedHeight: () => notarised }
}

const getReason = (verdict: CcVerdict) => (verdict.ok ? undefined : verdict.reason)

beforeEach(() => {
  chain = createChainModel()
  time = START
  confirm(mint([]))
  coins = confirm(mint(Array.from({ length: 20 }, () => plainOutput(100_000n, ann))))
})

describe('validateHeir for hand-made plans', () => {
  const heirs = (owner: Uint8Array, heir: Uint8Array) => ccOneOfTwo(EVAL_CODES.heir, owner, heir)
  const context = () => ({ view: view(), memo: createMemoCache() })

  function plan(owner: Uint8Array, heir: Uint8Array, named = { owner, heir }): Transaction {
    const terms = { func: 'F', ...named, inactivity: 100n, name: text('W'), memo: nothing } as const
    const outputs = [ccOutput(50_000n, heirs(owner, heir)), dataOutput(encodeHeir(terms))]
    return confirm(draftTransaction([plainInput(coins, 0)], outputs))
  }

  function claim(funding: Transaction, owner: Uint8Array, heir: Uint8Array, paid: TxOut): Transaction {
    const data = encodeHeir({ func: 'C', fundingTxid: computeTxid(funding), begun: 1 })
    const signer = heir === noKey ? owner : heir
    const inputs = [plainInput(coins, 1), ccInput(funding, 0, heirs(owner, heir), signer)]
    return draftTransaction(inputs, [paid, dataOutput(data)])
  }

  it('lets the heir claim after the waiting time if the owner is not a key', () => {
    const funding = plan(noKey, bob)
    const claimed = claim(funding, noKey, bob, plainOutput(50_000n, bob))
    expect(getReason(validateHeir({ tx: claimed, ...context() }))).toContain('heir is not allowed yet')
    confirm(mint([], 1), 200)
    expect(getReason(validateHeir({ tx: claimed, ...context() }))).toBeUndefined()
  })

  it('pays an heir that is not a key by an empty push, after the waiting time', () => {
    const funding = plan(ann, noKey)
    const toNobody = { value: 50_000n, scriptPubKey: Uint8Array.of(0, 0xac) }
    const paying = (output: TxOut) => validateHeir({ tx: claim(funding, ann, noKey, output), ...context() })
    expect(getReason(paying(toNobody))).toContain('heir is not allowed yet')
    expect(getReason(paying(plainOutput(50_000n, ann)))).toBeUndefined()
  })

  it('accepts keys with trailing bytes, and rejects truncated keys', () => {
    const long = plan(ann, bob, { owner: concat(ann, Uint8Array.of(1, 2)), heir: bob })
    const paid = plainOutput(50_000n, ann)
    expect(getReason(validateHeir({ tx: claim(long, ann, bob, paid), ...context() }))).toBeUndefined()
    const short = plan(ann, bob, { owner: ann.subarray(0, 32), heir: bob })
    expect(getReason(validateHeir({ tx: claim(short, ann, bob, paid), ...context() }))).toContain('incorrect pubkey(s)')
  })
})

describe('validateChannels for hand-made channels', () => {
  const marker = (key: Uint8Array) => ccOne(EVAL_CODES.channels, key)
  const ends = (source: Uint8Array, destination: Uint8Array) => ccOneOfTwo(EVAL_CODES.channels, source, destination)

  interface Keys {
    readonly source: Uint8Array
    readonly destination: Uint8Array
  }

  /** Opens a channel locked to `held` whose data name `named`, and closes it with data that name `closing`. */
  function closed(held: Keys, named: Keys, closing: Keys, marked: Keys): string | undefined {
    const terms = { count: 5, payment: 1_000n, hash: zeroId, openTxid: zeroId }
    const markers = [ccOutput(10_000n, marker(marked.source)), ccOutput(10_000n, marker(marked.destination))]
    const fund = ccOutput(5_000n, ends(held.source, held.destination))
    const opening = confirm(
      draftTransaction(
        [plainInput(coins, 0)],
        [fund, ...markers, dataOutput(encodeChannel({ ...terms, ...named, func: 'O' }))],
      ),
    )
    const height = chain.tip().height
    confirm(mint([], 1))
    const data = encodeChannel({ ...terms, ...closing, func: 'C', openTxid: computeTxid(opening) })
    const inputs = [
      plainInput(coins, 1),
      ccInput(opening, 0, ends(held.source, held.destination), ann),
      ccInput(opening, 1, marker(marked.source)),
    ]
    const tx = draftTransaction(inputs, [fund, ...markers, dataOutput(data)])
    return getReason(validateChannels({ tx, view: view(height) }))
  }

  const both = { source: ann, destination: bob }
  const none = { source: nothing, destination: nothing }

  it('reads keys missing in the opening from the transaction that spends it', () => {
    expect(closed(both, both, both, both)).toBeUndefined()
    expect(closed(both, none, both, both)).toBeUndefined()
    expect(closed(both, none, { source: bob, destination: ann }, both)).toContain('marker to srcpub')
    expect(closed(both, none, none, both)).toContain('invalid amount for channelopen!')
    const head = { source: ann.subarray(0, 5), destination: nothing }
    expect(closed(both, head, both, both)).toBeUndefined()
  })

  it('hashes a long hash chain in a block, but not for the mempool', () => {
    const rounds = 60_000
    const secret = new Uint8Array(32).fill(8)
    const terms = { ...both, count: rounds, payment: 0n, openTxid: zeroId }
    const markers = [ccOutput(10_000n, marker(ann)), ccOutput(10_000n, marker(bob))]
    const fund = ccOutput(5_000n, ends(ann, bob))
    const end = hashRounds(secret, rounds)
    const opening = confirm(
      draftTransaction(
        [plainInput(coins, 0)],
        [fund, ...markers, dataOutput(encodeChannel({ ...terms, func: 'O', hash: end }))],
      ),
    )
    const height = chain.tip().height
    confirm(mint([], 1))
    const paying = { ...both, func: 'P', openTxid: computeTxid(opening), count: 0, payment: BigInt(rounds) }
    const inputs = [plainInput(coins, 1), ccInput(opening, 0, ends(ann, bob), ann), ccInput(opening, 1, marker(ann))]
    const check = (hash: Uint8Array, connecting: boolean) => {
      const data = dataOutput(encodeChannel({ ...paying, hash }))
      const tx = draftTransaction(inputs, [fund, ...markers, plainOutput(0n, bob), data])
      return getReason(validateChannels({ tx, view: { ...view(height), connecting } }))
    }
    expect(check(secret, true)).toBeUndefined()
    expect(check(secret, false)).toContain('invalid secret')
    expect(check(end, true)).toContain('invalid secret')
  })

  it('requires the contract key’s marker for an end that is not a key', () => {
    const odd = { source: ann, destination: noKey }
    expect(closed(odd, odd, odd, { source: ann, destination: CHANNELS_PUBLIC_KEY })).toBeUndefined()
    expect(closed(odd, odd, odd, odd)).toContain('marker to destpub')
  })
})

describe('dataFee for hand-made registrations', () => {
  it('reads a truncated registration over the bytes of the previous one', () => {
    const create = encodeOracleCreate({ name: text('O'), format: text('s'), description: nothing })
    const oracle = confirm(mint([plainOutput(1n, ann), dataOutput(create)], 2))
    const id = computeTxid(oracle)
    const registration = (amount: bigint) =>
      dataOutput(encodeOracleTerms(ORACLE_FUNC.register, { oracle: id, key: ann, amount }))
    const [older, newer] = [5n, 9n].map((fee, n) => mint([registration(fee)], 3 + n))
    const short = (length: number) =>
      mint([dataOutput(concat(Uint8Array.of(0xec, ORACLE_FUNC.register), new Uint8Array(length)))], 9 + length)
    const readFee = (...entries: readonly (readonly [Transaction | undefined, number])[]) => {
      const known = [oracle, ...entries.map(([tx]) => tx!)]
      const transaction: CcView['transaction'] = (txid) => {
        const tx = known.find((each) => Buffer.compare(computeTxid(each), txid) === 0)
        return tx && { tx, txid, height: 1, blockTime: START }
      }
      const unspent = () => entries.map(([tx, height]) => ({ txid: computeTxid(tx!), index: 0, height }))
      const key = emptyRawKey()
      key.set(ann)
      return dataFee({ view: { transaction, unspent }, memo: createMemoCache() }, id, key)
    }
    expect(readFee([newer, 20], [older, 10])).toBe(9n)
    expect(readFee([newer, 20], [older, 10], [short(31), 30])).toBe(5n)
    // A complete id was read, which is that of another oracle.
    expect(readFee([newer, 20], [older, 10], [short(32), 30])).toBe(9n)
  })
})

describe('hand-made gateways', () => {
  it('mark a deposit for an invalid key at the contract’s key', () => {
    expect(depositScript(emptyRawKey())).toEqual(GATEWAY_MARKER_SCRIPT)
    const key = emptyRawKey()
    key.set(ann)
    expect(depositScript(key)).not.toEqual(GATEWAY_MARKER_SCRIPT)
  })

  it('reject a binding whose keys and signatures do not fit in a script', () => {
    const bind = (m: number, n: number, keys: number) => {
      const out = new ByteWriter()
        .u8(EVAL_CODES.gateways)
        .u8('B'.charCodeAt(0))
        .varBytes(text('X'))
        .i64le(1n)
        .bytes(zeroId)
      out.u8(m).u8(n).compactSize(keys)
      for (let i = 0; i < keys; i++) out.varBytes(ann)
      return decodeBind(mint([dataOutput(out.u8(0).u8(1).u8(2).u8(3).finish())]))
    }
    expect(bind(1, 1, 1)).toBeDefined()
    expect(bind(1, 1, 0)).toBeUndefined()
    expect(bind(16, 16, 16)).toBeDefined()
    expect(bind(17, 16, 16)).toBeUndefined()
    expect(bind(2, 3, 17)).toBeUndefined()
  })
})

describe('validateTokens for hand-made transfers', () => {
  const tokenTree = (key: Uint8Array) => ccOne(EVAL_CODES.tokens, key)

  /**
   * Validates a transfer of all units of Ann's new token to Bob: the data name the keys `named`, the output is `held`.
   */
  function sent(nft: Uint8Array, held: TxOut, named: readonly Uint8Array[], payloads: readonly TokenPayload[] = []) {
    const marker = ccOutput(10_000n, ccOne(EVAL_CODES.tokens, TOKENS_KEY.publicKey))
    const supply = ccOutput(1n, tokenTree(ann))
    const create = { owner: ann, name: text('T'), description: nothing, payloads: [{ id: PAYLOAD_NFT, blob: nft }] }
    const token = confirm(
      draftTransaction([plainInput(coins, 2)], [marker, supply, dataOutput(encodeTokenCreate(create))]),
    )
    const transfer = encodeTokenTransfer({ tokenId: computeTxid(token), pubkeys: named, payloads })
    const inputs = [plainInput(coins, 3), ccInput(token, 1, tokenTree(ann))]
    const tx = draftTransaction(inputs, [held, dataOutput(transfer)])
    return getReason(validateTokens({ tx, find: (txid) => chain.find(txid)?.tx, memo: createMemoCache() }))
  }

  it('accepts keys with trailing bytes, also if conditions contain only a part of the key', () => {
    expect(sent(nothing, ccOutput(1n, tokenTree(bob)), [concat(bob, Uint8Array.of(9))])).toBeUndefined()
    expect(sent(nothing, ccOutput(1n, tokenTree(bob)), [concat(bob, new Uint8Array(33))])).toContain('!=')
    expect(sent(nothing, ccOutput(1n, tokenTree(bob)), [bob.subarray(0, 32)])).toContain('!=')
    const wide = concat(Uint8Array.of(4), new Uint8Array(40).fill(3))
    expect(sent(nothing, ccOutput(1n, tokenTree(wide.subarray(0, 33))), [wide])).toBeUndefined()
  })

  it('rejects an input whose script starts with no data, on which the reference fails', () => {
    const withInput = (scriptSig: Uint8Array) => {
      const tx = draftTransaction(
        [{ ...plainInput(coins, 3), scriptSig }],
        [dataOutput(encodeTokenTransfer({ tokenId: zeroId, pubkeys: [bob], payloads: [] }))],
      )
      return getReason(validateTokens({ tx, find: () => undefined, memo: createMemoCache() }))
    }
    expect(withInput(Uint8Array.of(0, 1, 2))).toBe('an input begins with no data')
    expect(withInput(Uint8Array.of(0x51))).toBe('an input begins with no data')
    // The reference finds no operation in an empty or truncated script.
    expect(withInput(nothing)).toBe('cant find token create txid')
    expect(withInput(Uint8Array.of(5, 1))).toBe('cant find token create txid')
  })

  it('accepts plain token outputs if the NFT data start with 0', () => {
    expect(sent(Uint8Array.of(0, 1), ccOutput(1n, tokenTree(bob)), [bob])).toBeUndefined()
    expect(sent(Uint8Array.of(0xf7, 1), ccOutput(1n, tokenTree(bob)), [bob])).toContain('!=')
  })

  it('accepts both orders of the eval codes if they make different trees', () => {
    const payloads = [{ id: 0x14, blob: Uint8Array.of(EVAL_CODES.heir, 1) }]
    const withoutZero = ccOutput(1n, tokenCcOne(EVAL_CODES.heir, 0, ann))
    // The signer receives the token, without being named in the data.
    expect(sent(Uint8Array.of(0, 1), withoutZero, [], payloads)).toBeUndefined()
    const zeroAlone = ccOutput(1n, tokenCcOne(0, 0, bob))
    expect(sent(Uint8Array.of(0, 1), zeroAlone, [bob], payloads)).toContain('!=')
    const ofTokens = [{ id: 0x14, blob: Uint8Array.of(EVAL_CODES.tokens, 1) }]
    expect(sent(Uint8Array.of(0xf7, 1), ccOutput(1n, tokenCcOne(0xf7, 0, ann)), [], ofTokens)).toBeUndefined()
  })
})

it('isSettled returns false for the genesis block at any depth', () => {
  const settled = (height: number) => {
    const transaction: CcView['transaction'] = (txid) => ({ tx: coins, txid, height, blockTime: START })
    return isSettled({ ...view(), transaction, tip: () => ({ ...chain.tip(), height: 500 }) }, zeroId)
  }
  expect([0, 1, 400, 401].map(settled)).toEqual([false, true, true, false])
})

it('decodeCcInputs returns only valid keys as signers, even of unverified fulfilments', () => {
  const tree = (key: Uint8Array) => ccInput(coins, 0, ccOne(EVAL_CODES.tokens, key))
  const inputs = decodeCcInputs(draftTransaction([tree(ann), tree(noKey)], [plainOutput(1n, ann)]))
  expect(inputs.map((input) => input?.signer?.[0])).toEqual([ann[0], undefined])
})
