import { describe, expect, it } from 'vitest'
import type { Explanation } from '#shared/rpc/index.ts'
import type { KnownName } from '../people/names.ts'
import { describeAct } from './act.ts'
import { anExplanation, anInput, anOutput } from './testing/explanation.ts'

const FRIEND = 'RFriend'
const STRANGER = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const COIN = 100_000_000n
const findName = (place: string): KnownName | undefined =>
  place === FRIEND ? { name: 'Friend', kind: 'other' } : undefined
const describeWithNames = (txExplanation: Explanation) => describeAct(txExplanation, findName)

const byFriend = [anInput({ owner: 'foreign', address: FRIEND })]
const GOLD = { tokenid: 'c'.repeat(64), name: 'GOLD', nft: false, moves: [], burned: 0n }
const gold = (units: bigint) => ({ tokenid: GOLD.tokenid, name: 'GOLD', nft: false, units })
const order = { units: 20n, coins: 30n * COIN }
const own = { owner: 'own', address: 'RMe' } as const

describe('describeAct', () => {
  it('names buyer and seller from the point of view of either party', () => {
    const fill = { module: 'assets', action: 'fill-ask', order, tokens: [GOLD] } as const
    const sale = (seller: object, buyer: object) => [
      anOutput({ role: 'contract', owner: 'contract', token: gold(10n) }),
      anOutput({ role: 'token', token: gold(20n), ...buyer }),
      anOutput({ amount: order.coins, ...seller }),
      anOutput({ role: 'change', amount: 9_979n * COIN, ...buyer }),
    ]
    const friend = { owner: 'foreign', address: FRIEND } as const
    const contract = anInput({ owner: 'contract', address: 'RTokens' })
    expect(describeWithNames(anExplanation(sale(own, friend), { ...fill, inputs: [...byFriend, contract] }))).toBe(
      'Friend bought 20 GOLD from you for 30.',
    )
    expect(describeWithNames(anExplanation(sale(friend, own), { ...fill, inputs: [anInput(), contract] }))).toBe(
      'You bought 20 GOLD from Friend for 30.',
    )
  })

  it('names the seller who fills a bid', () => {
    const outputs = [
      anOutput({ role: 'contract', owner: 'contract' }),
      anOutput({ amount: order.coins, address: FRIEND }),
      anOutput({ role: 'token', token: gold(20n), ...own }),
    ]
    const fill = { module: 'assets', action: 'fill-bid', order, tokens: [GOLD], inputs: byFriend } as const
    expect(describeWithNames(anExplanation(outputs, fill))).toBe('Friend sold 20 GOLD to you for 30.')
  })

  it('omits change from payments, and shortens unknown addresses', () => {
    const change = anOutput({ ...own, role: 'change', change: true, amount: 7n * COIN })
    const to = (address: string) => anExplanation([anOutput({ address, amount: 5n * COIN }), change])
    expect(describeWithNames(to(FRIEND))).toBe('You paid Friend 5.')
    expect(describeWithNames(to(STRANGER))).toBe('You paid RWPg8B91…HSGtVY8D 5.')
    expect(describeWithNames(anExplanation([anOutput({ ...own, made: 'kept', amount: 5n * COIN }), change]))).toBe(
      'You moved 5 within your wallet.',
    )
    const back = anOutput({ address: FRIEND, role: 'change', amount: 7n * COIN })
    expect(
      describeWithNames(anExplanation([anOutput({ ...own, amount: 5n * COIN }), back], { inputs: byFriend })),
    ).toBe('Friend paid you 5.')
  })

  it('counts only the units that reach the recipient', () => {
    const outputs = [
      anOutput({ role: 'token', token: gold(7n), address: FRIEND }),
      anOutput({ role: 'token', token: gold(93n), ...own }),
    ]
    const transfer = { module: 'tokens', action: 'token-transfer', tokens: [GOLD] } as const
    expect(describeWithNames(anExplanation(outputs, transfer))).toBe('You sent Friend 7 GOLD.')
  })

  it('describes a faucet deposit in the words of the history', () => {
    const pool = anOutput({ role: 'contract', owner: 'contract', amount: 5n * COIN })
    const deposit = anExplanation([pool], { module: 'faucet', action: 'faucet-fund', inputs: byFriend })
    expect(describeWithNames(deposit)).toBe('Friend funded the faucet with 5.')
  })

  it('returns undefined for payments to several parties and for other contracts', () => {
    expect(
      describeWithNames(anExplanation([anOutput({ address: FRIEND }), anOutput({ address: STRANGER })])),
    ).toBeUndefined()
    expect(describeWithNames(anExplanation([anOutput()], { module: 'heir', action: 'heir-plan' }))).toBeUndefined()
  })

  it('makes invisible characters in a token name visible', () => {
    const created = { creator: '02', description: '', supply: 5n }
    const told = { module: 'tokens', action: 'token-create', tokens: [{ ...GOLD, name: 'GO\u202e', created }] } as const
    expect(describeWithNames(anExplanation([], told as never))).toBe('You created 5 GO[U+202E].')
  })
})
