import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { buildAsk } from '../../contracts/assets/index.ts'
import { buildChannelOpen } from '../../contracts/channels/index.ts'
import { buildHeirFund } from '../../contracts/heir/index.ts'
import { buildOracleCreate, createOracleReader } from '../../contracts/oracles/index.ts'
import { createCcView } from '../../mempool/index.ts'
import { createMarketNode, type MarketNode, testKey } from '../../testing/index.ts'
import { waitFor } from '../../testing/waitFor.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'
import { PhraseMove, type Wallet } from '../index.ts'
import { findUncovered } from './phraseCoverage.ts'
import { contractContextFor, type OpenMovingWallet, openMovingWallet } from './testing/movingWallet.ts'

/** Imported key that contracts act for. */
const old = testKey(1)
const context: CallContext = { signal: new AbortController().signal, transport: 'http' }

let market: MarketNode
let opened: OpenMovingWallet
let wallet: Wallet
let acting: OpenMovingWallet['acting']
let directory: string
let fetched: boolean
let handlers: ReturnType<OpenMovingWallet['openHandlers']>

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'move-rpc-'))
  market = createMarketNode()
  fetched = true
  opened = openMovingWallet(market, directory, { chainFetched: () => fetched })
  wallet = opened.wallet
  acting = opened.acting
  acting.pubkey = old.pub
  wallet.keys.import(old.priv, true, 'mine')
  wallet.keyring.setIdentity(old.pub)
  market.fund(old, 3, 100_000_000n)
  handlers = opened.openHandlers()
})
afterEach(() => {
  opened.close()
  market.close()
  rmSync(directory, { recursive: true, force: true })
})

const setPhrase = () => wallet.setSeed(new Uint8Array(64).fill(9), { words: 12, birth: 0 }, false)
const account = () => wallet.keyring.accounts.list()[0]?.pubkey ?? new Uint8Array()
const plan = (id?: string) =>
  handlers.planmovetophrase({ plan: id }, context) as Promise<MethodResult<'planmovetophrase'>>
const move = (id: string) => handlers.movetophrase({ plan: id }, context)
const held = (pubkey: Uint8Array) =>
  market.indexes.tokens.holdings(pubkey).map(({ token, balance }) => [new TextDecoder().decode(token.name), balance])
const name = (text: string) => new TextEncoder().encode(text)
const coinsAt = (isMovable: (path: unknown) => boolean) =>
  wallet.ledger.coins().filter(({ scriptPubKey }) => {
    const hash = scriptPubKey.length === 25 ? scriptPubKey.subarray(3, 23) : undefined
    const key = hash
      ? wallet.keys.byHash(hash)
      : wallet.keys.all().find(({ pubkey }) => toHex(scriptPubKey).includes(toHex(pubkey)))
    return isMovable(key?.path ?? null)
  })

/** Returns the number of keys and scripts that the phrase alone does not restore. */
const countUncovered = async () => (await findUncovered(opened.coverage)).size

async function untilDone() {
  for (let block = 0; block < 20 && wallet.agreedMove.get(); block++) {
    await waitFor(() => expect(wallet.agreedMove.status()?.running ?? false).toBe(false))
    market.mine()
  }
  await waitFor(() => expect(wallet.agreedMove.get()).toBeUndefined())
}

describe('planmovetophrase', () => {
  it('rejects a call without a phrase, and an unknown plan', async () => {
    await expect(plan()).rejects.toThrow('no recovery phrase')
    setPhrase()
    await expect(plan('ab'.repeat(32))).rejects.toThrow('no longer')
  })

  it('lists coins, tokens and fees, changes nothing, and returns a known plan by its id', async () => {
    setPhrase()
    market.createToken(old, { name: name('GOLD'), supply: 250n })
    const first = await plan()
    const fees = 5_000n + 10_000n
    expect(first).toMatchObject({
      ...{ transactions: 2, fee: fees, staycount: 0, contractsseen: true },
      tokens: [{ pubkey: toHex(old.pub), name: 'GOLD', units: 250n }],
      identity: { from: toHex(old.pub), to: toHex(account()) },
    })
    market.fund(old, 1, 1_000_000n)
    expect(await plan(first.plan)).toEqual(first)
    expect((await plan()).coins).toBe(first.coins + 1)
    expect([market.mempool.size(), wallet.agreedMove.get(), acting.pubkey]).toEqual([0, undefined, old.pub])
  })

  it('lists assets that contracts bind to the key by name', async () => {
    setPhrase()
    const tokenId = market.createToken(old, { name: name('GOLD'), supply: 250n })
    const data = Uint8Array.of(0xf7, 1)
    const nft = market.createToken(old, { name: name('ONE'), supply: 1n, data })
    const ask = market.send(buildAsk({ tokenId, units: 100n, total: 1_000n }, market.context(old)))
    market.mine()
    const { stays, staycount, tokens } = await plan()
    expect(stays).toMatchObject([
      { kind: 'order', name: 'GOLD', txid: toDisplayHex(ask), address: old.address },
      { kind: 'nft', name: 'ONE', txid: toDisplayHex(nft), address: old.address },
    ])
    expect([staycount, tokens.map(({ units }) => units)]).toEqual([2, [150n]])
    void move((await plan()).plan)
    await untilDone()
    // The order and the NFT are not moved.
    expect([(await plan()).staycount, await countUncovered()]).toEqual([2, 1])
    acting.pubkey = old.pub
    // Another key acts only in this run, because of -pubkey: after a restart with it, the old key would act again.
    wallet.keyring.setIdentity(account())
    expect((await plan()).stays[0]).toMatchObject({ kind: 'option', name: '-pubkey' })
  })
})

/** Key of an heir and of the other end of a channel. */
const other = testKey(5)

describe('planmovetophrase with contracts', () => {
  it('lists inheritances of both sides, channels of both ends, and roles of an old key by name', async () => {
    setPhrase()
    market.fund(other, 4, 100_000_000n)
    const [owner, heir] = [contractContextFor(market, old), contractContextFor(market, other)]
    const request = { inactivity: '5', memo: '', tokenId: undefined }
    const sent = [
      buildHeirFund({ ...request, funds: '0.1', name: 'mine', heir: other.pub }, owner),
      buildHeirFund({ ...request, funds: '0.2', name: 'theirs', heir: old.pub }, heir),
    ].map((tx) => market.send(tx))
    market.mine()
    sent.push(
      market.send(
        buildChannelOpen({ destination: old.pub, count: 2n, payment: 10_000n }, contractContextFor(market, other)),
      ),
    )
    market.mine()
    const { node, mempool, addressIndex } = market
    const view = createCcView(node.chain, mempool, undefined)
    const reader = createOracleReader({ addressIndex, chain: node.chain, mempool })
    const oracle = { name: name('rain'), description: name(''), format: name('S') }
    sent.push(market.send(buildOracleCreate(oracle, { ...contractContextFor(market, old), view, reader })))
    market.mine()
    const { stays } = await plan()
    const rows = stays.map(({ kind, name: named, txid, amount }) => [kind, named, txid, amount])
    const [mine, theirs, channel, role] = sent.map((txid) => toDisplayHex(txid))
    expect(rows).toEqual(
      expect.arrayContaining([
        ['inheritance', 'mine', mine, 10_000_000n],
        ['inheritance', 'theirs', theirs, 20_000_000n],
        ['channel', '', channel, 20_000n],
        ['role', 'oracle-create', role, null],
      ]),
    )
    expect(rows).toHaveLength(4)
    void move((await plan()).plan)
    await untilDone()
    expect(await countUncovered()).toBe(1)
  })
})

describe('movetophrase', () => {
  it('switches the token key first, then moves every coin and token once over several blocks', async () => {
    setPhrase()
    for (const each of ['GOLD', 'TIN']) market.createToken(old, { name: name(each), supply: 250n })
    const before = wallet.balance().trusted
    const { plan: id, fee } = await plan()
    void move(id)
    expect([acting.pubkey, wallet.keyring.identity()].map((key) => toHex(key ?? account()))).toEqual([
      toHex(account()),
      toHex(account()),
    ])
    await untilDone()
    expect([held(old.pub), held(account())]).toEqual([
      [],
      [
        ['GOLD', 250n],
        ['TIN', 250n],
      ],
    ])
    expect(coinsAt((path) => path === null)).toEqual([])
    expect(before - wallet.balance().trusted).toBe(fee)
    expect(await countUncovered()).toBe(0)
    expect(await plan()).toMatchObject({ transactions: 0, coins: 0, tokens: [], identity: null, staycount: 0 })
  })

  it('waits without error for the next block while a transfer fee is in unconfirmed change', async () => {
    setPhrase()
    for (const each of ['GOLD', 'TIN']) market.createToken(old, { name: name(each), supply: 250n })
    void move((await plan()).plan)
    await waitFor(() => expect(wallet.agreedMove.status()?.running).toBe(false))
    expect(wallet.agreedMove.status()).toMatchObject({ left: 0, waiting: 1, problem: undefined })
    expect(market.mempool.size()).toBe(2)
    market.mine()
    await waitFor(() => expect(wallet.agreedMove.status()).toMatchObject({ running: false, left: 0, waiting: 0 }))
    expect(market.mempool.size()).toBe(1)
    await untilDone()
    expect(held(account())).toHaveLength(2)
  })

  it('reports why a transfer failed if no unconfirmed coin will pay its fee', async () => {
    setPhrase()
    market.createToken(old, { name: name('GOLD'), supply: 250n })
    for (const { outpoint } of wallet.ledger.coins()) wallet.locks.lock(outpoint)
    void move((await plan()).plan)
    await waitFor(() => expect(wallet.agreedMove.status()?.running).toBe(false))
    expect(wallet.agreedMove.status()).toMatchObject({ left: 1, waiting: 0, problem: expect.stringContaining('fee') })
  })

  it('keeps coins that arrived at an old key after the plan', async () => {
    setPhrase()
    const { plan: id } = await plan()
    market.fund(old, 1, 7_000_000n)
    void move(id)
    await untilDone()
    expect(coinsAt((path) => path === null).map(({ value }) => value)).toEqual([7_000_000n])
    // The late coin makes the phrase incomplete again, until another plan moves it.
    expect(await countUncovered()).toBe(1)
    void move((await plan()).plan)
    await waitFor(() => expect(wallet.agreedMove.status()).toMatchObject({ running: false, unconfirmed: 1 }))
    expect(await countUncovered()).toBe(1)
    await untilDone()
    expect(await countUncovered()).toBe(0)
  })

  it('sends nothing while the wallet is locked or the chain is not synced', async () => {
    setPhrase()
    const { plan: id } = await plan()
    await wallet.keyring.protect('a passphrase')
    expect(() => move(id)).toThrow('passphrase')
    expect([acting.pubkey, wallet.agreedMove.get()]).toEqual([old.pub, undefined])
    await wallet.keyring.vault.unlock('a passphrase', 600, 'unlockwallet')
    fetched = false
    void move(id)
    wallet.keyring.vault.lock()
    market.mine()
    expect(wallet.agreedMove.status()).toMatchObject({ left: 1 })
    expect(market.mempool.size()).toBe(0)
    fetched = true
    await wallet.keyring.vault.unlock('a passphrase', 600, 'unlockwallet')
    await untilDone()
    expect(coinsAt((path) => path === null)).toEqual([])
  })

  it('accepts a plan before the chain is synced, and sends with the first block after that', async () => {
    setPhrase()
    const { plan: id } = await plan()
    fetched = false
    void move(id)
    const settled = () => waitFor(() => expect(wallet.agreedMove.status()?.running).toBe(false))
    await settled()
    market.mine()
    await settled()
    expect([market.mempool.size(), wallet.agreedMove.status()?.left]).toEqual([0, 1])
    fetched = true
    market.mine()
    await waitFor(() => expect(market.mempool.size()).toBe(1))
    await untilDone()
  })

  it('replans without error if a coin was spent or locked since the plan', async () => {
    setPhrase()
    market.fund(old, 2, 100_000_000n)
    const { plan: id } = await plan()
    const [spent, locked] = wallet.ledger.coins()
    if (!spent || !locked) throw new Error('no coins')
    wallet.locks.lock(locked.outpoint)
    const { node, mempool } = market
    const elsewhere = new PhraseMove({ ...node, mempool, wallet, holdsTokens: () => false })
    elsewhere.send({ coins: [spent], size: 200, fee: 10_000n, value: spent.value - 10_000n })
    void move(id)
    await waitFor(() => expect(wallet.agreedMove.status()?.running).toBe(false))
    expect(wallet.agreedMove.status()).toMatchObject({ problem: undefined, left: 0, queued: 1 })
    const inputs = [...market.mempool.entries()].map(({ tx }) => tx.vin.length)
    expect(inputs.toSorted()).toEqual([1, 3])
    expect(wallet.ledger.isSpent(locked.outpoint)).toBe(false)
  })

  it('stops when cancelmovetophrase is called', async () => {
    setPhrase()
    const { plan: id } = await plan()
    void move(id)
    expect(handlers.cancelmovetophrase({}, context)).toBe(true)
    expect([wallet.agreedMove.get(), handlers.cancelmovetophrase({}, context)]).toEqual([undefined, false])
  })
})
