import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { transactionSize } from '../../primitives/index.ts'
import { multisigScript, OP, p2pkhScript, p2pkScript } from '../../script/index.ts'
import { createMarketNode, type MarketNode, nightly, testKey } from '../../testing/index.ts'
import { outpointKey } from '../../util/index.ts'
import { openWallet, type Wallet } from '../index.ts'
import { countingRandom } from '../testing/index.ts'
import { MoveRunner, PhraseMove } from './index.ts'

const SEED = new Uint8Array(64).fill(9)
const stranger = testKey(5)

let market: MarketNode
let wallet: Wallet
let directory: string
let random: ReturnType<typeof countingRandom>

function openTestWallet() {
  const { node, mempool } = market
  wallet = openWallet(
    { params: node.params, directory, keyPool: 3, payRate: 0n, identity: () => undefined, passphraseCost: 1024 },
    { chain: node.chain, mempool, clock: node.clock, random },
  )
}

const createMove = () =>
  new PhraseMove({
    params: market.node.params,
    chain: market.node.chain,
    mempool: market.mempool,
    wallet,
    holdsTokens: () => false,
  })

function createRunner(move: PhraseMove) {
  const signal = new AbortController().signal
  return new MoveRunner({
    move,
    wallet,
    tokens: undefined,
    pause: async () => undefined,
    changed: () => undefined,
    chainFetched: () => true,
    signal,
  })
}

/** Agrees to the complete plan, as the RPC method does. */
function agree(move: PhraseMove) {
  const { batches, queued } = move.plan()
  const coins = [...batches.flatMap((batch) => batch.coins), ...queued].map(({ outpoint }) => outpoint)
  wallet.agreedMove.set({ time: 0, coins, tokens: [] })
  return batches
}

const isRestored = (script: Uint8Array) => {
  const hash = script.length === 25 ? script.subarray(3, 23) : undefined
  return hash !== undefined && wallet.keys.byHash(hash)?.path != null
}
const restoredSum = () =>
  wallet.ledger.coins().reduce((sum, coin) => (isRestored(coin.scriptPubKey) ? sum + coin.value : sum), 0n)

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'move-test-'))
  market = createMarketNode()
  random = countingRandom()
  openTestWallet()
  market.node.chain.subscribe((update) => wallet.update(update))
  market.mempool.onChange(({ added }) => wallet.mempoolChanged(added.map(({ tx }) => tx)))
})
afterEach(() => {
  wallet.close()
  market.close()
  rmSync(directory, { recursive: true, force: true })
})

/** Makes a wallet with an imported key, a random key of the pool and a phrase. */
function makeKeys() {
  const imported = testKey(1)
  wallet.keys.import(imported.priv, true, 'mine')
  const pooled = wallet.keys.next('')
  wallet.setSeed(SEED, { words: 12, birth: 0 }, false)
  const derived = wallet.keys.next('')
  return { imported, pooled, derived }
}

const pay = (outputs: readonly { readonly value: bigint; readonly scriptPubKey: Uint8Array }[], from = testKey(0)) =>
  market.send(market.node.pay(from, outputs, 10_000n))

const KINDS = [
  'imported',
  'pooled',
  'derived',
  'immature',
  'unconfirmed',
  'locked',
  'timelock',
  'multisig',
  'watched',
] as const

describe('moving coins to the phrase', () => {
  it('plans each coin once or lists why it stays, and moves each planned coin once', { timeout: 120_000 }, async () => {
    const coins = fc.array(
      fc.record({ kind: fc.constantFrom(...KINDS), value: fc.oneof(fc.bigInt(1n, 2_000n), fc.bigInt(1n, 100_000n)) }),
      {
        maxLength: 12,
      },
    )
    const { imported, pooled, derived } = makeKeys()
    const move = createMove()
    const runner = createRunner(move)
    const scripts = {
      imported: imported.p2pk,
      pooled: p2pkhScript(pooled.hash),
      derived: p2pkhScript(derived.hash),
      unconfirmed: imported.p2pkh,
      locked: p2pkScript(pooled.pubkey),
      timelock: Uint8Array.of(2, 0xff, 0x7f, OP.OP_CHECKLOCKTIMEVERIFY, OP.OP_DROP, ...imported.p2pkh),
      multisig: multisigScript(1, [imported.pub, derived.pubkey]),
      watched: testKey(7).p2pkh,
    }
    wallet.scripts.watch(scripts.watched, '')
    await fc.assert(
      fc.asyncProperty(coins, async (given) => {
        const before = restoredSum()
        const confirmed = given.filter(({ kind }) => kind !== 'unconfirmed' && kind !== 'immature')
        const txid = pay(confirmed.map(({ kind, value }) => ({ value, scriptPubKey: scripts[kind as 'locked'] })))
        market.mine()
        for (const { kind } of given) if (kind === 'immature') market.node.mineBlock({ script: imported.p2pk })
        const late = given.filter(({ kind }) => kind === 'unconfirmed')
        market.fund(stranger, 1, 10_000_000n)
        if (late.length > 0)
          pay(
            late.map(({ value }) => ({ value, scriptPubKey: scripts.unconfirmed })),
            stranger,
          )
        for (const [index, { kind }] of confirmed.entries())
          if (kind === 'locked') wallet.locks.lock({ hash: txid, index })

        const all = move.findCoins()
        const { batches, queued, staying } = move.plan()
        const planned = [...batches.flatMap((batch) => batch.coins), ...queued, ...staying]
        const names = planned.map(({ outpoint }) => outpointKey(outpoint)).toSorted()
        expect(names).toEqual([...all.movable, ...all.staying].map(({ outpoint }) => outpointKey(outpoint)).toSorted())
        expect(new Set(names).size).toBe(names.length)
        // No coin at a phrase key moves, and everything else in the wallet is planned.
        expect(planned.some(({ scriptPubKey }) => isRestored(scriptPubKey))).toBe(false)
        const others = [...wallet.ledger.holdings(), ...wallet.ledger.holdings(true)]
        expect(others.filter(({ output }) => !isRestored(output.scriptPubKey))).toHaveLength(planned.length)

        await runner.start(agree(move))
        market.mine()
        wallet.locks.unlockAll()
        market.node.mine(market.node.params.coinbaseMaturity)
        await runner.resume()
        market.mine()
        await runner.resume()
        expect(runner.status()).toBeUndefined()
        const left = move.plan()
        expect([left.batches, left.queued]).toEqual([[], []])
        expect(left.staying.every(({ kind }) => ['timelock', 'multisig', 'watched', 'too-small'].includes(kind))).toBe(
          true,
        )
        const spent = [...batches.flatMap((batch) => batch.coins), ...queued].filter(({ outpoint }) =>
          wallet.ledger.isSpent(outpoint),
        )
        const value = spent.reduce((sum, coin) => sum + coin.value, 0n)
        const direct = given.reduce((sum, { kind, value }) => (kind === 'derived' ? sum + value : sum), 0n)
        const moves = wallet.ledger
          .transactions()
          .filter(({ tx }) =>
            tx.vin.some(({ prevout }) => spent.some((coin) => outpointKey(coin.outpoint) === outpointKey(prevout))),
          )
        const fees = moves.reduce((sum, { tx }) => sum + wallet.ledger.debit(tx) - (tx.vout[0]?.value ?? 0n), 0n)
        expect(restoredSum() - before).toBe(value - fees + direct)
        expect(
          moves.every(({ tx }) => tx.vout.length === 1 && isRestored(tx.vout[0]?.scriptPubKey ?? new Uint8Array())),
        ).toBe(true)
        // Each transaction pays to a different address.
        expect(new Set(moves.map(({ tx }) => tx.vout[0]?.scriptPubKey.toString())).size).toBe(moves.length)
      }),
      { numRuns: nightly() ? 100 : 12 },
    )
  })

  it('pays exactly the planned fee in transactions below the size limit', async () => {
    makeKeys()
    const outputs = Array.from({ length: 900 }, () => ({ value: 1000n, scriptPubKey: testKey(1).p2pkh }))
    pay(outputs)
    market.mine()
    const move = createMove()
    const planned = agree(move)
    expect(planned).toHaveLength(2)
    await createRunner(move).start(planned)
    const sent = [...market.mempool.entries()]
    expect(sent.map(({ fee }) => fee).toSorted()).toEqual(planned.map(({ fee }) => fee).toSorted())
    for (const { tx } of sent) expect(transactionSize(tx)).toBeLessThanOrEqual(100_000)
  })

  it('queues a coin too small for its fee behind one that pays for both, else lists it as staying', async () => {
    makeKeys()
    const script = testKey(1).p2pkh
    const txid = pay([
      { value: 1_000n, scriptPubKey: script },
      { value: 50_000n, scriptPubKey: script },
    ])
    market.mine()
    const large = { hash: txid, index: 1 }
    wallet.locks.lock(large)
    const move = createMove()
    expect(move.plan()).toMatchObject({ batches: [], queued: { length: 2 }, staying: [] })
    const runner = createRunner(move)
    await runner.start(agree(move))
    wallet.locks.unlock(large)
    await runner.resume()
    expect([...market.mempool.entries()].map(({ tx }) => tx.vin.length)).toEqual([2])
    market.mine()
    pay([{ value: 1_000n, scriptPubKey: script }])
    market.mine()
    expect(move.plan()).toMatchObject({ batches: [], queued: [], staying: [{ kind: 'too-small', value: 1_000n }] })
  })

  it('waits while the wallet is locked, and continues when it is unlocked', async () => {
    makeKeys()
    pay([{ value: 50_000n, scriptPubKey: testKey(1).p2pkh }])
    market.mine()
    await wallet.keyring.protect('a passphrase')
    const move = createMove()
    const runner = createRunner(move)
    await runner.start(agree(move))
    expect([runner.status()?.left, market.mempool.size()]).toEqual([1, 0])
    await wallet.keyring.vault.unlock('a passphrase', 600, 'unlockwallet')
    await runner.resume()
    expect([runner.status()?.unconfirmed, market.mempool.size()]).toEqual([1, 1])
  })

  it('continues after a restart, and moves only agreed coins', async () => {
    makeKeys()
    pay([{ value: 50_000n, scriptPubKey: testKey(1).p2pkh }])
    market.mine()
    agree(createMove())
    pay([{ value: 70_000n, scriptPubKey: testKey(1).p2pkh }])
    market.mine()
    wallet.close()
    openTestWallet()
    await wallet.start()
    const move = createMove()
    const runner = createRunner(move)
    await runner.resume()
    market.mine()
    await runner.resume()
    expect(runner.status()).toBeUndefined()
    expect(move.plan().batches.map(({ coins }) => coins.map(({ value }) => value))).toEqual([[70_000n]])
  })
})
