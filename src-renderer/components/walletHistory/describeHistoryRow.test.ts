import { describe, expect, it } from 'vitest'
import type { Satoshis, TxId } from '#shared/units.ts'
import { describeHistoryRow } from './describeHistoryRow.ts'

type Row = Parameters<typeof describeHistoryRow>[0]

const token = (changes: Partial<NonNullable<Row['token']>> = {}) => ({
  ...{ tokenid: '00'.repeat(32) as TxId, name: 'GOLD', nft: false, units: 250n, away: false },
  ...changes,
})
const row = (changes: Partial<Row>): Row => ({
  ...{
    kind: 'module',
    action: null,
    token: null,
    amount: 0n as Satoshis,
    fee: null,
    comment: '',
    commentto: '',
  },
  ...changes,
})
const fee = 10_000n as Satoshis

describe('describeHistoryRow', () => {
  it.each<[string, Partial<Row>]>([
    ['Sent', { kind: 'sent', fee }],
    ['Start-up coins for Friend', { kind: 'sent', fee, comment: 'First coins', commentto: 'Friend' }],
    ['Sent', { kind: 'sent', fee, comment: 'First coins', commentto: 'Anna' }],
    ['Received', { kind: 'received' }],
    ['Mined', { kind: 'mined' }],
    ['Moved to myself', { kind: 'self', fee }],
    ['Contract transaction', {}],
    ['Opened a payment channel', { action: 'channel-open', fee }],
    ['Contract transaction', { action: 'no-text' as Row['action'] }],
    ['Created GOLD', { action: 'token-create', token: token(), fee }],
    ['Sent 250 GOLD', { action: 'token-transfer', token: token({ away: true }), fee }],
    ['Received 250 GOLD', { action: 'token-transfer', token: token() }],
    ['Moved to myself: 250 GOLD', { action: 'token-transfer', token: token(), fee }],
    ['Sent CARD', { action: 'token-transfer', token: token({ name: 'CARD', nft: true, away: true }), fee }],
    ['Burned 1,000 GOLD', { action: 'token-burn', token: token({ units: 1000n }), fee }],
    ['Funded the faucet', { action: 'faucet-fund' }],
    ['Funded the faucet with 5', { action: 'faucet-fund', amount: -500_010_000n as Satoshis, fee }],
    ['Claimed from the faucet', { action: 'faucet-claim' }],
    ['Bought 250 GOLD', { action: 'fill-ask', token: token(), fee }],
    ['Sold 250 GOLD', { action: 'fill-ask', token: token() }],
    ['Locked coins for a reward', { action: 'rewards-lock', fee }],
    ['Withdrew from an inheritance', { action: 'heir-claim' }],
    ['Sold 250 GOLD', { action: 'fill-bid', token: token(), fee }],
  ])('returns "%s" for its row', (words, changes) => {
    expect(describeHistoryRow(row(changes))).toBe(words)
  })

  it.each<[string, Partial<Row>]>([
    ['Paid Friend 5', { kind: 'sent', amount: -500_010_000n as Satoshis, fee }],
    ['Sent 250 GOLD to Friend', { action: 'token-transfer', token: token({ away: true }), fee }],
    ['Bought 250 GOLD from Friend', { action: 'fill-ask', token: token(), fee }],
    ['Sold 250 GOLD to Friend', { action: 'fill-bid', token: token(), fee }],
    ['Moved to myself: 250 GOLD', { action: 'token-transfer', token: token(), fee }],
    ['Friend paid 5', { kind: 'received', amount: 500_000_000n as Satoshis }],
    ['Received 250 GOLD from Friend', { action: 'token-transfer', token: token() }],
    ['Sold 250 GOLD to Friend', { action: 'fill-ask', token: token() }],
    ['Bought 250 GOLD from Friend', { action: 'fill-bid', token: token() }],
    ['Mined', { kind: 'mined' }],
  ])('returns "%s" if Friend is the other party', (words, changes) => {
    expect(describeHistoryRow(row(changes), 'Friend')).toBe(words)
  })

  it('distinguishes start-up coins from a later payment of the same amount', () => {
    const paid = { kind: 'received', amount: (10n ** 12n) as Satoshis, label: 'First coins' } as Partial<Row>
    expect(describeHistoryRow(row(paid), 'Me')).toBe('Me paid 10,000')
  })

  it('includes the amount claimed from the faucet', () => {
    const claim = { action: 'faucet-claim', amount: 10_000_000n as Satoshis } as const
    expect(describeHistoryRow(row(claim))).toBe('Claimed 0.1 from the faucet')
  })

  it('makes invisible characters in a name visible', () => {
    expect(describeHistoryRow(row({ action: 'token-create', token: token({ name: 'a\u202egnp' }) }))).not.toContain(
      '\u202e',
    )
  })
})
