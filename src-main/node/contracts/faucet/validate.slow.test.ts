import { beforeEach, describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import { hash160, sha256d } from '../../crypto/index.ts'
import {
  parseTransaction,
  serializeTransaction,
  type Transaction,
  type TxIn,
  type TxOut,
} from '../../primitives/index.ts'
import { p2pkhScript } from '../../script/index.ts'
import { concat, fromHex } from '../../util/index.ts'
import { type ChainModel, createChainModel } from '../testing/chainModel.ts'
import {
  ccInput,
  ccOutput,
  draftBlock,
  draftKey,
  draftTransaction,
  mint,
  plainInput,
  plainOutput,
} from '../testing/drafts.ts'
import { FAUCET_KEY } from './keys.ts'
import { FAUCET_POOL_SCRIPT, FAUCET_SIZE, validateFaucet } from './validate.ts'

const ann = draftKey(1).publicKey
const bob = draftKey(2).publicKey
const pool = ccOne(EVAL_CODES.faucet, FAUCET_KEY.publicKey)
const POOLED = 30_010_000n
const MINUTE = 60

let chain: ChainModel
let time: number
let deposit: Transaction
let serial = 0

function mine(txs: readonly Transaction[] = []): void {
  time += MINUTE
  chain.connect(draftBlock([mint([plainOutput(1n, bob)], serial++), ...txs], time))
}

/** Bytes after the lock time of a version 4 transaction: expiry height, value balance, three empty lists. */
const BEHIND_LOCK_TIME = 15

/** Varies the lock time until the id has zero bytes at both ends, as a claim must: about 65,536 attempts. */
function withProof(tx: Transaction): Transaction {
  const bytes = serializeTransaction(tx).slice()
  const view = new DataView(bytes.buffer)
  for (let lockTime = 0; ; lockTime++) {
    view.setUint32(bytes.length - BEHIND_LOCK_TIME - 4, lockTime, true)
    const txid = sha256d(bytes)
    if (txid[0] === 0 && txid[31] === 0) return parseTransaction(bytes)
  }
}

function findRejectReason(tx: Transaction, unconfirmed: readonly Transaction[] = []): string | undefined {
  const verdict = validateFaucet({ tx, view: chain.view(unconfirmed) })
  return verdict.ok ? undefined : verdict.reason
}

const change = () => ccOutput(POOLED - FAUCET_SIZE - 10_000n, pool)
const claim = (key = ann) => plainOutput(FAUCET_SIZE, key)

function claimTx(vout: readonly TxOut[], vin: readonly TxIn[] = [ccInput(deposit, 0, pool)]): Transaction {
  return draftTransaction(vin, vout)
}

beforeEach(() => {
  chain = createChainModel()
  time = 1_700_000_000
  mine()
  deposit = mint([ccOutput(POOLED, pool), ccOutput(10_010_000n, pool), plainOutput(5_000_000n, bob)], serial++)
  mine([deposit])
  for (let i = 0; i < 5; i++) mine()
})

describe('validateFaucet', () => {
  it('accepts a claim with change, and a claim that empties an output', () => {
    expect(findRejectReason(withProof(claimTx([change(), claim()])))).toBeUndefined()
    expect(findRejectReason(withProof(claimTx([claim()], [ccInput(deposit, 1, pool)])))).toBeUndefined()
  })

  it('rejects a transaction without outputs', () => {
    expect(findRejectReason(claimTx([]))).toBe('no vouts')
  })

  it('rejects an ordinary first input', () => {
    const vin = [plainInput(deposit, 2), ccInput(deposit, 0, pool)]
    expect(findRejectReason(claimTx([change(), claim()], vin))).toBe('illegal normal vini')
  })

  it('rejects inputs that are unknown or unconfirmed', () => {
    const later = draftTransaction([plainInput(deposit, 2)], [ccOutput(POOLED, pool)])
    const vin = [ccInput(later, 0, pool)]
    expect(findRejectReason(claimTx([change(), claim()], vin))).toBe('cant find vinTx')
    expect(findRejectReason(claimTx([change(), claim()], vin), [later])).toBe('cant faucet from mempool')
  })

  it('rejects any amount from the pool other than one claim and one fee', () => {
    const reason = 'mismatched inputs != outputs + FAUCETSIZE + txfee'
    expect(findRejectReason(claimTx([ccOutput(1n, pool), claim()]))).toBe(reason)
    expect(findRejectReason(claimTx([change(), claim(), ccOutput(1n, pool)]))).toBe(reason)
    expect(findRejectReason(claimTx([claim()]))).toBe(reason)
    // an output with another key is not part of the pool, even if these rules validate it
    const other = mint([ccOutput(POOLED, ccOne(EVAL_CODES.faucet, ann))], serial++)
    mine([other])
    expect(findRejectReason(claimTx([change(), claim()], [ccInput(other, 0, ccOne(EVAL_CODES.faucet, ann))]))).toBe(
      reason,
    )
  })

  it('rejects a claim of another size, or without a claim output', () => {
    const reason = 'invalid faucet output'
    expect(findRejectReason(claimTx([change(), plainOutput(FAUCET_SIZE - 1n, ann)]))).toBe(reason)
    expect(findRejectReason(claimTx([change()]))).toBe(reason)
  })

  it('rejects an id without zeros at both ends', () => {
    expect(findRejectReason(claimTx([change(), claim()]))).toBe('invalid faucetget txid')
  })

  describe('with proof of work', () => {
    const proven = (vout: readonly TxOut[]) => withProof(claimTx(vout))

    it('rejects an address with a history of more than three blocks, paid to key or key hash', () => {
      const reason = 'faucet is only for brand new addresses'
      expect(findRejectReason(proven([change(), claim(bob)]))).toBe(reason)
      const hashed = { value: FAUCET_SIZE, scriptPubKey: p2pkhScript(hash160(bob)) }
      expect(findRejectReason(proven([change(), hashed]))).toBe(reason)
    })

    it('counts the blocks from the first history entry to the tip', () => {
      const tx = proven([change(), claim()])
      mine([draftTransaction([plainInput(deposit, 2)], [plainOutput(1n, ann)])])
      for (let blocks = 0; blocks <= 3; blocks++) {
        expect(findRejectReason(tx)).toBeUndefined()
        mine()
      }
      expect(findRejectReason(tx)).toBe('faucet is only for brand new addresses')
    })

    it('ignores history entries whose time is not before the tip', () => {
      const tx = proven([change(), claim()])
      mine([draftTransaction([plainInput(deposit, 2)], [plainOutput(1n, ann)])])
      time -= 5 * MINUTE
      for (let i = 0; i < 4; i++) mine()
      expect(findRejectReason(tx)).toBeUndefined()
      mine()
      mine()
      expect(findRejectReason(tx)).toBe('faucet is only for brand new addresses')
    })

    it('ignores mempool transactions, and accepts an output without address', () => {
      const waiting = draftTransaction([plainInput(deposit, 2)], [plainOutput(1n, ann)])
      expect(findRejectReason(proven([change(), claim()]), [waiting])).toBeUndefined()
      const bare = { value: FAUCET_SIZE, scriptPubKey: Uint8Array.of(0x51) }
      expect(findRejectReason(proven([change(), bare]))).toBeUndefined()
    })

    it('rejects conditions after the claim', () => {
      expect(findRejectReason(proven([change(), claim(), ccOutput(1n, ccOne(0xf2, ann))]))).toBe('invalid CC vout')
    })

    it('accepts a pool output with data after the condition', () => {
      const scriptPubKey = concat(FAUCET_POOL_SCRIPT, fromHex('01aa75'))
      expect(findRejectReason(proven([{ value: change().value, scriptPubKey }, claim()]))).toBeUndefined()
    })
  })
})
