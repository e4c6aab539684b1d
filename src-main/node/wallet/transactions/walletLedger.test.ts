import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultMempoolPolicy, Mempool } from '../../mempool/index.ts'
import { COIN } from '../../primitives/index.ts'
import { createTestNode, silentLogger, type TestNode, testKey } from '../../testing/index.ts'
import { concat } from '../../util/index.ts'
import { isTimeLocked, openWallet, type Wallet } from '../index.ts'

const owner = testKey(1)
/** `<114> CLTV DROP` before the owner's P2PK script */
const locked = concat(Uint8Array.of(0x01, 0x72, 0xb1, 0x75), owner.p2pk)

describe('WalletLedger', () => {
  let node: TestNode
  let wallet: Wallet
  let directory: string

  beforeEach(() => {
    let drawn = 0
    directory = mkdtempSync(join(tmpdir(), 'ledger-test-'))
    node = createTestNode()
    const { params, chain, verifier, clock } = node
    const mempool = new Mempool(defaultMempoolPolicy(params), {
      params,
      chain,
      verifier,
      clock,
      logger: silentLogger,
    })
    wallet = openWallet(
      { params, directory, keyPool: 1, payRate: 0n, identity: () => owner.pub },
      { chain, mempool, clock, random: { bytes: (length) => new Uint8Array(length).fill(++drawn) } },
    )
    wallet.keys.import(owner.priv, true, '')
    chain.subscribe((update) => {
      mempool.update(update)
      wallet.update(update)
    })
  })
  afterEach(() => {
    wallet.close()
    node.close()
    rmSync(directory, { recursive: true, force: true })
  })

  it('returns no conflicts between coinbases', () => {
    for (let i = 0; i < 3; i++) node.mineBlock({ script: owner.p2pk })
    const [first] = wallet.ledger.transactions()
    expect(first?.coinbase).toBe(true)
    expect(first && wallet.ledger.conflicts(first)).toEqual([])
  })

  it('counts a time-locked coin, and excludes it from payments', () => {
    node.mine(2)
    node.mineBlock({ txs: [node.pay(testKey(0), [{ value: 5n * COIN, scriptPubKey: locked }])] })
    expect(isTimeLocked(locked)).toBe(true)
    expect([owner.p2pk, owner.p2pkh].some(isTimeLocked)).toBe(false)
    expect(wallet.balance().trusted).toBe(5n * COIN)
    const payment = { script: testKey(5).p2pkh, value: COIN, subtractFee: false }
    expect(() => wallet.sender.build([payment])).toThrow('Insufficient funds')
  })
})
