import { describe, expect, it } from 'vitest'
import { formatWaiting, progressSteps, type TaskEvidence, taskProgress } from './progress.ts'
import type { TransactionTask } from './tasks.ts'

const task: TransactionTask = {
  txid: 'a'.repeat(64),
  chain: 'SANDBOX',
  title: 'Create token A',
  hex: '00',
  startedAt: 0,
  effect: { kind: 'token-create', name: 'A', description: '', supply: '1' },
}
const nothing: TaskEvidence = { transaction: undefined, unknown: false, sending: false }
const seen = (confirmations?: number, height?: number) =>
  ({ ...nothing, transaction: { confirmations, height } }) as unknown as TaskEvidence

describe('taskProgress', () => {
  it('follows a transaction from broadcast to confirmation', () => {
    expect(taskProgress(task, { ...nothing, unknown: true, sending: true })).toEqual({ stage: 'broadcasting' })
    expect(taskProgress(task, seen())).toEqual({ stage: 'mempool' })
    expect(taskProgress(task, seen(0, -1))).toEqual({ stage: 'mempool' })
    expect(taskProgress(task, seen(1, 102))).toEqual({ stage: 'confirmed', height: 102 })
  })

  it('returns the last block in which an unconfirmed transaction can be mined', () => {
    const waiting = { ...nothing, transaction: { expiryheight: 301 } } as unknown as TaskEvidence
    expect(taskProgress(task, waiting)).toEqual({ stage: 'mempool', expires: 301 })
    expect(formatWaiting({ stage: 'mempool', expires: 301 })).toMatch(/no block has it by block 301, it expires/)
    expect(formatWaiting({ stage: 'mempool' })).toMatch(/does not expire/)
  })

  it('returns lost if the node does not know the transaction and no send is running', () => {
    expect(taskProgress(task, { ...nothing, unknown: true })).toEqual({ stage: 'lost' })
  })

  it('returns broadcasting before the node has answered', () => {
    expect(taskProgress(task, nothing)).toEqual({ stage: 'broadcasting' })
  })

  it('prefers the mempool over an earlier rejection', () => {
    const refused = { ...task, refusal: '18: bad-txns-inputs-spent' }
    expect(taskProgress(refused, { ...nothing, unknown: true }).stage).toBe('refused')
    expect(taskProgress(refused, seen()).stage).toBe('mempool')
  })
})

describe('progressSteps', () => {
  it('marks exactly one step as current or failed until all steps are done', () => {
    const states = (stage: 'broadcasting' | 'mempool' | 'lost') => progressSteps({ stage }).map((step) => step.state)
    expect(states('broadcasting')).toEqual(['done', 'current', 'waiting', 'waiting'])
    expect(states('mempool')).toEqual(['done', 'done', 'done', 'current'])
    expect(states('lost')).toEqual(['done', 'failed', 'waiting', 'waiting'])
    expect(progressSteps({ stage: 'confirmed', height: 1 }).every((step) => step.state === 'done')).toBe(true)
  })
})
