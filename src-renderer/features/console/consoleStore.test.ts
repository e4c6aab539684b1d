import { describe, expect, it } from 'vitest'
import { findMethod } from '#shared/rpc/index.ts'
import { type ConsoleEntry, useConsole, withinMemory } from './consoleStore.ts'

const done = (id: number, length: number): ConsoleEntry => ({
  id,
  method: 'help',
  line: { text: 'help', redacted: false },
  paramsText: '[]',
  secret: false,
  outcome: { state: 'done', resultText: 'x'.repeat(length), milliseconds: 1 },
})
const states = (entries: readonly ConsoleEntry[]) => entries.map((entry) => entry.outcome.state)

describe('withinMemory', () => {
  it('drops the oldest answers if the total is too large, never the newest', () => {
    expect(states(withinMemory([done(1, 50), done(2, 40), done(3, 30)], 80))).toEqual(['dropped', 'done', 'done'])
    expect(states(withinMemory([done(1, 10), done(2, 500)], 80))).toEqual(['dropped', 'done'])
    expect(states(withinMemory([done(1, 10), done(2, 10)], 80))).toEqual(['done', 'done'])
  })

  it('keeps running calls without dropping them', () => {
    const running: ConsoleEntry = { ...done(1, 0), outcome: { state: 'running' } }
    expect(states(withinMemory([running, done(2, 500)], 80))).toEqual(['running', 'done'])
  })
})

describe('keepForm', () => {
  const keep = (name: string, fields: Record<string, string>) => {
    const method = findMethod(name)
    if (method) useConsole.getState().keepForm(method, fields)
    return useConsole.getState().forms[name]
  }

  it('stores the typed texts by method', () => {
    expect(keep('getblockhash', { index: '7' })).toEqual({ index: '7' })
    expect(keep('getblockhash', {})).toEqual({})
  })

  it('stores nothing for a method that takes a secret', () => {
    for (const name of ['importprivkey', 'unlockwallet', 'setphrase', 'signrawtransaction', 'protectwallet']) {
      expect(keep(name, { any: 'correct horse' })).toBeUndefined()
    }
  })
})
