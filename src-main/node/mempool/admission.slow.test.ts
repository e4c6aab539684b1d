import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { REJECT } from '../consensus/index.ts'
import { hash160 } from '../crypto/index.ts'
import { COIN, computeTxid } from '../primitives/index.ts'
import type { Transaction, TxOut } from '../primitives/types.ts'
import { OP, opReturnScript, p2shScript, pushData, pushNumber } from '../script/index.ts'
import { testKey } from '../testing/index.ts'
import { concat, toDisplayHex } from '../util/index.ts'
import { createTestMempool, TEST_CC_SCRIPT, TEST_CONDITION, type TestMempool } from './testing/testMempool.ts'

const key = testKey(0)
const payee = testKey(1)
const out = (value: bigint, scriptPubKey = payee.p2pkh): TxOut => ({ value, scriptPubKey })
const rejected = (code: number, reason: string, score = 0) => ({ ok: false, kind: 'rejected', code, reason, score })

let test: TestMempool
const use = (...args: Parameters<typeof createTestMempool>): void => {
  test.close()
  test = createTestMempool(...args)
}
beforeEach(() => {
  test = createTestMempool()
})
afterEach(() => test.close())

/** Mines a transaction with these outputs and returns it. */
function confirm(...outputs: TxOut[]): Transaction {
  const tx = test.node.pay(key, outputs)
  test.node.mineBlock({ txs: [tx] })
  return tx
}

describe('admission', () => {
  it('accepts a payment and returns its pool entry', () => {
    const tx = test.node.pay(key, [out(COIN)], 1_000n)
    const result = test.accept(tx)
    expect(result).toMatchObject({
      ok: true,
      entry: { fee: 1_000n, height: 10, txidHex: toDisplayHex(computeTxid(tx)) },
    })
    expect(test.mempool.get(computeTxid(tx))).toBe(result.ok && result.entry)
    expect(test.changes).toMatchObject([{ added: [{ fee: 1_000n }], removed: [] }])
  })

  it('accepts a payment that pays no fee', () => {
    expect(test.accept(test.node.pay(key, [out(COIN)])).ok).toBe(true)
  })

  it('rejects a transaction without outputs or with duplicate inputs', () => {
    const tx = test.node.pay(key, [out(COIN)])
    expect(test.accept({ ...tx, vout: [] })).toEqual(rejected(REJECT.INVALID, 'bad-txns-vout-empty', 10))
    expect(test.accept({ ...tx, vin: [tx.vin[0]!, tx.vin[0]!] })).toEqual(
      rejected(REJECT.INVALID, 'bad-txns-inputs-duplicate', 100),
    )
  })

  it('rejects a transaction of the wrong version and an expired one', () => {
    const tx = test.node.pay(key, [out(COIN)])
    expect(test.accept({ ...tx, overwintered: false, version: 1, versionGroupId: 0 })).toMatchObject({
      code: REJECT.INVALID,
      reason: 'tx-overwinter-active',
    })
    expect(test.accept({ ...tx, expiryHeight: 10 })).toMatchObject({
      code: REJECT.INVALID,
      reason: 'tx-overwinter-expired',
    })
  })

  it('accepts a transaction whose expiry height is the next block', () => {
    const inputs = test.node.coins(key).slice(0, 1)
    expect(test.accept(test.node.build({ inputs, outputs: [out(COIN)], expiryHeight: 11 })).ok).toBe(true)
  })

  it('rejects a coinbase as a loose transaction', () => {
    const [coinbase] = test.node.buildBlock().txs
    expect(test.accept(coinbase!)).toEqual(rejected(REJECT.INVALID, 'coinbase', 100))
  })

  it('rejects non-standard transactions only if the policy requires it, before checks of time and coins', () => {
    const strange = { ...test.node.pay(key, [out(COIN, Uint8Array.of(OP.OP_1))]), lockTime: 499_999_999 }
    expect(test.accept(strange)).not.toMatchObject({ reason: 'scriptpubkey' })
    use({ requireStandard: true })
    expect(test.accept(strange)).toEqual(rejected(REJECT.NONSTANDARD, 'scriptpubkey'))
    expect(test.accept(test.node.pay(key, [out(COIN, opReturnScript(new Uint8Array(300)))]))).toEqual(
      rejected(REJECT.NONSTANDARD, 'scriptpubkey'),
    )
    expect(test.accept(test.node.pay(key, [out(53n)]))).toEqual(rejected(REJECT.NONSTANDARD, 'dust'))
  })

  it('rejects a transaction that is not final by height or by median time', () => {
    const inputs = test.node
      .coins(key)
      .slice(0, 1)
      .map((input) => ({ ...input, sequence: 0 }))
    const locked = (lockTime: number): Transaction => test.node.build({ inputs, outputs: [out(COIN)], lockTime })
    const { chain } = test.node
    expect(test.accept(locked(11))).toEqual(rejected(REJECT.NONSTANDARD, 'non-final'))
    expect(test.accept(locked(chain.medianTimePast(chain.tip())))).toEqual(rejected(REJECT.NONSTANDARD, 'non-final'))
    expect(test.accept(locked(10)).ok).toBe(true)
  })

  it('rejects a transaction already in the pool, and a later double spend', () => {
    const [coin] = test.node.coins(key)
    const first = test.node.build({ inputs: [coin!], outputs: [out(COIN)] })
    const second = test.node.build({ inputs: [coin!], outputs: [out(2n * COIN)] })
    expect(test.accept(first).ok).toBe(true)
    expect(test.accept(first)).toEqual(rejected(REJECT.DUPLICATE, 'already in mempool'))
    expect(test.accept(second)).toEqual(rejected(REJECT.INVALID, 'mempool conflict'))
  })

  it('reports a confirmed transaction as known only while it has an unspent output', () => {
    expect(test.accept(confirm(out(COIN)))).toEqual(rejected(REJECT.DUPLICATE, 'already have coins'))
    const inputs = test.node.coins(key).slice(0, 1)
    const spentUp = test.node.build({ inputs, outputs: [out(inputs[0]!.value)] })
    test.node.mineBlock({ txs: [spentUp] })
    test.node.mineBlock({
      txs: [test.node.build({ inputs: [test.node.inputOf(spentUp, 0, payee)], outputs: [out(COIN)] })],
    })
    expect(test.accept(spentUp)).toEqual({ ok: false, kind: 'missing-inputs' })
  })

  it('reports missing inputs for an unknown previous transaction', () => {
    const [coin] = test.node.coins(key)
    const unknown = { ...coin!, outpoint: { hash: new Uint8Array(32).fill(9), index: 0 } }
    expect(test.accept(test.node.build({ inputs: [unknown], outputs: [out(COIN)] }))).toEqual({
      ok: false,
      kind: 'missing-inputs',
    })
  })

  it('reports spent inputs while the previous transaction still has other coins', () => {
    const parent = confirm(out(COIN), out(COIN))
    const spend = (index: number, value = COIN): Transaction =>
      test.node.build({
        inputs: [{ ...test.node.inputOf(parent, 0, payee), outpoint: { hash: computeTxid(parent), index } }],
        outputs: [out(value)],
      })
    expect(test.accept(spend(99))).toEqual(rejected(REJECT.DUPLICATE, 'bad-txns-inputs-spent'))
    test.node.mineBlock({ txs: [spend(0)] })
    expect(test.accept(spend(0, COIN - 1n))).toEqual(rejected(REJECT.DUPLICATE, 'bad-txns-inputs-spent'))
  })

  it('reports spent inputs for data outputs and for missing outputs of an unconfirmed transaction', () => {
    const parent = test.node.pay(key, [out(COIN), out(COIN, opReturnScript(new Uint8Array(2)))])
    expect(test.accept(parent).ok).toBe(true)
    for (const index of [1, 99]) {
      const input = { ...test.node.inputOf(parent, 0, payee), outpoint: { hash: computeTxid(parent), index } }
      expect(test.accept(test.node.build({ inputs: [input], outputs: [out(COIN)] }))).toEqual(
        rejected(REJECT.DUPLICATE, 'bad-txns-inputs-spent'),
      )
    }
  })

  it('accepts a spend of an unconfirmed output and links parent and child', () => {
    const parent = test.node.pay(key, [out(COIN)])
    test.accept(parent)
    const child = test.node.build({ inputs: [test.node.inputOf(parent, 0, payee)], outputs: [out(COIN)] })
    const result = test.accept(child)
    expect(result).toMatchObject({ ok: true, entry: { spent: [{ height: 0x7fffffff, coinbase: false }] } })
    expect(test.mempool.parents(test.mempool.get(computeTxid(child))!)).toEqual([test.mempool.get(computeTxid(parent))])
    expect(test.mempool.children(test.mempool.get(computeTxid(parent))!)).toEqual([
      test.mempool.get(computeTxid(child)),
    ])
    expect(test.mempool.spender({ hash: computeTxid(parent), index: 0 })?.entry.txid).toEqual(computeTxid(child))
  })

  it('refuses non-standard inputs without a reason', () => {
    const anyone = Uint8Array.of(OP.OP_1)
    const parent = confirm(out(COIN, anyone))
    const spend = (): Transaction =>
      test.node.build({
        inputs: [{ ...test.node.inputOf(parent, 0), scriptSig: new Uint8Array(0) }],
        outputs: [out(COIN)],
      })
    expect(test.accept(spend()).ok).toBe(true)
    use({ requireStandard: true })
    const again = test.node.pay(key, [out(COIN, anyone)])
    test.node.mineBlock({ txs: [again] })
    const input = { ...test.node.inputOf(again, 0), scriptSig: new Uint8Array(0) }
    expect(test.accept(test.node.build({ inputs: [input], outputs: [out(COIN)] }))).toEqual({
      ok: false,
      kind: 'refused',
      reason: '',
    })
  })

  it('rejects more than 4,000 signature operations', () => {
    const many = new Uint8Array(4_001).fill(OP.OP_CHECKSIG)
    expect(test.accept(test.node.pay(key, [out(COIN, many)]))).toEqual(
      rejected(REJECT.NONSTANDARD, 'bad-txns-too-many-sigops'),
    )
  })

  it('rejects a sum of outputs above the limit', () => {
    use({}, { args: ['-ac_name=RICH', '-regtest', '-ac_supply=90000000000', '-ac_sapling=1'] })
    const inputs = test.node.coins(key).slice(0, 11)
    const value = (COIN * 10_000_000_001n + 777_777n * COIN) / 2n
    const sum = (extra: bigint): Transaction => test.node.build({ inputs, outputs: [out(value), out(value + extra)] })
    expect(test.accept(sum(1n))).toEqual(rejected(REJECT.INVALID, 'tx valueout is too big', 100))
    expect(test.accept(sum(0n))).not.toMatchObject({ reason: 'tx valueout is too big' })
  })

  it('rate-limits free transactions of peers only', () => {
    use({ freeRelayKilobytesPerMinute: 0 })
    const free = test.node.pay(key, [out(COIN)])
    expect(test.accept(free, { limitFree: true })).toEqual(
      rejected(REJECT.INSUFFICIENT_FEE, 'rate limited free transaction'),
    )
    expect(test.accept(free).ok).toBe(true)
    use({ freeRelayKilobytesPerMinute: 0 })
    expect(test.accept(test.node.pay(key, [out(COIN)], 1_000n), { limitFree: true }).ok).toBe(true)
  })

  it('refuses an absurdly high fee only if the caller asks for that check', () => {
    const inputs = test.node.coins(key).slice(0, 1)
    const tx = test.node.build({ inputs, outputs: [out(COIN)] })
    const result = test.accept(tx, { rejectAbsurdFee: true })
    expect(result).toMatchObject({ ok: false, kind: 'refused' })
    expect(!result.ok && result.kind === 'refused' && result.reason).toMatch(
      new RegExp(`^AcceptToMemoryPool: absurdly high fees ${toDisplayHex(computeTxid(tx))}, \\d+ > \\d+$`),
    )
    expect(test.accept(tx).ok).toBe(true)
  })

  it('rejects an immature coinbase spend and outputs above the inputs', () => {
    use(
      {},
      {
        args: [
          '-ac_name=SLOW',
          '-regtest',
          '-ac_supply=1000',
          '-ac_reward=100000000',
          '-ac_cbmaturity=5',
          '-ac_sapling=1',
        ],
      },
    )
    const fresh = test.node.mineBlock().txs[0]!
    const early = test.node.build({ inputs: [test.node.inputOf(fresh, 0, key)], outputs: [out(1n)] })
    expect(test.accept(early)).toEqual(rejected(REJECT.INVALID, 'bad-txns-premature-spend-of-coinbase'))
    const [coin] = test.node.coins(key)
    const above = test.node.build({ inputs: [coin!], outputs: [out(coin!.value + 1n)] })
    expect(test.accept(above)).toEqual(rejected(REJECT.INVALID, 'bad-txns-in-belowout', 100))
    expect(test.accept(above, { limitFree: true })).toEqual(rejected(REJECT.INSUFFICIENT_FEE, 'insufficient fee'))
  })
})

describe('admission of scripts', () => {
  const mandatory = (text: string) => rejected(REJECT.INVALID, `mandatory-script-verify-flag-failed (${text})`, 100)
  const policy = (text: string) => rejected(REJECT.NONSTANDARD, `non-mandatory-script-verify-flag (${text})`)

  it('reports the script error in the reject reason', () => {
    const [coin] = test.node.coins(key)
    const outputs = [out(COIN)]
    const { key: _, ...bare } = coin!
    expect(test.accept(test.node.build({ inputs: [bare], outputs }))).toEqual(
      mandatory('Operation not valid with the current stack size'),
    )
    const signed = test.node.build({ inputs: [coin!], outputs })
    const changed = { ...signed, vout: [out(COIN - 1n)] }
    expect(test.accept(changed)).toEqual(
      mandatory('Script evaluated without error but finished with a false/empty top stack element'),
    )
  })

  it('rejects a violation of script policy without a score', () => {
    const parent = confirm(out(COIN, Uint8Array.of(OP.OP_1)))
    const input = { ...test.node.inputOf(parent, 0), scriptSig: pushNumber(5) }
    // Two elements are left: valid in a block, but not standard.
    expect(test.accept(test.node.build({ inputs: [input], outputs: [out(COIN)] }))).toEqual(
      policy('Extra items left on stack after execution'),
    )
  })

  it('treats an unmet CHECKLOCKTIMEVERIFY as a policy violation', () => {
    const redeem = concat(pushNumber(500), Uint8Array.of(OP.OP_CHECKLOCKTIMEVERIFY))
    const parent = confirm(out(COIN, p2shScript(hash160(redeem))))
    const input = { ...test.node.inputOf(parent, 0), scriptSig: pushData(redeem), sequence: 0 }
    expect(test.accept(test.node.build({ inputs: [input], outputs: [out(COIN)], lockTime: 5 }))).toEqual(
      policy('Locktime requirement not satisfied'),
    )
  })

  it('rejects a spend whose module denies the eval node, without a score', () => {
    const parent = confirm(out(COIN, TEST_CC_SCRIPT))
    const input = { ...test.node.inputOf(parent, 0, payee), tree: TEST_CONDITION }
    const tx = test.node.build({ inputs: [input], outputs: [out(COIN)] })
    test.modules.ok = false
    // No score: a module of another node answers from that node's own state.
    expect(test.accept(tx)).toEqual({
      ...mandatory('Script evaluated without error but finished with a false/empty top stack element'),
      score: 0,
    })
    test.modules.ok = true
    expect(test.accept(tx).ok).toBe(true)
    const entry = test.mempool.get(computeTxid(tx))!
    expect(test.mempool.evaluate(entry)).toBe(true)
    test.modules.ok = false
    expect(test.mempool.evaluate(entry)).toBe(false)
  })
})
