import { describe, expect, it } from 'vitest'
import { ClosingQuestion } from './closing.ts'

/** Creates a window that closes unless prevented, and a user whose answers the test determines. */
function setUp(searching: () => boolean = () => true) {
  const questions: ((answer: boolean | Error) => void)[] = []
  let closed = false
  const attempt = () => {
    let prevented = false
    question.onClose({ preventDefault: () => (prevented = true) })
    if (!prevented) closed = true
  }
  const question = new ClosingQuestion({
    searching,
    ask: () =>
      new Promise((resolve, reject) =>
        questions.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer))),
      ),
    close: attempt,
  })
  return { questions, attempt, isClosed: () => closed }
}

const flushPromises = () => new Promise((resolve) => setImmediate(resolve))

describe('ClosingQuestion', () => {
  it('asks nothing while no search runs or after the last one ended', () => {
    let searching = true
    const { questions, attempt, isClosed } = setUp(() => searching)
    searching = false
    attempt()
    expect(isClosed()).toBe(true)
    expect(questions).toHaveLength(0)
  })

  it('asks once while a search runs, and stays open if the user declines', async () => {
    const { questions, attempt, isClosed } = setUp()
    attempt()
    attempt()
    expect(questions).toHaveLength(1)
    questions[0]?.(false)
    await flushPromises()
    expect(isClosed()).toBe(false)
    attempt()
    expect(questions).toHaveLength(2)
  })

  it('closes if the user agrees or the question fails', async () => {
    for (const answer of [true, new Error('no screen')]) {
      const { questions, attempt, isClosed } = setUp()
      attempt()
      questions[0]?.(answer)
      await flushPromises()
      expect(isClosed()).toBe(true)
    }
  })
})
