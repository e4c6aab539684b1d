/**
 * Tests the search, by the field on top of the sidebar and by the palette: peers by their address, settings by their
 * common names.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NetworkNode } from '../support/network.ts'
import { keepEvidence } from './app.ts'
import { becomes } from './frame.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { type ListeningWindow, openListening, type PeerInfo, startOther } from './peers.ts'

let window: ListeningWindow
let other: NetworkNode
keepEvidence(() => window)

beforeAll(async () => {
  window = await openListening({ transport: 'browser' })
  await disableAnimations(window.page)
  other = await startOther()
  await window.rpc.call('addnode', other.target, 'onetry')
  await becomes(async () => (await window.rpc.call<unknown[]>('getpeerinfo')).length, 1)
})
afterAll(async () => {
  await window?.close()
  await other?.stop()
})

const WAYS = {
  'the field on top': () => window.page.getByRole('button', { name: /^Search/ }).click(),
  'the palette': () => window.page.keyboard.press('ControlOrMeta+k'),
} as const

describe.each(Object.entries(WAYS))('%s', (way, open) => {
  const field = () => window.page.getByRole('combobox', { name: 'Search or run a command' })
  /** Types a text, and waits until the first result contains `first`. */
  async function find(text: string, first: string): Promise<void> {
    await open()
    await field().fill(text)
    await window.page.getByRole('option', { selected: true }).filter({ hasText: first }).waitFor()
  }
  const takeFirstResult = async () => {
    await window.page.keyboard.press('Enter')
    await field().waitFor({ state: 'detached' })
  }

  it('finds a peer by its address', async () => {
    const { page, rpc } = window
    const [peer] = await rpc.call<readonly PeerInfo[]>('getpeerinfo')
    await find(other.target, other.target)
    expect(await inspect(page, `search-peer-${way.replaceAll(' ', '-')}`)).toEqual([])
    await takeFirstResult()
    await becomes(async () => page.url().split('#')[1], `/peers?peer=${peer!.id}`)
    await page.getByRole('dialog', { name: other.target }).getByText('This node connected to it').waitFor()
    await page.keyboard.press('Escape')
  })

  it('finds a setting by its name, and by the name of the option', async () => {
    const { page } = window
    for (const [text, title, end] of [
      ['proxy', 'Proxy and Tor', '/settings?section=connections'],
      ['onlynet', 'Proxy and Tor', '/settings?section=connections'],
      ['language', 'Language', '/settings'],
    ] as const) {
      await find(text, title)
      await takeFirstResult()
      await becomes(async () => page.url().split('#')[1], end)
    }
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  })
})
