/**
 * Tests that the page of the desktop app neither receives nor accepts secrets: windows of the main process ask for,
 * show and save them.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktopProgram } from '../support/desktopApp.ts'
import { until } from '../support/network.ts'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { becomes } from './frame.ts'
import { evaluateAsync, stored } from './inPage.ts'
import { mintOverRpc, pressReview } from './tokens.ts'
import { openKeys, openTab } from './wallet.ts'

const THEM = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const PASSPHRASE = 'umbrella ticket frozen ladder'

interface Status {
  readonly encrypted: boolean
  readonly locked: boolean
  readonly words: number | null
  readonly backup: number | null
  readonly uncovered: number
}

/** Electron uses the system's file dialogs, which tests cannot answer. */
describe.skipIf(desktopProgram === 'Electron')('secrets in the desktop app', () => {
  let window: AppWindow
  keepEvidence(() => window)
  const status = () => window.rpc.call<Status>('getwalletstatus')
  const asked = () => window.consent.asked.splice(0)
  const titles = () => asked().map((text) => text.split('\n').find((line) => line.endsWith('?')) ?? text)

  beforeAll(async () => {
    // This wallet was not created for the private sandbox, so the app asks for approval of its payments.
    window = await openWindow({ transport: 'shell', earlierWallet: true })
    for (const name of ['SHOPCOIN', 'TIN']) await mintOverRpc(window.rpc, name, '0.00000005', '')
  })
  afterAll(() => window?.close())

  it('creates a phrase that only the user sees', async () => {
    const { page, consent } = window
    await openKeys(page)
    await page.getByRole('button', { name: 'Create a recovery phrase' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a recovery phrase' })
    await dialog.getByRole('radio', { name: '24 words' }).click()
    await dialog.getByRole('button', { name: 'Show the words' }).click()
    await dialog.getByText(/The phrase is in use/).waitFor()
    expect(consent.words).toHaveLength(24)
    expect((await status()).words).toBe(24)
    const pairs = consent.words.slice(1).map((word, index) => `${consent.words[index]} ${word}`)
    const seen = `${await stored(page)} ${await page.content()}`
    expect(pairs.filter((pair) => seen.includes(pair))).toEqual([])
    expect(asked()).toHaveLength(2)
    await dialog.getByRole('button', { name: 'Done', exact: true }).click()
  })

  it('moves coins and tokens to the phrase, after one question that names them all', async () => {
    const { page, rpc } = window
    // Blocks before the move would pay the old key.
    await rpc.call('setautomine', false)
    await page.getByText('2 tokens move to your first account.').waitFor()
    await page.getByRole('button', { name: 'Move to my recovery phrase' }).click()
    await page.getByRole('button', { name: 'Stop the move' }).waitFor()
    // A transaction that spends the change of another one waits for its block.
    await until('the end of the move', async () => {
      await rpc.call('generate', 1)
      return (await status()).uncovered === 0
    })
    await rpc.call('setautomine', true)
    const [text = '', ...more] = asked()
    expect(more).toEqual([])
    expect(text).toMatch(/Move [\d.,]+ SANDBOX to your recovery phrase\?/)
    for (const name of ['SHOPCOIN', 'TIN']) expect(text).toMatch(new RegExp(`\\b5 ${name}`))
    await becomes(() => page.getByRole('heading', { name: /^(Not covered by|Moving to) your/ }).count(), 0)
  })

  it('shows a private key outside the page', async () => {
    const { page, rpc } = window
    const address = await rpc.call<string>('getnewaddress')
    const key = await rpc.call<string>('dumpprivkey', address)
    await page.getByRole('button', { name: 'Show a private key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Show a private key' })
    await dialog.getByRole('combobox', { name: 'Address' }).fill(address)
    await dialog.getByRole('button', { name: 'Show the key' }).click()
    await dialog.getByText('The app has shown it in a separate window.').waitFor()
    const texts = asked()
    expect(texts).toHaveLength(2)
    expect(texts[1]).toContain(key)
    expect(await page.content()).not.toContain(key)
    await page.keyboard.press('Escape')
  })

  it('saves a backup where the user chooses, and verifies the phrase', async () => {
    const { page, home, consent } = window
    const file = join(home, 'keys.txt')
    writeFileSync(join(home, 'window/chosen-file'), file)
    await page.getByRole('button', { name: 'Save keys as plain text' }).click()
    await page.getByRole('button', { name: 'Save the file' }).click()
    await page.getByText('The backup is saved').first().waitFor()
    expect(readFileSync(file, 'utf8')).toMatch(/^[UKL5]\w{50,52} /m)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await status()).backup).not.toBe(null)

    consent.secrets.set('Recovery phrase', consent.words.join(' '))
    await page.getByRole('button', { name: 'Restore drill' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore drill' })
    await dialog.getByRole('button', { name: 'Run the drill' }).click()
    await dialog
      .getByText(/^These are the words of this wallet\. (All coins|Everything|Not everything)/)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    expect(titles()).toHaveLength(2)
  })

  it('imports the key of an old passphrase, which only the user sees', async () => {
    const { page, consent, rpc } = window
    consent.secrets.set('Phrase, passphrase or private key', 'correct horse battery staple')
    consent.ticks.add(/^Passphrase of Agama/)
    await page.getByRole('button', { name: 'Import an old wallet’s passphrase' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import an old wallet’s passphrase' })
    await dialog.getByRole('button', { name: 'Open the app’s window' }).click()
    await dialog.getByText('The wallet now has the key of 1 address.').waitFor()
    const texts = asked()
    expect(texts).toHaveLength(2)
    expect(texts[1]).toContain('RXLyYro5BxueVLWUGusUEL4KLtXuKCbFVR')
    // Recorded from the reference.
    const key = 'UvUC89JaqiBMJwiBeKUopz6ZM1kg2NFB5fACuxGxkHR1DK9iUPXW'
    expect(await rpc.call('dumpprivkey', 'RXLyYro5BxueVLWUGusUEL4KLtXuKCbFVR')).toBe(key)
    const seen = `${await stored(page)} ${await page.content()}`
    expect(['correct horse', key].filter((secret) => seen.includes(secret))).toEqual([])
    await dialog.getByRole('button', { name: 'Done', exact: true }).click()
    consent.ticks.clear()
  })

  it('accepts a passphrase, and asks for it once when something is sent', async () => {
    const { page, consent, rpc } = window
    consent.secrets.clear()
    consent.secrets.set(/passphrase/i, PASSPHRASE)
    await page.getByRole('button', { name: 'Encrypt the wallet' }).click()
    const dialog = page.getByRole('dialog', { name: 'Encrypt the wallet' })
    expect(await dialog.getByRole('textbox').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Encrypt the wallet' }).click()
    await page.getByRole('contentinfo').getByRole('button', { name: 'Wallet locked' }).waitFor()
    expect(titles()).toEqual(['Encrypt the wallet with a passphrase?'])

    await openTab(page, 'Send')
    await page.getByRole('textbox', { name: 'Pay to' }).fill(THEM)
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.25')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    const unlock = page.getByRole('dialog', { name: 'Unlock the wallet' })
    consent.secrets.set(/passphrase/i, 'wrong')
    await unlock.getByRole('button', { name: 'Unlock', exact: true }).click()
    await unlock.getByText('Wrong passphrase.').waitFor()
    expect(titles()).toEqual(['Unlock the wallet?'])
    consent.secrets.set(/passphrase/i, PASSPHRASE)
    await unlock.getByRole('button', { name: 'Unlock', exact: true }).click()
    await page.getByText(/Payment sent/).waitFor()
    expect(titles()).toEqual(['Unlock the wallet?', expect.stringMatching(/Send 0\.25/)])
    expect(await rpc.call('getbalance')).toBeLessThan(1_000_000)
    expect(`${await stored(page)} ${await page.content()}`).not.toContain('umbrella')
  })

  it('shows that it waits for approval, and keeps the form after a rejection', async () => {
    const { page, consent, rpc } = window
    const before = await rpc.call('getbalance')
    await page.getByRole('button', { name: 'Send another' }).click()
    await page.getByRole('textbox', { name: 'Pay to' }).fill(THEM)
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.5')
    consent.given = 'held'
    await pressReview(page)
    await page.getByText('Waiting for your answer in Chainwright’s own window …', { exact: true }).waitFor()
    await becomes(async () => consent.open.size, 1)
    const [question] = consent.open
    await question?.locator('[data-answer="no"]').click()
    await page.getByText('Not sent.', { exact: true }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('0.5')
    expect(await page.getByText('Waiting for your answer', { exact: false }).count()).toBe(0)
    expect(await rpc.call('getrawmempool')).toEqual([])
    expect(await rpc.call('getbalance')).toEqual(before)
    consent.given = true
    await until('the pause after a refusal', async () => {
      await pressReview(page)
      const refused = page.getByText(/can be asked again in/)
      await page
        .getByText(/Payment sent/)
        .or(refused)
        .first()
        .waitFor()
      return (await refused.count()) === 0
    })
  })

  it('rejects a secret that comes from the page', async () => {
    const call = "node.call(990001, 'unlockwallet', '[\"x\", 60]').catch((error) => error.message)"
    expect(await evaluateAsync(window.page, call)).toMatch(/passphrase: must be empty/)
  })

  it('causes no script error, policy violation or foreign request', () => {
    expect(window.complaints).toEqual([])
  })
})
