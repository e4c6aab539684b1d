import { describe, expect, it } from 'vitest'
import { FIRST_COINS_COMMENT, type FirstStep } from '#shared/chains/index.ts'
import { methods } from '#shared/rpc/index.ts'
import type { TxId } from '#shared/units.ts'
import { ask, useChainManager } from '../testing/testChains.ts'
import type { ChainManager } from './chainManager.ts'
import { type StepFacts, stepsDone } from './firstStepRecord.ts'

type Row = StepFacts['rows'][number]

const row = (changes: Partial<Row>): Row => ({
  ...{ kind: 'received', action: null, token: null, comment: '', state: 'confirmed', amount: 1n },
  ...changes,
})
const token = { tokenid: 'ab'.repeat(32) as TxId, name: 'GOLD', nft: false, units: 5n, away: true }
const facts = (changes: Partial<StepFacts>): StepFacts => ({ rows: [], bans: 0, ...changes })

describe('stepsDone', () => {
  it('returns no steps for a new wallet', () => {
    expect(stepsDone(facts({ rows: [row({ kind: 'mined' })] }))).toEqual([])
  })

  it.each<[FirstStep, Partial<StepFacts>]>([
    ['mint', { rows: [row({ kind: 'module', action: 'token-create' })] }],
    ['send', { rows: [row({ kind: 'sent', amount: -5n })] }],
    ['send', { rows: [row({ kind: 'module', action: 'token-transfer', token })] }],
    ['fund', { rows: [row({ kind: 'module', action: 'faucet-fund', amount: -5n })] }],
    ['claim', { rows: [row({ kind: 'module', action: 'faucet-claim' })] }],
    ['offer', { rows: [row({ kind: 'module', action: 'ask' })] }],
    ['buy', { rows: [row({ kind: 'module', action: 'fill-bid' })] }],
    ['ban', { bans: 1 }],
  ])('counts %s as done for %o', (step, changes) => {
    expect(stepsDone(facts(changes))).toEqual([step])
  })

  it.each<[string, Row]>([
    ['the coins that the app gave to Friend', row({ kind: 'sent', comment: FIRST_COINS_COMMENT })],
    ['a payment that another one replaced', row({ kind: 'sent', state: 'conflicted' })],
    ['tokens that came', row({ kind: 'module', action: 'token-transfer', token: { ...token, away: false } })],
    ['a deposit of another person', row({ kind: 'module', action: 'faucet-fund', amount: 0n })],
  ])('ignores %s as a step', (_, one) => {
    expect(stepsDone(facts({ rows: [one] }))).toEqual([])
  })
})

const TXID = 'ab'.repeat(32)
const ROW = {
  ...{ txid: TXID, kind: 'module' as const, token: null, amount: 1n, fee: 1n, addresses: [], addresscount: 0 },
  ...{ payers: [], payercount: 0 },
  ...{ label: null, comment: '', commentto: '', time: 1, height: 4, confirmations: 1, state: 'confirmed' as const },
}
const BAN = {
  ...{ address: '192.0.2.1/32', banned_until: 9, created: 1, reason: 'manual' as const, note: '', covers: '1' },
}

const SEARCH = {
  ...{ state: 'searching' as const, id: 1, started: 1, ended: null, elapsed: 2, attempts: 3, rate: 4 },
  ...{ probability: 0.1, median: 45426, p95: 196327, expected: 65536 },
}

describe('FirstStepRecord', () => {
  const app = useChainManager()
  /** wallet-history actions by the node that is called */
  let actions: Record<'me' | 'friend', readonly string[]>
  let bans: readonly (typeof BAN)[]
  let claiming: 'me' | 'friend' | undefined
  const findPerson = (argv: readonly string[]) => (argv.includes('-sandbox') ? 'me' : 'friend')

  function open(): ChainManager {
    app.nodes.answer = (method, argv, params) => {
      if (method === 'getfaucetclaim' && claiming === findPerson(argv))
        return methods.getfaucetclaim.result.encode(SEARCH)
      if (method === 'listbans') return methods.listbans.result.encode(bans)
      if (method !== 'listwallethistory') return undefined
      const own = params.includes('"module"') ? actions[findPerson(argv)] : []
      const rows = own.map((action) => ({ ...ROW, action })) as never
      return methods.listwallethistory.result.encode({
        rows,
        next: null,
        total: own.length,
        height: 3,
        hash: TXID as never,
      })
    }
    return app.open()
  }

  async function sandbox(): Promise<ChainManager> {
    actions = { me: ['token-create'], friend: [] }
    bans = []
    claiming = undefined
    const chainManager = open()
    const { id } = await ask(chainManager, 'addsandbox')
    await ask(chainManager, 'startchain', id)
    await ask(chainManager, 'selectchain', id)
    return chainManager
  }

  it('returns no steps without a sandbox', async () => {
    expect(await ask(app.open(), 'getfirststeps')).toEqual({ done: [], token: null, claiming: [] })
  })

  it('returns the id of the first token that was created', async () => {
    expect(await ask(await sandbox(), 'getfirststeps')).toEqual({ done: ['mint'], token: TXID, claiming: [] })
  })

  it('keeps a step done after the ban was lifted, and after a restart without rows', async () => {
    const chainManager = await sandbox()
    bans = [BAN]
    expect(await ask(chainManager, 'getfirststeps')).toMatchObject({ done: ['mint', 'ban'] })
    bans = []
    expect(await ask(chainManager, 'getfirststeps')).toMatchObject({ done: ['mint', 'ban'] })
    actions = { me: [], friend: [] }
    const again = await app.reopen(chainManager)
    expect(await ask(again, 'getfirststeps')).toEqual({ done: ['mint', 'ban'], token: TXID, claiming: [] })
  })

  it('counts the steps of the running Friend wallet while Me is shown', async () => {
    const chainManager = await sandbox()
    // Friend's node runs, but the fake nodes cannot identify it, so the call fails.
    await ask(chainManager, 'startfriend').catch(() => undefined)
    actions = { me: ['token-create'], friend: ['faucet-claim'] }
    expect(await ask(chainManager, 'getfirststeps')).toMatchObject({ done: ['mint', 'claim'] })
  })

  it('reports that Friend searches for a claim while Me is shown', async () => {
    const chainManager = await sandbox()
    await ask(chainManager, 'startfriend').catch(() => undefined)
    claiming = 'friend'
    expect(await ask(chainManager, 'getfirststeps')).toMatchObject({ done: ['mint'], claiming: ['friend'] })
    claiming = undefined
    expect(await ask(chainManager, 'getfirststeps')).toMatchObject({ claiming: [] })
  })

  it('returns the known steps while a node fails to respond', async () => {
    const chainManager = await sandbox()
    await ask(chainManager, 'getfirststeps')
    app.nodes.answer = () => {
      throw new Error('starting')
    }
    expect(await ask(chainManager, 'getfirststeps')).toMatchObject({ done: ['mint'] })
  })
})
