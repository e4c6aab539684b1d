/**
 * Tests bans and disconnections of Friend's node: form, question, state and list name Friend, and lifting the ban
 * reconnects Friend.
 */
import { describe, expect, it } from 'vitest'
import { transportsFor } from './app.ts'
import { becomes, goTo } from './frame.ts'
import { inspect } from './inspect.ts'
import { findRow, grid } from './peers.ts'
import { become, usePeople } from './people.ts'

describe.each(transportsFor('shell'))("bans of Friend's node, %s", (transport) => {
  const people = usePeople(transport)
  const state = () => people.window.page.getByRole('region', { name: 'State of the chain' })

  it('shows Friend at the height of Me', async () => {
    const { page } = people.window
    await become(page, 'Friend')
    await become(page, 'Me')
    await goTo(page, 'Peers')
    await state().getByText('Synced').waitFor()
    await grid(page, 'Peers').getByRole('row').nth(1).waitFor()
    await becomes(async () => {
      const [, here, there] = /at block (\d+) · peers at (\d+)/.exec(await state().innerText()) ?? []
      return here !== undefined && here === there
    }, true)
    expect(await inspect(page, 'friend-peers')).toEqual([])
  })

  it('warns that an added node reconnects, and stops that on request', async () => {
    const { page } = people.window
    await grid(page, 'Peers').getByRole('row').nth(1).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    const toast = page.locator('li').filter({ hasText: 'It is an added node, so this node reconnects at once.' })
    await toast.waitFor()
    await toast.getByRole('button', { name: 'Also stop reconnecting' }).click()
    await state().getByText('Friend is cut off').waitFor()
    expect(await inspect(page, 'friend-stopped')).toEqual([])
    const stopped = page.locator('li').filter({ hasText: 'this node no longer reconnects' })
    await stopped.getByRole('button', { name: 'Undo', exact: true }).click()
    await state().getByText('Synced').waitFor()
  })

  it('asks before Friend is cut off, shows that until the ban is lifted, and never asks about lifting', async () => {
    const { page, consent } = people.window
    await goTo(page, 'Bans')
    const field = page.getByRole('textbox', { name: 'Address or range' })
    await field.fill('abc')
    await field.press('Enter')
    await page.getByText('Not an IP address or range.').first().waitFor()
    expect(await inspect(page, 'friend-no-range')).toEqual([])
    await field.fill('127.0.0.1')
    await page.getByText('Covers 1 address; cuts off Friend’s node.').waitFor()
    expect(await inspect(page, 'friend-ban')).toEqual([])
    const before = consent.asked.length
    consent.pictures = 'friend-question'
    await field.press('Enter')
    await findRow(page, 'Bans', '127.0.0.1').waitFor()
    expect(consent.asked.slice(before).map((text) => text.includes('It cuts Friend off'))).toEqual([true])
    await goTo(page, 'Peers')
    await state().getByText('Friend is cut off').waitFor()
    await page.getByRole('alert').getByText('Friend is cut off by the ban of 127.0.0.1').waitFor()
    expect(await inspect(page, 'friend-cut-off')).toEqual([])
    await page.getByRole('radio', { name: /^Added/ }).click()
    await page
      .getByText(/^Banned on this node/)
      .first()
      .waitFor()
    expect(await inspect(page, 'friend-added')).toEqual([])
    await goTo(page, 'Bans')
    await page.getByRole('button', { name: 'Unban 127.0.0.1' }).click()
    await goTo(page, 'Peers')
    await state().getByText('Synced').waitFor()
    expect(consent.asked.slice(before)).toHaveLength(1)
  })
})
