/**
 * Counts the questions of the desktop app about bans: none for a small ban, which a notice offers to undo. Payments are
 * counted in clickCount.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { becomes } from './frame.ts'
import { evaluateAsync } from './inPage.ts'

let window: AppWindow
/** Returns the questions since the last call; screenshots of the following ones get the name `next`. */
const asked = (next = '') => {
  window.consent.pictures = next === '' ? '' : `asked-${next}`
  return window.consent.asked.splice(0)
}

/** Makes a call as the page does for a click. */
let lastCall = 5_000_000
const call = (method: string, ...params: readonly unknown[]) => {
  lastCall += 1
  const text = JSON.stringify(JSON.stringify(params))
  return evaluateAsync(
    window.page,
    `node.call(${lastCall}, '${method}', ${text}).then((text) => text, (error) => error.message)`,
  )
}

describe('questions about bans', () => {
  keepEvidence(() => window)
  beforeAll(async () => {
    window = await openWindow({ transport: 'shell' })
    await window.page.getByRole('contentinfo').getByText('Running alone').waitFor()
  })
  afterAll(() => window?.close())

  it('stay away at the start of the app', () => {
    expect(asked('ban')).toEqual([])
  })

  it('appear for a wide range, not for one address, whose ban a notice offers to undo', async () => {
    const { rpc, consent } = window
    expect(await call('setban', '203.0.113.9', 'add', 3600)).toBe('null')
    expect(asked('ban')).toEqual([])
    await becomes(async () => consent.notices !== undefined, true)
    const undo = consent.notices
      ?.locator('li', { hasText: '203.0.113.9' })
      .getByRole('button', { name: 'Undo', exact: true })
    await undo?.click()
    await becomes(() => rpc.call<unknown[]>('listbanned').then(({ length }) => length), 0)
    await consent.notices?.getByText('Taken back.').waitFor()

    expect(await call('setban', '203.0.0.0/16', 'add', 3600)).toBe('null')
    const texts = asked()
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain('203.0.0.0/16')
    expect(await rpc.call<unknown[]>('listbanned')).toHaveLength(1)
  })

  it('cause no script error, policy violation or foreign request', () => {
    expect(window.complaints).toEqual([])
  })
})
