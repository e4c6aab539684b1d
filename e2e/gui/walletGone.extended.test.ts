/**
 * Tests a wallet file that is missing, empty or of another wallet: the window asks, and nothing is replaced before the
 * answer.
 */
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { type AppWindow, keepEvidence, openWindow, transportsFor } from './app.ts'
import { overview } from './chains.ts'
import { disableAnimations, inspect } from './inspect.ts'

describe.each(transportsFor('browser'))('a chain without its wallet, %s', (transport) => {
  const home = temporaryFolder()
  const folder = join(home, '.chainwright/SANDBOX/regtest')
  const path = join(folder, 'wallet.db')
  const backup = join(home, 'backup.db')
  let window: AppWindow
  let seedfp = ''
  const open = async (early: boolean) => {
    await window?.close()
    window = await openWindow({ transport, home, early })
    await disableAnimations(window.page)
  }
  const heading = (name: string) => window.page.getByRole('heading', { level: 1, name })
  const wallet = () => window.rpc.call<{ seedfp: string }>('getwalletinfo')
  keepEvidence(() => window)
  beforeAll(async () => {
    await open(false)
    seedfp = (await wallet()).seedfp
  })
  afterAll(async () => {
    await window?.close()
    rmSync(home, { recursive: true, force: true })
  })

  it('shows that it is missing and its expected path, and continues when the file is back', async () => {
    await window.close()
    renameSync(path, backup)
    await open(true)
    const { page } = window
    await heading('The wallet of this chain is missing').waitFor()
    // In the language of the window, not in the node's English.
    await page.getByRole('contentinfo').getByText('The wallet of this chain is missing', { exact: true }).waitFor()
    await page.getByText(path, { exact: true }).waitFor()
    await page.getByRole('contentinfo').getByText('The wallet of this chain is missing', { exact: true }).waitFor()
    await page.getByText(seedfp.slice(0, 16), { exact: true }).waitFor()
    expect(await inspect(page, `wallet-missing-${transport}`)).toEqual([])
    await page.getByRole('button', { name: 'Start again' }).click()
    await page.getByText('The chain’s wallet is still missing').first().waitFor()
    expect(existsSync(path)).toBe(false)
    copyFileSync(backup, path)
    await page.getByRole('button', { name: 'Start again' }).click()
    await overview(page).waitFor()
    expect(await page.getByText('The chain’s wallet is still missing').count()).toBe(0)
    expect((await wallet()).seedfp).toBe(seedfp)
  })

  it('shows that it is missing even without the chain’s database, and continues when the file is back', async () => {
    await window.close()
    for (const name of ['chain.db', 'chain.db-wal', 'chain.db-shm', 'wallet.db'])
      rmSync(join(folder, name), { force: true })
    await open(true)
    const { page } = window
    await heading('The wallet of this chain is missing').waitFor()
    await page.getByText('This chain was used before, so the node did not create an empty wallet.').first().waitFor()
    expect(await inspect(page, `wallet-unknown-${transport}`)).toEqual([])
    expect(existsSync(path)).toBe(false)
    copyFileSync(backup, path)
    await page.getByRole('button', { name: 'Start again' }).click()
    await overview(page).waitFor()
    expect((await wallet()).seedfp).toBe(seedfp)
  })

  it.runIf(transport === 'browser')(
    'creates a new wallet instead of an empty file, after the name was typed',
    async () => {
      await window.close()
      truncateSync(path, 0)
      await open(true)
      const { page } = window
      await heading('The wallet file of this chain is empty').waitFor()
      expect(await inspect(page, 'wallet-empty')).toEqual([])
      await page.getByRole('button', { name: 'Create a new wallet …' }).click()
      const sheet = page.getByRole('dialog')
      const confirm = sheet.getByRole('button', { name: 'Create a new wallet' })
      await sheet.waitFor()
      expect(await confirm.isDisabled()).toBe(true)
      expect(await inspect(page, 'wallet-begin-anew')).toEqual([])
      expect(statSync(path).size).toBe(0)
      await sheet.getByRole('textbox').fill('SANDBOX')
      await confirm.click()
      await overview(page).waitFor()
      expect((await wallet()).seedfp).not.toBe(seedfp)
      expect(readdirSync(folder).filter((name) => name.startsWith('wallet.db.empty-'))).toHaveLength(1)
    },
  )

  it.runIf(transport === 'browser')(
    'distinguishes another wallet from the chain’s own, and uses it on request',
    async () => {
      const { seedfp: begun } = await wallet()
      await window.close()
      copyFileSync(backup, path)
      await open(true)
      const { page } = window
      await heading('This is not the wallet of this chain').waitFor()
      for (const id of [begun, seedfp]) await page.getByText(id.slice(0, 16), { exact: true }).waitFor()
      expect(await inspect(page, 'wallet-foreign')).toEqual([])
      await page.getByRole('button', { name: 'Use this wallet …' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('SANDBOX')
      await page.getByRole('dialog').getByRole('button', { name: 'Use this wallet' }).click()
      await overview(page).waitFor()
      expect((await wallet()).seedfp).toBe(seedfp)
      expect(window.complaints).toEqual([])
    },
  )
})
