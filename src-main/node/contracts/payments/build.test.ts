import { beforeEach, describe, expect, it } from 'vitest'
import { COIN } from '#shared/units.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import { testKey } from '../../testing/index.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'
import { type ContractChain, createContractChain } from '../testing/contractChain.ts'
import { buildPaymentsFund, buildPaymentsPayee, buildPaymentsPlan, buildPaymentsRelease } from './build.ts'

const ann = testKey(1)
const LARGE = 100_000
/** Allocation whose share of a release of one coin is below the minimum of 10,000 satoshis. */
const SMALL = 1

let chain: ContractChain

beforeEach(() => {
  chain = createContractChain(Array.from({ length: 10 }, () => ({ value: 10n * COIN, scriptPubKey: ann.p2pk })))
})

function confirm(tx: Transaction): string {
  expect(chain.findRefusal(tx)).toBeUndefined()
  chain.confirm([tx])
  return toDisplayHex(computeTxid(tx))
}

/** Builds a release of one coin from a plan whose receivers have these allocations. */
function release(allocations: readonly number[], skipMinimum: 0 | 1): Transaction {
  const context = () => chain.contextFor(ann)
  const toRequest = (...items: readonly (string | number)[]) => JSON.stringify(items)
  const payees = allocations.map((allocation, n) =>
    confirm(buildPaymentsPayee(toRequest(allocation, toHex(testKey(10 + n).p2pk)), context())),
  )
  const plan = confirm(buildPaymentsPlan(toRequest(0, 0, ...payees), context()))
  confirm(buildPaymentsFund(toRequest(plan, '5'), context()))
  return buildPaymentsRelease(toRequest(plan, '1', skipMinimum), context()).tx
}

const paidScripts = (tx: Transaction) => tx.vout.slice(1).map(({ scriptPubKey }) => scriptPubKey)

describe('buildPaymentsRelease', () => {
  it('rejects a share below the minimum unless skipminimum is set', () => {
    expect(() => release([LARGE, SMALL], 0)).toThrow('value too small')
    const tx = release([LARGE, SMALL], 1)
    expect(chain.findRefusal(tx)).toBeUndefined()
    expect(paidScripts(tx)).toEqual([testKey(10).p2pk])
  })

  it('stops at the first share below the minimum, as komodod does, even if a later share is larger', () => {
    const tx = release([LARGE, SMALL, SMALL, LARGE], 1)
    expect(chain.findRefusal(tx)).toBeUndefined()
    expect(paidScripts(tx)).toEqual([testKey(10).p2pk])
  })

  it('builds a release that the rules reject if the receiver after the first unpaid one is due more', () => {
    const tx = release([LARGE, SMALL, LARGE], 1)
    expect(chain.findRefusal(tx)).toBe('next allocation was not under minimum')
  })
})
