import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NodeEvent } from '#shared/events.ts'
import { methods } from '#shared/rpc/index.ts'
import type { Address, BlockHash, Height, Satoshis, TxId, UnixSeconds } from '#shared/units.ts'
import type { AppSettings } from '../appSettings/index.ts'
import { appText } from '../texts/index.ts'
import { type Alert, AlertGrouping } from './alertGrouping.ts'
import { type AlertRow, HistoryWatch, plainText } from './alertRows.ts'
import { Alerts } from './alerts.ts'

const NOW = 1_800_000_000
const EN = appText('en')
const AT = { height: 1 as Height, hash: '00'.repeat(32) as BlockHash }
const CHAIN = { kind: 'created', label: 'My <b>chain', name: 'GARDEN', network: 'main' } as const
const GOLD = { tokenid: 'aa'.repeat(32) as TxId, name: 'GOLD', nft: false, units: 250n, away: false }

let txids = 0
const row = (given: Partial<AlertRow>): AlertRow => ({
  txid: (++txids).toString(16).padStart(64, '0') as TxId,
  ...{ kind: 'received', action: null, token: null, amount: 500_000_000n as Satoshis, fee: null },
  ...{ addresses: ['R' as Address], addresscount: 1, payers: [], payercount: 0 },
  ...{ label: null, comment: '', commentto: '' },
  ...{ time: NOW as UnixSeconds, height: -1 as Height, confirmations: 0, state: 'pending' },
  ...given,
})

const collectNews = (
  given: Partial<AlertRow>,
  chain: typeof CHAIN | (typeof CHAIN & { network: 'regtest' }) = CHAIN,
) => {
  const watch = new HistoryWatch()
  watch.look([], chain, NOW, EN)
  return watch.look([row(given)], chain, NOW, EN).map(({ kind, text }) => [kind, text])
}

describe('HistoryWatch', () => {
  it.each([
    [{}, [['coins', 'Received 5 GARDEN']]],
    [{ kind: 'module', action: 'token-transfer', token: GOLD }, [['tokens', 'Received 250 GOLD']]],
    [
      { kind: 'module', action: 'token-transfer', token: { ...GOLD, nft: true, name: 'Mona\u202e<a href>' } },
      [['tokens', 'Received MonaU+202E‹a href›']],
    ],
    [{ kind: 'module', action: 'fill-ask', token: GOLD }, [['orders', 'Sold 250 GOLD']]],
    [{ kind: 'module', action: 'fill-bid', token: GOLD }, [['orders', 'Bought 250 GOLD']]],
    [{ kind: 'mined', height: 7 as Height }, [['blocks', 'Block 7 found']]],
    // The user's own transactions.
    [{ kind: 'sent', fee: 1n as Satoshis }, []],
    [{ kind: 'self', fee: 1n as Satoshis }, []],
    [{ kind: 'module', action: 'token-transfer', token: GOLD, fee: 1n as Satoshis }, []],
    [{ kind: 'module', action: 'fill-ask', token: GOLD, fee: 1n as Satoshis }, []],
    [{ kind: 'module', action: 'faucet-claim' }, []],
    // Rows of a chain that is still syncing.
    [{ time: (NOW - 3_600) as UnixSeconds }, []],
    [{ state: 'conflicted' }, []],
  ] as const)('creates the expected notifications for row %#', (given, news) =>
    expect(collectNews(given as Partial<AlertRow>)).toEqual(news),
  )

  it('creates no notification for regtest blocks, which are made on demand', () => {
    expect(collectNews({ kind: 'mined' }, { ...CHAIN, network: 'regtest' } as never)).toEqual([])
  })

  it('reports each row once, and no row of the first reading', () => {
    const watch = new HistoryWatch()
    const [old, next] = [row({}), row({})]
    expect(watch.look([old], CHAIN, NOW, EN)).toEqual([])
    expect(watch.look([next, old], CHAIN, NOW, EN)).toHaveLength(1)
    expect(watch.look([next, old], CHAIN, NOW, EN)).toEqual([])
  })

  it('truncates long names in notifications', () => expect(plainText('x'.repeat(10_000)).length).toBeLessThan(60))
})

const after = (milliseconds: number, run: () => void) => {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

describe('AlertGrouping', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const start = () => {
    const shown: Alert[] = []
    return {
      shown,
      grouping: new AlertGrouping({
        t: EN,
        show: (alert) => shown.push(alert),
        now: () => Date.now(),
        after,
      }),
    }
  }
  const payment = { kind: 'coins', chain: 'Garden', text: 'Received 5 G', coins: 500_000_000n, unit: 'G' } as const

  it('combines news that arrive together and delays the next notification', async () => {
    const { shown, grouping } = start()
    grouping.add(payment)
    await vi.advanceTimersByTimeAsync(1_500)
    expect(shown).toEqual([{ title: 'Received 5 G', body: 'Garden' }])
    for (let count = 0; count < 100; count++) grouping.add(payment)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(shown).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(shown[1]).toEqual({ title: '100 payments received: 500 G', body: 'Garden' })
  })

  it('shows only the latest news about peers', async () => {
    const { shown, grouping } = start()
    for (const text of ['No peers', 'Your peers are on another chain'])
      grouping.add({ kind: 'peers', chain: 'Garden', text })
    await vi.advanceTimersByTimeAsync(1_500)
    expect(shown).toEqual([{ title: 'Your peers are on another chain', body: 'Garden' }])
  })

  it('shows 6 notifications per minute for any number of chains and loses none', async () => {
    const { shown, grouping } = start()
    for (let chain = 0; chain < 40; chain++) grouping.add({ ...payment, chain: `chain ${chain}` })
    await vi.advanceTimersByTimeAsync(59_000)
    expect(shown).toHaveLength(6)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(shown).toHaveLength(40)
    grouping.close()
  })
})

describe('Alerts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function start() {
    const shown: Alert[] = []
    let rows: readonly AlertRow[] = []
    let othersRows: readonly AlertRow[] = []
    let free: number | null = null
    let watched = false
    let reads = 0
    const notify = { coins: true, tokens: true, blocks: true, claims: true, orders: true, peers: true, disk: true }
    let listener: (id: string, event: NodeEvent) => void = () => undefined
    const alerts = new Alerts({
      chainManager: {
        language: () => 'en',
        settings: {
          now: () => ({ notify }) as AppSettings,
        },
        onChainEvent(heard) {
          listener = heard
          return () => {
            listener = () => undefined
          }
        },
        lease: async (id = '') => ({
          ...{ id, ...CHAIN, directory: '/root' },
          node: {
            gone: new AbortController().signal,
            async call() {
              reads++
              return methods.listwallethistory.result.encode({
                rows: [...(id === 'one' ? rows : othersRows)],
                next: null,
                total: null,
                ...AT,
              })
            },
          },
        }),
      },
      show: (alert) => shown.push(alert),
      ...{ now: () => Date.now(), time: () => NOW, after, free: async () => free, watched: () => watched },
    })
    const emit = (event: NodeEvent, id = 'one') => listener(id, event)
    const status = (phase: 'ready' | 'stopping') => emit({ type: 'status', phase, detail: '', progress: null })
    return {
      ...{ shown, notify, emit, status, end: () => alerts.close() },
      arrive: (...more: readonly AlertRow[]) => {
        rows = [...more, ...rows]
        emit({ type: 'wallet' })
      },
      arriveAtOther: (...more: readonly AlertRow[]) => {
        othersRows = [...more, ...othersRows]
        emit({ type: 'wallet' }, 'other')
      },
      disk: (bytes: number) => {
        free = bytes
      },
      watch: () => {
        watched = true
      },
      reads: () => reads,
    }
  }
  const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

  it('notifies of rows that arrive once the chain is ready and the kind is switched on, and polls rarely', async () => {
    const test = start()
    test.arrive(row({}))
    test.status('ready')
    await seconds(5)
    expect(test.shown).toEqual([])
    test.arrive(row({}))
    for (let count = 0; count < 50; count++) test.emit({ type: 'mempool', size: count, bytes: count })
    await seconds(5)
    expect(test.shown).toEqual([{ title: 'Received 5 GARDEN', body: 'My ‹b›chain' }])
    expect(test.reads()).toBe(2)
    test.notify.coins = false
    test.arrive(row({}))
    await seconds(60)
    expect(test.shown).toHaveLength(1)
    test.end()
    test.arrive(row({}))
    await seconds(60)
    expect(test.reads()).toBe(3)
  })

  it('creates no notification for payments from another wallet of the app', async () => {
    const test = start()
    test.status('ready')
    test.emit({ type: 'status', phase: 'ready', detail: '', progress: null }, 'other')
    await seconds(5)
    const received = row({})
    test.arriveAtOther(received)
    await seconds(1)
    test.arrive(row({ txid: received.txid, kind: 'sent', fee: 1_000n as Satoshis }))
    await seconds(60)
    expect(test.shown).toEqual([])
  })

  it('notifies of lost peers after a minute, unless the chain stops', async () => {
    const test = start()
    test.status('ready')
    const peers = (connections: number) => test.emit({ type: 'peers', connections })
    peers(0)
    await seconds(120)
    peers(2)
    peers(0)
    await seconds(30)
    peers(1)
    await seconds(120)
    expect(test.shown).toEqual([])
    peers(0)
    await seconds(70)
    expect(test.shown).toEqual([{ title: 'No peers left', body: 'My ‹b›chain' }])
    peers(1)
    peers(0)
    test.status('stopping')
    await seconds(120)
    expect(test.shown).toHaveLength(1)
  })

  it('notifies once if the peers have been on another chain for a minute', async () => {
    const test = start()
    test.status('ready')
    const state = (state: 'other-chain' | 'other-branch' | 'synced') =>
      test.emit({ type: 'sync', state, detail: '', since: NOW })
    state('other-chain')
    await seconds(50)
    state('synced')
    await seconds(120)
    expect(test.shown).toEqual([])
    for (let count = 0; count < 20; count++) {
      state('other-chain')
      await seconds(10)
    }
    expect(test.shown).toEqual([{ title: 'Your peers are on another chain', body: 'My ‹b›chain' }])
    state('other-branch')
    await seconds(90)
    expect(test.shown.at(-1)?.title).toBe('Your peers follow another branch')
    state('other-chain')
    test.status('stopping')
    await seconds(120)
    expect(test.shown).toHaveLength(2)
  })

  it('notifies of a found claim once, and not while the window is watched', async () => {
    const test = start()
    test.status('ready')
    const found = (id: number) =>
      test.emit({
        type: 'faucet',
        claim: { state: 'found', id, attempts: 1, rate: 1, elapsed: 1, probability: 1 },
      })
    found(1)
    found(1)
    await seconds(5)
    expect(test.shown).toEqual([{ title: 'Faucet claim found', body: 'My ‹b›chain' }])
    test.watch()
    found(2)
    await seconds(60)
    expect(test.shown).toHaveLength(1)
  })

  it('notifies of a full disk once until there is free space again', async () => {
    const test = start()
    test.disk(80_000_000)
    await seconds(200)
    expect(test.shown).toEqual([{ title: 'Only 80 MB left on the disk', body: 'Nodes stop when it is full.' }])
    test.disk(2_000_000_000)
    await seconds(120)
    test.disk(80_000_000)
    await seconds(120)
    expect(test.shown).toHaveLength(2)
  })
})
