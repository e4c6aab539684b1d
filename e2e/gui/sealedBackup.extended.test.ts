/**
 * Tests an encrypted backup: saved in the desktop app by hand and by schedule, verified by the drill, and restored in a
 * browser on another computer. Also tests the reverse direction.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktopProgram } from '../support/desktopApp.ts'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { followChain } from './faucet.ts'
import { becomes } from './frame.ts'
import { stored } from './inPage.ts'
import { inspect } from './inspect.ts'
import { balance, openKeys } from './wallet.ts'

const PASSPHRASE = 'umbrella ticket frozen ladder'
const CLOSED = 'Wrong passphrase or damaged file'

interface Status {
  readonly backup: number | null
  readonly drill: number | null
}

interface Schedule {
  readonly on: boolean
  readonly files: number
}

const backupFile = (text: string) => ({ name: 'x.backup', mimeType: 'text/plain', buffer: Buffer.from(text) })

/** Electron uses the system's file dialogs, which tests cannot answer, so there the browser takes both roles. */
const transport = desktopProgram === 'Electron' ? 'browser' : 'shell'

describe.skipIf(transport === 'browser')('an encrypted backup', () => {
  let window: AppWindow
  let second: AppWindow | undefined
  let file = ''
  let folder = ''
  keepEvidence(() => second ?? window)
  /** number of keys in the file, as reported on saving */
  let saved: number
  const choose = (path: string) => writeFileSync(join(window.home, 'window/chosen-file'), path)

  beforeAll(async () => {
    window = await openWindow({ transport, earlierWallet: true })
    file = join(window.home, 'wallet.backup')
    folder = join(window.home, 'backups')
    mkdirSync(folder)
    await window.rpc.call('setautomine', false)
    await window.rpc.call('setaddresslabel', await window.rpc.call<string>('getnewaddress'), 'the rent')
    window.consent.secrets.set(/passphrase/i, PASSPHRASE)
  })
  afterAll(async () => {
    await second?.close()
    await window?.close()
  })

  it('goes to the file that the user chooses, and the page has neither passphrase nor content', async () => {
    const { page, rpc } = window
    choose(file)
    await openKeys(page)
    await page.getByRole('button', { name: 'Save an encrypted backup' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save an encrypted backup' })
    expect(await inspect(page, 'wallet-sealed-save')).toEqual([])
    await dialog.getByRole('button', { name: 'Save the backup' }).click()
    await page.getByText('Backup saved').first().waitFor()
    const counted = await page
      .locator('[data-toasts]')
      .getByText(/keys are in it: those in use, and spare ones for new addresses\.$/)
      .innerText()
    saved = Number(counted.replace(/ keys.*$/, ''))
    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(/^chainwright-backup 1\n/)
    expect(text).not.toContain('rent')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await rpc.call<Status>('getwalletstatus')).backup).not.toBe(null)
    expect(`${await stored(page)} ${await page.content()}`).not.toContain('umbrella')
  })

  it('passes the restore drill in the wallet', async () => {
    const { page, rpc } = window
    await page.getByRole('button', { name: 'Restore drill' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore drill' })
    await dialog.getByRole('tab', { name: 'Encrypted backup' }).click()
    await dialog.getByRole('button', { name: 'Run the drill' }).click()
    await dialog.getByText('Everything would be restored').waitFor()
    // The drill counts as many keys as were reported on saving.
    const result = await dialog.getByRole('region', { name: 'What would be restored' }).innerText()
    const [, used = '', all] = /Keys in use restored\s+(\d+) of (\d+)/.exec(result) ?? []
    expect(used).toBe(all)
    const [, spare = ''] = /Spare keys for new addresses\s+(\d+)/.exec(result) ?? []
    expect(Number(used) + Number(spare)).toBe(saved)
    expect(Number(spare)).toBeGreaterThan(0)
    expect(await inspect(page, 'wallet-sealed-drill')).toEqual([])
    await page.keyboard.press('Escape')
    expect((await rpc.call<Status>('getwalletstatus')).drill).not.toBe(null)
  })

  it('appears automatically in a folder, once that is switched on', async () => {
    const { page, rpc } = window
    choose(folder)
    await page.getByRole('button', { name: 'Set up automatic backups' }).click()
    const dialog = page.getByRole('dialog', { name: 'Automatic backups' })
    await dialog.getByRole('radio', { name: 'Every week' }).click()
    expect(await inspect(page, 'wallet-schedule')).toEqual([])
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await page
      .getByText(/^Backed up every week, last on/)
      .first()
      .waitFor()
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^SANDBOX-\d{8}-\d{6}\.chainwright-backup$/)])
    expect(await rpc.call<Schedule>('getbackupschedule')).toMatchObject({ on: true, files: 1 })
    expect(await inspect(page, 'wallet-keys-schedule')).toEqual([])
  })

  it('restores the wallet on another computer', async () => {
    second = await openWindow({ transport: 'browser', earlierWallet: true })
    const { page, rpc } = second
    await rpc.call('setautomine', false)
    await followChain(window.rpc, rpc)
    // The address to which the page of a newly joined chain leads.
    await page.goto(`${page.url().split('#')[0]}#/wallet?tab=keys&restore=true`)
    const dialog = page.getByRole('dialog', { name: 'Restore a backup' })
    const input = dialog.getByLabel('Encrypted backup')
    await input.setInputFiles(backupFile('milk and bread'))
    await dialog.getByText('This is not an encrypted backup.').waitFor()
    const [name = ''] = readdirSync(folder)
    await input.setInputFiles(backupFile(readFileSync(join(folder, name), 'utf8')))
    await dialog.getByLabel('Passphrase of the backup').fill('wrong')
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await dialog.getByText(CLOSED).waitFor()
    expect(await inspect(page, 'wallet-sealed-wrong')).toEqual([])
    await dialog.getByLabel('Passphrase of the backup').fill(PASSPHRASE)
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await dialog.getByText(/^\d+ keys were restored\.$/).waitFor()
    await dialog.getByRole('button', { name: 'Done', exact: true }).click()
    const wanted = await balance(window.page)
    await becomes(() => balance(page), wanted)
    const addresses = await rpc.call<readonly { readonly label: string }[]>('listreceiveaddresses')
    expect(addresses.map(({ label }) => label)).toContain('the rent')
    expect(`${await stored(page)} ${page.url()}`).not.toContain('umbrella')
  })

  it('works in the reverse direction, from the browser to the desktop app', async () => {
    if (!second) throw new Error('The second app was not opened')
    await second.rpc.call('setaddresslabel', await second.rpc.call<string>('getnewaddress'), 'from the browser')
    await openKeys(second.page)
    await second.page.getByRole('button', { name: 'Save an encrypted backup' }).click()
    const saving = second.page.getByRole('dialog', { name: 'Save an encrypted backup' })
    await saving.getByLabel('New passphrase').fill(PASSPHRASE)
    await saving.getByLabel('Repeat passphrase').fill(PASSPHRASE)
    const download = second.page.waitForEvent('download')
    await saving.getByRole('button', { name: 'Save the backup' }).click()
    await (await download).saveAs(file)
    await saving.getByRole('button', { name: 'The file is there' }).click()
    await second.page.getByRole('button', { name: 'Restore drill' }).click()
    const drill = second.page.getByRole('dialog', { name: 'Restore drill' })
    await drill.getByRole('tab', { name: 'Encrypted backup' }).click()
    await drill.locator('input[type=file]').setInputFiles(file)
    await drill.getByLabel('Passphrase of the backup').fill(PASSPHRASE)
    await drill.getByRole('button', { name: 'Run the drill' }).click()
    await drill.getByText('Everything would be restored').waitFor()
    const { page, rpc } = window
    choose(file)
    await openKeys(page)
    await page.getByRole('button', { name: 'Restore a backup' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore a backup' })
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await dialog.getByText(/^\d+ keys? (was|were) restored\.$/).waitFor()
    const addresses = await rpc.call<readonly { readonly label: string }[]>('listreceiveaddresses')
    expect(addresses.map(({ label }) => label)).toContain('from the browser')
    expect([...window.complaints, ...second.complaints]).toEqual([])
  })
})
