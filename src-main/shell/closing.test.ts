import { describe, expect, it } from 'vitest'
import type { NodeEvent } from '#shared/events.ts'
import { createClosingQuestion } from './closing.ts'

type State = Extract<NodeEvent, { type: 'faucet' }>['claim']['state']
const claim = (state: State): NodeEvent => ({
  type: 'faucet',
  claim: { state, id: 1, attempts: 1, rate: 1, elapsed: 1, probability: 0 },
})

/** A window that closes unless it is told not to, and a person who answers when the test says so. */
function setUp() {
  const questions: ((answer: boolean | Error) => void)[] = []
  let closed = false
  const attempt = () => {
    let prevented = false
    question.onClose({ preventDefault: () => (prevented = true) })
    if (!prevented) closed = true
  }
  const question = createClosingQuestion({
    ask: () =>
      new Promise((resolve, reject) =>
        questions.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer))),
      ),
    close: attempt,
  })
  return { question, questions, attempt, isClosed: () => closed }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('createClosingQuestion', () => {
  it('asks nothing while no search runs', () => {
    const { question, questions, attempt, isClosed } = setUp()
    question.noticed({ type: 'wallet' })
    attempt()
    expect(isClosed()).toBe(true)
    expect(questions).toHaveLength(0)
  })

  it('asks once while a search runs, and stays when that is the answer', async () => {
    const { question, questions, attempt, isClosed } = setUp()
    question.noticed(claim('searching'))
    attempt()
    attempt()
    expect(questions).toHaveLength(1)
    questions[0]?.(false)
    await settled()
    expect(isClosed()).toBe(false)
    attempt()
    expect(questions).toHaveLength(2)
  })

  it('closes when that is the answer, or when the question fails', async () => {
    for (const answer of [true, new Error('no screen')]) {
      const { question, questions, attempt, isClosed } = setUp()
      question.noticed(claim('searching'))
      attempt()
      questions[0]?.(answer)
      await settled()
      expect(isClosed()).toBe(true)
    }
  })

  it('asks nothing once the search has ended or the node is gone', () => {
    for (const end of ['found', 'cancelled', 'failed'] as const) {
      const { question, attempt, isClosed } = setUp()
      question.noticed(claim('searching'))
      question.noticed(claim(end))
      attempt()
      expect(isClosed()).toBe(true)
    }
    const stopping = setUp()
    stopping.question.noticed(claim('searching'))
    stopping.question.noticed({ type: 'status', phase: 'stopping', detail: '', progress: null })
    stopping.attempt()
    expect(stopping.isClosed()).toBe(true)
    const dead = setUp()
    dead.question.noticed(claim('searching'))
    dead.question.forget()
    dead.attempt()
    expect(dead.isClosed()).toBe(true)
  })
})
