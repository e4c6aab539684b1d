/** Tests opening the desktop app with links and backups, at its start and by a second start. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeShareLink } from '../../src-shared/chains/shareText.ts'
import { projectRoot } from '../support/daemon.ts'
import { desktopProgram } from '../support/desktopApp.ts'
import { startProgram } from '../support/programs.ts'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { inspect } from './inspect.ts'

const SHARED = 'Join the Smart Chain GARDEN:\n-ac_name=GARDEN -ac_supply=5000 -ac_public=1 -addnode=192.0.2.7:8123\n'

describe.skipIf(desktopProgram === 'Electron')('the desktop app', () => {
  let window: AppWindow
  keepEvidence(() => window)
  beforeAll(async () => {
    window = await openWindow({
      transport: 'shell',
      early: true,
      args: [writeShareLink(`${SHARED}${'\u202e<b>x</b> '.repeat(400)}`)],
    })
  })
  afterAll(() => window?.close())

  it('asks about the link that it was started with, and then forgets it', async () => {
    const { page, consent } = window
    const dialog = page.getByRole('dialog', { name: 'Open a link to a chain?' })
    await dialog.getByText('-ac_name=GARDEN').waitFor()
    expect(await inspect(page, 'opening-link')).toEqual([])
    await dialog.getByRole('button', { name: 'Not now' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect([await dialog.count(), consent.asked]).toEqual([0, []])
  })

  it('shows the chain of a link passed by a second start', async () => {
    const { page, home, consent } = window
    const args = ['--import', join(projectRoot, 'e2e/stand-in/register.ts'), join(projectRoot, 'out/main/index.js')]
    const more = [`--user-data-dir=${join(home, 'window')}`, '-sandbox', writeShareLink(SHARED)]
    const second = startProgram(process.execPath, [...args, ...more], { env: { HOME: home } })
    expect(await second.ended).toBe(0)
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).press('Enter')
    await page.getByText('192.0.2.7:8123').first().waitFor()
    expect(await page.getByRole('textbox').first().inputValue()).toContain('-ac_name=GARDEN')
    expect(consent.asked).toEqual([])
  })

  it('opens the restore dialog for a backup passed by a second start', async () => {
    const { page, home } = window
    const args = ['--import', join(projectRoot, 'e2e/stand-in/register.ts'), join(projectRoot, 'out/main/index.js')]
    const more = [`--user-data-dir=${join(home, 'window')}`, '-sandbox', join(home, 'OLD.chainwright-backup')]
    expect(await startProgram(process.execPath, [...args, ...more], { env: { HOME: home } }).ended).toBe(0)
    const dialog = page.getByRole('dialog', { name: 'Restore this backup?' })
    expect(await dialog.getByText('OLD.chainwright-backup', { exact: true }).innerText()).not.toContain('/')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('dialog', { name: 'Restore a backup' }).waitFor()
  })
})
