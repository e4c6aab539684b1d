/** Tests the tick "12 words cover everything": when a new wallet gets it, and when it loses it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktopProgram } from '../support/desktopApp.ts'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { stored } from './inPage.ts'
import { inspect } from './inspect.ts'
import { openTab } from './wallet.ts'

/** Private key that no phrase of this wallet derives. */
const STRANGE_KEY = 'UuHkQH4BW63pLpkdDmoF4nqvr5FhfhaHBxXLfvRPBGAVkjBzjZbS'

interface Status {
  readonly identity: string
  readonly accounts: readonly { readonly pubkey: string }[]
  readonly imported: number
  readonly uncovered: number
  readonly phrasewritten: boolean
}

describe.skipIf(desktopProgram === 'Electron')('a new wallet of the app', () => {
  let window: AppWindow
  keepEvidence(() => window)
  const status = () => window.rpc.call<Status>('getwalletstatus')
  const backup = () => window.page.getByRole('region', { name: 'Backup', exact: true })

  beforeAll(async () => {
    window = await openWindow({ transport: 'shell' })
  })
  afterAll(() => window?.close())

  it('derives every key from its phrase, including the token key with the first coins', async () => {
    const { identity, accounts, imported, uncovered } = await status()
    expect(accounts[0]?.pubkey).toBe(identity)
    expect({ imported, uncovered }).toEqual({ imported: 0, uncovered: 0 })
    // The sandbox asks for no backup.
    expect(await window.page.getByText('This wallet is not backed up yet').count()).toBe(0)
  })

  it('shows its words outside the page, and ticks them only after they are written down', async () => {
    const { page, consent } = window
    await openTab(page, 'Keys & safety')
    await page.getByText('Not written down', { exact: true }).waitFor()
    await backup().getByText('Toy coins need no backup.', { exact: true }).waitFor()
    expect(await backup().getByRole('button').count()).toBe(0)
    expect(await inspect(page, 'phrase-unwritten')).toEqual([])
    await page.getByRole('button', { name: 'Show the words' }).click()
    const dialog = page.getByRole('dialog', { name: 'Show the recovery phrase' })
    await dialog.getByRole('button', { name: 'Show the words' }).click()
    await dialog.getByText(/noted as written down/).waitFor()
    expect(consent.words).toHaveLength(12)
    const pairs = consent.words.slice(1).map((word, index) => `${consent.words[index]} ${word}`)
    const seen = `${await stored(page)} ${await page.content()}`
    expect(pairs.filter((pair) => seen.includes(pair))).toEqual([])
    expect(await window.rpc.call<{ phrase: string }>('showphrase')).toMatchObject({ phrase: consent.words.join(' ') })
    await dialog.getByRole('button', { name: 'Done', exact: true }).click()
    await backup().getByText('Everything is backed up: your 12 words restore it.', { exact: true }).waitFor()
    expect(await inspect(page, 'phrase-covers')).toEqual([])
  })

  it('loses the tick when a key outside the phrase receives coins, until a backup contains that key', async () => {
    const { rpc } = window
    const address = await rpc.call<string>('importprivkey', STRANGE_KEY, '', false)
    expect((await status()).uncovered).toBe(0)
    await rpc.call('sendtoaddress', address, 1)
    await rpc.call('generate', 1)
    await backup()
      .getByText(/Your 12 words restore everything except 1 key with coins or tokens\.$/)
      .waitFor()
    // Not the time of the newest block, which is ahead of the clock after several blocks in one second.
    await rpc.call('notebackup', Math.floor(Date.now() / 1000))
    await backup()
      .getByText(/^Everything is backed up: your 12 words and the backup file of .* restore it\.$/)
      .waitFor()
  })
})
