import { describe, expect, it } from 'vitest'
import type { FromBrowser, WindowQuestion } from '#shared/channel.ts'
import { createBrowserMode } from './browserMode.ts'

const QUESTION: WindowQuestion = {
  ...{ id: 3, chain: null, title: 'Send?', consequence: '', facts: [], lists: [], warnings: [] },
  ...{ agree: 'Send', danger: false, confirmBy: 'code', triesLeft: null },
}

function window() {
  const posted: FromBrowser[] = []
  const browser = createBrowserMode((message) => posted.push(message))
  let changes = 0
  browser.mode.onChange(() => {
    changes += 1
  })
  return { ...browser, posted, changes: () => changes }
}

describe('createBrowserMode', () => {
  it('keeps a question open until it is answered, and reports each change', () => {
    const { mode, received, posted, changes } = window()
    received({ kind: 'ask', question: QUESTION })
    expect(mode.question()).toEqual(QUESTION)
    mode.answer(3, '000000')
    received({ kind: 'ask', question: { ...QUESTION, triesLeft: 2 } })
    expect(mode.question()?.triesLeft).toBe(2)
    mode.answer(3, null)
    received({ kind: 'asked', id: 2 })
    expect(mode.question()).toBeDefined()
    received({ kind: 'asked', id: 3 })
    expect(mode.question()).toBeUndefined()
    expect(posted).toEqual([
      { kind: 'answer', id: 3, secret: '000000' },
      { kind: 'answer', id: 3, secret: null },
    ])
    expect(changes()).toBe(4)
  })

  it('drops the question and an unanswered choice when the connection closes', async () => {
    const { mode, received, closed } = window()
    received({ kind: 'ask', question: QUESTION })
    const chosen = mode.choose('passphrase')
    closed()
    expect(mode.question()).toBeUndefined()
    expect(await chosen).toBe('The connection to the node broke')
    expect(mode.confirmBy()).toBe('code')
  })

  it('changes the way of confirming only after the server’s answer', async () => {
    const { mode, received, posted } = window()
    received({ kind: 'welcome', confirmBy: 'passphrase' })
    expect(mode.confirmBy()).toBe('passphrase')
    const chosen = mode.choose('code')
    expect(posted).toEqual([{ kind: 'choose', confirmBy: 'code' }])
    expect(mode.confirmBy()).toBe('passphrase')
    received({ kind: 'confirmBy', confirmBy: 'passphrase', problem: 'too soon' })
    expect(await chosen).toBe('too soon')
    const again = mode.choose('code')
    received({ kind: 'confirmBy', confirmBy: 'code', problem: null })
    expect(await again).toBeNull()
    expect(mode.confirmBy()).toBe('code')
  })
})
