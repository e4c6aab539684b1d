import { describe, expect, it } from 'vitest'
import type { TransactionTask } from '../../tasks/tasks.ts'
import { type TokenSummary, withTasks } from './useTokens.ts'

const row = (tokenid: string, mybalance: bigint): TokenSummary => ({
  tokenid,
  name: tokenid,
  supply: 100n,
  description: '',
  owner: 'me',
  height: 5,
  mybalance,
})
const task = (
  txid: string,
  effect: TransactionTask['effect'],
  more: Partial<TransactionTask> = {},
): TransactionTask => ({
  txid,
  chain: 'C',
  title: '',
  hex: '',
  startedAt: 0,
  effect,
  ...more,
})
const create = { kind: 'token-create', name: 'New', description: '', supply: '7' } as const
const send = (balanceAfter: string) =>
  ({ kind: 'token-transfer', tokenid: 'a', name: 'a', amount: '40', balanceAfter }) as const

describe('withTasks', () => {
  it('adds a token that was just created on top until the chain has it', () => {
    const pending = withTasks([row('a', 1n)], [task('n', create)], 'me')
    expect(pending[0]).toMatchObject({ tokenid: 'n', supply: 7n, mybalance: 7n, height: undefined })
    expect(withTasks([row('n', 7n)], [task('n', create)], 'me')).toHaveLength(1)
    expect(withTasks([], [task('n', create, { confirmedHeight: 9 })], 'me')).toHaveLength(0)
    expect(withTasks([], [task('n', create, { refusal: 'no' })], 'me')).toHaveLength(0)
  })

  it('shows the balance after a transfer, even if its change is unconfirmed', () => {
    // The node reports 0 while all units of the only output are spent in the mempool.
    expect(withTasks([row('a', 0n)], [task('t', send('60'))], 'me')[0]?.mybalance).toBe(60n)
    expect(withTasks([row('a', 60n)], [task('t', send('60'), { confirmedHeight: 9 })], 'me')[0]).toMatchObject({
      mybalance: 60n,
      pending: undefined,
    })
  })

  it('uses the last of several transfers', () => {
    const tasks = [task('t', send('60')), task('u', send('20'))]
    expect(withTasks([row('a', 0n)], tasks, 'me')[0]?.mybalance).toBe(20n)
  })
})
