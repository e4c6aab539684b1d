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
  it('follows a transaction from the wire to its block', () => {
    expect(taskProgress(task, { ...nothing, unknown: true, sending: true })).toEqual({ stage: 'broadcasting' })
    expect(taskProgress(task, seen())).toEqual({ stage: 'mempool' })
    expect(taskProgress(task, seen(0, -1))).toEqual({ stage: 'mempool' })
    expect(taskProgress(task, seen(1, 102))).toEqual({ stage: 'confirmed', height: 102 })
  })

  it('knows until which block a waiting transaction can be mined', () => {
    const waiting = { ...nothing, transaction: { expiryheight: 301 } } as unknown as TaskEvidence
    expect(taskProgress(task, waiting)).toEqual({ stage: 'mempool', expires: 301 })
    expect(formatWaiting({ stage: 'mempool', expires: 301 })).toMatch(/no block has it by block 301, it expires/)
    expect(formatWaiting({ stage: 'mempool' })).toMatch(/does not expire/)
  })

  it('says lost when the node does not know it and nobody is sending it', () => {
    expect(taskProgress(task, { ...nothing, unknown: true })).toEqual({ stage: 'lost' })
  })

  it('claims nothing before the node has answered', () => {
    expect(taskProgress(task, nothing)).toEqual({ stage: 'broadcasting' })
  })

  it('believes the mempool over an earlier refusal', () => {
    const refused = { ...task, refusal: '18: bad-txns-inputs-spent' }
    expect(taskProgress(refused, { ...nothing, unknown: true }).stage).toBe('refused')
    expect(taskProgress(refused, seen()).stage).toBe('mempool')
  })
})

describe('progressSteps', () => {
  it('marks exactly one step as current or failed until all are done', () => {
    const states = (stage: 'broadcasting' | 'mempool' | 'lost') => progressSteps({ stage }).map((step) => step.state)
    expect(states('broadcasting')).toEqual(['done', 'current', 'waiting', 'waiting'])
    expect(states('mempool')).toEqual(['done', 'done', 'done', 'current'])
    expect(states('lost')).toEqual(['done', 'failed', 'waiting', 'waiting'])
    expect(progressSteps({ stage: 'confirmed', height: 1 }).every((step) => step.state === 'done')).toBe(true)
  })
})
