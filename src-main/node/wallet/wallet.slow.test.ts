import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Random } from '../core/index.ts'
import { defaultMempoolPolicy, Mempool } from '../mempool/index.ts'
import { COIN, computeTxid } from '../primitives/index.ts'
import { p2pkhScript, p2pkScript } from '../script/index.ts'
import { createTestNode, silentLogger, type TestKey, type TestNode, testKey } from '../testing/index.ts'
import { selectCoins } from '../transactions/index.ts'
import { equal, toHex } from '../util/index.ts'
import { openWallet, type Wallet, WalletFileError } from './index.ts'
import { countingRandom } from './testing/index.ts'

describe('wallet', () => {
  let node: TestNode
  let mempool: Mempool
  let wallet: Wallet
  let directory: string
  let identity: Uint8Array | undefined
  let random: Random
  const owner: TestKey = testKey(1)

  const openTestWallet = () =>
    openWallet(
      { params: node.params, directory, keyPool: 3, payRate: 0n, identity: () => identity },
      { chain: node.chain, mempool, clock: node.clock, random },
    )
  const follow = () => {
    node.chain.subscribe((update) => {
      mempool.update(update)
      wallet.update(update)
    })
    mempool.onChange(({ added }) => wallet.mempoolChanged(added.map(({ tx }) => tx)))
  }
  /** Mines blocks that pay the wallet's key, and one more so that the reward is spendable. */
  const fund = (blocks = 1) => {
    for (let i = 0; i < blocks; i++) node.mineBlock({ script: owner.p2pk })
    node.mineBlock()
  }
  const payment = (value: bigint, script = testKey(5).p2pkh) => ({ script, value, subtractFee: false })
  const NONE = { comment: '', commentTo: '' }

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'wallet-test-'))
    node = createTestNode()
    mempool = new Mempool(defaultMempoolPolicy(node.params), {
      params: node.params,
      chain: node.chain,
      verifier: node.verifier,
      clock: node.clock,
      logger: silentLogger,
    })
    identity = undefined
    random = countingRandom()
    wallet = openTestWallet()
    wallet.keys.import(owner.priv, true, 'mine')
    follow()
    node.mine(2)
  })
  afterEach(() => {
    wallet.close()
    node.close()
    rmSync(directory, { recursive: true, force: true })
  })

  it('creates its file with mode 0600', () => {
    expect(statSync(join(directory, 'wallet.db')).mode & 0o777).toBe(0o600)
  })

  it('restores all handed-out keys when it is reopened', () => {
    const keys = [wallet.keys.next('a'), wallet.keys.next('b')]
    wallet.close()
    wallet = openTestWallet()
    for (const key of keys) {
      expect(wallet.keys.byHash(key.hash)?.label).toBe(key.label)
      expect(wallet.keys.secretOf(key.pubkey)).toHaveLength(32)
    }
  })

  it('never hands out a key twice, even after it is reopened', () => {
    const seen = new Set<string>()
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 3; i++) seen.add(toHex(wallet.keys.next('').pubkey))
      wallet.close()
      wallet = openTestWallet()
    }
    expect(seen.size).toBe(9)
  })

  it('keeps one more key in the pool than configured', () => {
    expect(wallet.keys.poolSize()).toBe(4)
    wallet.keys.next('')
    expect(wallet.keys.poolSize()).toBe(4)
  })

  it('returns the existing key if it is imported again', () => {
    expect(wallet.keys.import(owner.priv, true, 'again').added).toBe(false)
    expect(wallet.keys.used().filter(({ pubkey }) => equal(pubkey, owner.pub))).toHaveLength(1)
  })

  it('counts P2PK and P2PKH outputs of its own keys only', () => {
    const start = wallet.balance().trusted
    node.mineBlock({
      txs: [
        node.pay(testKey(0), [
          { value: 3n * COIN, scriptPubKey: owner.p2pkh },
          { value: 2n * COIN, scriptPubKey: owner.p2pk },
          { value: 7n * COIN, scriptPubKey: testKey(9).p2pkh },
        ]),
      ],
    })
    expect(wallet.balance().trusted - start).toBe(5n * COIN)
  })

  it('pays the change to the identity as P2PK, before the payee', () => {
    identity = owner.pub
    fund()
    const { tx } = wallet.sender.build([payment(COIN / 2n)])
    expect(tx.vout).toHaveLength(2)
    expect(toHex(tx.vout[0]?.scriptPubKey ?? new Uint8Array())).toBe(toHex(p2pkScript(owner.pub)))
    expect(tx.vout[1]?.value).toBe(COIN / 2n)
  })

  it('pays the change to a fresh key if it has no identity', () => {
    fund()
    const { tx } = wallet.sender.build([payment(COIN / 2n)])
    const change = tx.vout.find(({ value }) => value !== COIN / 2n)
    expect(change && wallet.ledger.isMine(change)).toBe(true)
    expect(toHex(change?.scriptPubKey ?? new Uint8Array())).not.toBe(toHex(p2pkhScript(owner.hash)))
  })

  it('pays a fee of at least 5,000 satoshis', () => {
    fund()
    expect(wallet.sender.build([payment(COIN / 2n)]).fee).toBe(5000n)
  })

  it('subtracts the fee from the amount if requested', () => {
    fund()
    const { tx, fee } = wallet.sender.build([{ ...payment(COIN / 2n), subtractFee: true }])
    expect(tx.vout.some(({ value }) => value === COIN / 2n - fee)).toBe(true)
  })

  it('includes unconfirmed change in the balance', () => {
    fund()
    const before = wallet.balance().trusted
    const wtx = wallet.sender.send([payment(COIN / 4n)], { comment: 'rent', commentTo: 'landlord' })
    expect(before - wallet.balance().trusted).toBe(COIN / 4n + 5000n)
    expect(wallet.ledger.depth(wtx)).toBe(0)
    expect(wallet.ledger.get(wtx.txid)?.comment).toBe('rent')
  })

  it('spends its unconfirmed change if no other coins are left', () => {
    fund()
    for (let i = 0; i < 4; i++) wallet.sender.send([payment(COIN / 10n)], NONE)
    expect(mempool.size()).toBe(4)
    node.mineBlock({ txs: [...mempool.entries()].map(({ tx }) => tx) })
    expect(mempool.size()).toBe(0)
  })

  it('rejects a payment above its balance, and changes nothing', () => {
    fund()
    const count = wallet.ledger.transactions().length
    expect(() => wallet.sender.send([payment(100_000n * COIN)], NONE)).toThrow('Insufficient funds')
    expect(wallet.ledger.transactions()).toHaveLength(count)
    expect(mempool.size()).toBe(0)
  })

  it('names the required fee if the amount leaves nothing for it', () => {
    fund()
    expect(() => wallet.sender.build([payment(wallet.balance().trusted)])).toThrow(
      'This transaction requires a transaction fee of at least 0.00005000',
    )
  })

  it('rejects dust amounts when building', () => {
    fund()
    expect(() => wallet.sender.build([payment(10n)])).toThrow('Transaction amount too small')
  })

  it('lists a payment with its fee, and hides the change', () => {
    fund()
    const amounts = wallet.amounts(wallet.sender.send([payment(COIN / 2n)], NONE))
    expect(amounts.sent.map(({ value }) => value)).toEqual([COIN / 2n])
    expect(amounts.received).toEqual([])
    expect(amounts.fee).toBe(5000n)
    expect(amounts.net).toBe(-(COIN / 2n))
  })

  it('reports depth −1 for a disconnected coinbase, and restores the balance', () => {
    fund()
    const before = wallet.balance().trusted
    const block = node.mineBlock({ script: owner.p2pk })
    const reward = block.txs[0]
    if (!reward) throw new Error('a block without a coinbase')
    node.mineBlock()
    expect(wallet.balance().trusted).toBeGreaterThan(before)
    const entry = node.chain.byHeight(node.chain.tip().height - 1)
    if (!entry) throw new Error('no such block')
    node.chain.invalidateBlock(entry)
    const wtx = wallet.ledger.get(computeTxid(reward))
    expect(wtx && wallet.ledger.depth(wtx)).toBe(-1)
    expect(wallet.balance().trusted).toBe(before)
  })

  it('scans blocks that were connected while it was closed', async () => {
    const before = wallet.balance().trusted
    wallet.close()
    // Notifications during the restart go to a discarded wallet.
    const away = mkdtempSync(join(tmpdir(), 'wallet-away-'))
    const asleep = directory
    directory = away
    wallet = openTestWallet()
    fund(3)
    wallet.close()
    directory = asleep
    wallet = openTestWallet()
    expect(wallet.balance().trusted).toBe(before)
    await wallet.start()
    expect(wallet.balance().trusted).toBeGreaterThan(before)
    rmSync(away, { recursive: true, force: true })
  })

  it('finds the history of an imported key with a rescan', async () => {
    const late = testKey(7)
    node.mineBlock({ script: late.p2pk })
    node.mineBlock()
    const before = wallet.balance().trusted
    wallet.keys.import(late.priv, true, '')
    await wallet.rescan(0)
    expect(wallet.balance().trusted).toBeGreaterThan(before)
  })

  it('puts its unconfirmed transactions back into the mempool when it starts', async () => {
    fund()
    const { txid } = wallet.sender.send([payment(COIN / 2n)], NONE)
    wallet.close()
    mempool = new Mempool(defaultMempoolPolicy(node.params), {
      params: node.params,
      chain: node.chain,
      verifier: node.verifier,
      clock: node.clock,
      logger: silentLogger,
    })
    wallet = openTestWallet()
    expect(mempool.get(txid)).toBeUndefined()
    await wallet.start()
    expect(mempool.get(txid)).toBeDefined()
  })

  it('scans blocks again if it was closed before it caught up', async () => {
    await wallet.start()
    wallet.close()
    const away = mkdtempSync(join(tmpdir(), 'wallet-away-'))
    cpSync(directory, away, { recursive: true })
    wallet = openTestWallet()
    fund(3)
    const full = wallet.balance().trusted
    wallet.close()
    // Open and close a copy from before the payments: its next start must scan the blocks it has not seen.
    const home = directory
    directory = away
    wallet = openTestWallet()
    node.mineBlock()
    wallet.close()
    wallet = openTestWallet()
    await wallet.start()
    expect(wallet.balance().trusted).toBe(full)
    directory = home
    rmSync(away, { recursive: true, force: true })
  })

  it('keeps its own identity after it is reopened', () => {
    const first = wallet.ownIdentity()
    wallet.close()
    wallet = openTestWallet()
    expect(toHex(wallet.ownIdentity())).toBe(toHex(first))
    expect(wallet.keys.has(first)).toBe(true)
  })

  it('leaves a damaged file unchanged and reports it', () => {
    const other = mkdtempSync(join(tmpdir(), 'wallet-damaged-'))
    writeFileSync(join(other, 'wallet.db'), 'this is no database, whatever its name says'.repeat(50))
    const sleeping = directory
    directory = other
    expect(openTestWallet).toThrow(/wallet\.db is damaged/)
    expect(openTestWallet).toThrow(WalletFileError)
    const later = join(other, 'later')
    mkdirSync(later)
    const file = readFileSync(join(sleeping, 'wallet.db'))
    // Damage pages that are read only with the keys.
    writeFileSync(join(later, 'wallet.db'), file.fill(0xa5, 4096, 4096 * 4))
    directory = later
    expect(openTestWallet).toThrow(/wallet\.db is damaged/)
    directory = sleeping
    rmSync(other, { recursive: true, force: true })
  })
})

describe('selectCoins', () => {
  const values = fc.array(fc.bigInt({ min: 1n, max: 1_000_000_000n }), { minLength: 1, maxLength: 30 })
  const sum = (coins: readonly { value: bigint }[]) => coins.reduce((total, { value }) => total + value, 0n)

  it('reaches the target if all coins together do, without duplicates', () => {
    fc.assert(
      fc.property(values, fc.bigInt({ min: 1n, max: 2_000_000_000n }), (list, target) => {
        const coins = list.map((value) => ({ value }))
        const chosen = selectCoins(coins, target, countingRandom())
        if (sum(coins) < target) return chosen === undefined
        return chosen !== undefined && sum(chosen) >= target && new Set(chosen).size === chosen.length
      }),
    )
  })

  it('prefers a single exact match', () => {
    const coins = [{ value: 5n }, { value: 7n }, { value: 12n }]
    expect(selectCoins(coins, 7n, countingRandom())).toEqual([{ value: 7n }])
  })
})
