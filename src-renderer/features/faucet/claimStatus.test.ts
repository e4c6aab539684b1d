import { describe, expect, it } from 'vitest'
import {
  claimStage,
  claimsLeft,
  type Eligibility,
  type EligibilityCheck,
  type FaucetClaim,
  faucetWorks,
  freshKeyHelps,
  isEmptyPool,
  poolIsWaiting,
} from './claimStatus.ts'

const TXID = 'a'.repeat(64)
const claim = (state: FaucetClaim['state'], more: Partial<FaucetClaim> = {}): FaucetClaim => ({
  state,
  id: 1,
  started: 1,
  ended: null,
  elapsed: 1,
  attempts: 100,
  rate: 100,
  probability: 0.5,
  median: 45_426,
  p95: 196_327,
  expected: 65_536,
  ...more,
})
const check = (name: EligibilityCheck['name'], passed: boolean, txid?: string): EligibilityCheck => ({
  name,
  passed,
  detail: '',
  ...(txid === undefined ? {} : { txid }),
})
const eligibility = (...checks: EligibilityCheck[]): Eligibility => ({
  eligible: checks.every(({ passed }) => passed),
  address: 'R',
  pubkey: '02',
  payout: 10_000_000n,
  checks,
})
const nobody = new Map<string, boolean>()
const found = claim('found', { txid: TXID, hex: '00' })

describe('poolIsWaiting and isEmptyPool', () => {
  it('distinguish coins that wait for a confirmation from an empty pool', () => {
    const pool = check('pool', false)
    expect(poolIsWaiting(eligibility({ ...pool, waiting: 50_000_000n }))).toBe(true)
    expect(poolIsWaiting(eligibility({ ...pool, waiting: 0n }))).toBe(false)
    expect(poolIsWaiting(eligibility(pool))).toBe(false)
    expect(isEmptyPool({ ...pool, amount: 0n })).toBe(true)
    expect(isEmptyPool({ ...pool, amount: 0n, waiting: 50_000_000n })).toBe(false)
    expect(isEmptyPool({ ...pool, amount: 1n })).toBe(false)
  })
})

describe('freshKeyHelps', () => {
  it.each<[boolean, readonly EligibilityCheck[]]>([
    [true, [check('pool', true), check('history', false), check('claimed', true)]],
    [true, [check('history', false), check('mempool', false)]],
    [false, [check('history', true), check('mempool', true)]],
    // Fund first: the change of a deposit would pay to the fresh key.
    [false, [check('pool', false), check('history', false)]],
    [false, [check('history', false), check('claimed', false, TXID)]],
    [false, [check('pubkey', false), check('history', false)]],
  ])('returns %s for %o', (helps, checks) => {
    expect(freshKeyHelps(eligibility(...checks))).toBe(helps)
  })
})

describe('claimStage', () => {
  it('returns undefined until both answers are known', () => {
    expect(claimStage(undefined, eligibility(), nobody)).toBeUndefined()
    expect(claimStage(claim('none'), undefined, nobody)).toBeUndefined()
  })

  it('returns open or closed as the conditions require', () => {
    expect(claimStage(claim('none'), eligibility(check('pool', true)), nobody)).toBe('open')
    expect(claimStage(claim('none'), eligibility(check('pool', false)), nobody)).toBe('closed')
    expect(claimStage(claim('cancelled'), eligibility(check('pool', true)), nobody)).toBe('cancelled')
    expect(claimStage(claim('cancelled'), eligibility(check('pool', false)), nobody)).toBe('closed')
  })

  it('returns searching for any conditions during a search', () => {
    expect(claimStage(claim('searching'), eligibility(check('running', false)), nobody)).toBe('searching')
  })

  it('distinguishes found from sent by this window’s tasks or by the conditions', () => {
    expect(claimStage(found, eligibility(check('mempool', true)), nobody)).toBe('found')
    expect(claimStage(found, eligibility(check('mempool', true)), new Map([[TXID, false]]))).toBe('sent')
    expect(claimStage(found, eligibility(check('mempool', false, TXID)), nobody)).toBe('sent')
  })

  it('returns claimed for a claim of an earlier run', () => {
    expect(claimStage(claim('none'), eligibility(check('claimed', false, TXID)), nobody)).toBe('claimed')
  })

  it('returns claimed only once the claim is in a block', () => {
    const had = { ...check('claimed', false, TXID), height: 10 }
    expect(claimStage(found, eligibility(check('claimed', false, TXID)), nobody)).toBe('sent')
    expect(claimStage(found, eligibility(had), new Map([[TXID, false]]))).toBe('claimed')
  })

  it('returns claimed for another token key’s claim once it is in a block', () => {
    const used = eligibility(check('history', false))
    expect(claimStage(found, used, new Map([[TXID, false]]))).toBe('sent')
    expect(claimStage(found, used, new Map([[TXID, true]]))).toBe('claimed')
  })

  it('returns closed, not claimed, for a failed check without a transaction', () => {
    expect(claimStage(claim('none'), eligibility(check('pubkey', false), check('claimed', false)), nobody)).toBe(
      'closed',
    )
  })
})

describe('faucetWorks', () => {
  it('requires a key, the module and the index only', () => {
    expect(faucetWorks(eligibility(check('pubkey', true), check('pool', false)))).toBe(true)
    expect(faucetWorks(eligibility(check('conditions', false)))).toBe(false)
    expect(faucetWorks(undefined)).toBe(false)
  })
})

describe('claimsLeft', () => {
  it('counts whole claims including the fee', () => {
    expect(claimsLeft(200_000_000n, 10_000_000n, 10_000n)).toBe(19n)
    expect(claimsLeft(10_009_999n, 10_000_000n, 10_000n)).toBe(0n)
  })
})
