/**
 * Tests the protection of a wallet: a phrase that is written down and restores everything on another computer, and a
 * passphrase that is requested when needed.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { getQuestionDialog } from './browserQuestions.ts'
import { followChain } from './faucet.ts'
import { becomes, goTo, showsCard } from './frame.ts'
import { isDimmed, stored } from './inPage.ts'
import { inspect } from './inspect.ts'
import { mintOverRpc, tokenRow } from './tokens.ts'
import { balance, balancePart, openKeys, openTab, readPhrase, typePhrase } from './wallet.ts'

/** Address outside this wallet. */
const THEM = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const PASSPHRASE = 'umbrella ticket frozen ladder'

/** A publicly known phrase. */
const NOBODYS = [...Array.from({ length: 11 }, () => 'abandon'), 'about']

const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

interface Status {
  readonly encrypted: boolean
  readonly locked: boolean
  readonly words: number | null
  readonly backup: number | null
  readonly uncovered: number
  readonly accounts: readonly { readonly address: string; readonly identity: boolean }[]
}

const fetchStatus = ({ rpc }: AppWindow): Promise<Status> => rpc.call<Status>('getwalletstatus')

describe('a phrase, from paper to another computer', () => {
  let window: AppWindow
  let second: AppWindow | undefined
  let words: readonly string[] = []
  let backup = ''
  keepEvidence(() => second ?? window)

  beforeAll(async () => {
    window = await openWindow({ transport: 'browser', earlierWallet: true })
    await window.rpc.call('setautomine', false)
    await mintOverRpc(window.rpc, 'SHOPCOIN', '0.00001', 'A thousand units of a shop')
    await mintOverRpc(window.rpc, 'TIN', '0.00000005', 'Older than the phrase, too')
  })
  afterAll(async () => {
    await second?.close()
    await window?.close()
  })

  it('takes effect only after three of its words were read from paper', async () => {
    const { page } = window
    await openTab(page, 'Keys & safety')
    const backup = page.getByRole('region', { name: 'Backup', exact: true })
    await backup.getByText('Toy coins need no backup.', { exact: true }).waitFor()
    expect(await backup.getByRole('button').count()).toBe(0)
    await page.getByRole('button', { name: 'Create a recovery phrase' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a recovery phrase' })
    await dialog.getByRole('radio', { name: '24 words' }).click()
    await dialog.getByRole('button', { name: 'Show the words' }).click()
    words = await readPhrase(page)
    expect(words).toHaveLength(24)
    await dialog.getByRole('button', { name: 'I have written them down' }).click()
    await dialog.getByRole('button', { name: 'Use this phrase' }).click()
    expect(await dialog.getByText('This does not match. Check your paper.').count()).toBe(3)
    expect((await fetchStatus(window)).words).toBe(null)
    for (const label of await dialog.getByText(/^Word \d+$/).allInnerTexts()) {
      await dialog.getByRole('textbox', { name: label, exact: true }).fill(words[Number(label.slice(5)) - 1] ?? '')
    }
    await page.keyboard.press('Enter')
    await dialog.getByText(/The phrase is in use/).waitFor()
    await dialog.getByRole('button', { name: 'Done', exact: true }).click()
    await page.getByText(/Your 24 words restore everything except/).waitFor()
    expect((await fetchStatus(window)).words).toBe(24)
  })

  it('leaves no trace of its words in the window', async () => {
    const { page } = window
    const text = `${await stored(page)} ${page.url()} ${await page.content()}`
    // Single words of the list are everyday words; two consecutive words of the phrase are not.
    const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`)
    expect(pairs.filter((pair) => text.includes(pair))).toEqual([])
    await goTo(page, 'Console')
    const shown = await page.getByRole('main').innerText()
    expect(pairs.filter((pair) => shown.includes(pair))).toEqual([])
  })

  it('keeps a shown key hidden while the window is in the background', async () => {
    const { page, consent } = window
    await openKeys(page)
    await page.getByRole('button', { name: 'Show a private key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Show a private key' })
    await dialog.getByRole('combobox', { name: 'Address' }).fill((await fetchStatus(window)).accounts[0]?.address ?? '')
    // The question dims the dialog that asked for it.
    consent.given = 'held'
    await dialog.getByRole('button', { name: 'Show the key' }).click()
    await getQuestionDialog(page).waitFor()
    expect(await isDimmed(page, '[role="dialog"]')).toBe(true)
    consent.given = true
    await getQuestionDialog(page).getByRole('button', { name: 'Do nothing' }).click()
    await dialog.getByRole('button', { name: 'Show the key' }).click()
    const key = dialog.getByRole('status', { name: 'The private key' })
    expect(await key.innerText()).toMatch(/^[UKL5]\w{50,52}$/)
    await page.evaluate("window.dispatchEvent(new Event('blur'))")
    await dialog.getByText('Hidden while this window is in the background.').waitFor()
    expect(await key.isVisible()).toBe(false)
    await page.evaluate("window.dispatchEvent(new Event('focus'))")
    await key.waitFor()
    await page.keyboard.press('Escape')
  })

  it('provides an account whose key becomes the token key', async () => {
    const { page } = window
    await openKeys(page)
    await page.getByRole('button', { name: /^Rename / }).click()
    await page.getByRole('textbox', { name: /^Name/ }).fill('Shop')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Change main address' }).click()
    await page.getByRole('radio', { name: /^Shop/ }).click()
    await page.getByRole('button', { name: 'Use this key' }).click()
    const accounts = page.getByRole('list', { name: 'Accounts' })
    await accounts.getByText('Main address').waitFor()
    const [account] = (await fetchStatus(window)).accounts
    expect(account?.identity).toBe(true)
    await showsCard(accounts.getByRole('link', { name: `address ${account?.address}`, exact: true }), 'Balance')
  })

  it('receives tokens and coins from keys that are older', async () => {
    const { page, rpc } = window
    await page.getByText('2 tokens move to your first account.').waitFor()
    await page.getByText('Anyone who reads the chain will see that your old addresses belong together.').waitFor()
    expect(await inspect(page, 'keys-move')).toEqual([])
    await page.getByRole('button', { name: 'Move to my recovery phrase' }).click()
    await page.getByRole('button', { name: 'Stop the move' }).waitFor()
    await becomes(async () => {
      await rpc.call('generate', 1)
      return (await fetchStatus(window)).uncovered
    }, 0)
    await becomes(() => page.getByRole('button', { name: 'Stop the move' }).count(), 0)
    const [account] = (await fetchStatus(window)).accounts
    const keys = await rpc.call<{ address: string; restored: boolean; tokencount: number }[]>('listtokenkeys')
    expect(keys.find(({ address }) => address === account?.address)?.tokencount).toBe(2)
    expect(keys.filter(({ restored }) => !restored)).toEqual([])
  })

  it('verifies a phrase against the chain before it is needed', async () => {
    const { page } = window
    await openKeys(page)
    await page.getByRole('button', { name: 'Restore drill' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore drill' })
    await dialog.getByRole('button', { name: 'Run the drill' }).click()
    await dialog.getByText('12 words missing or wrong.').waitFor()
    await typePhrase(page, NOBODYS)
    await dialog.getByRole('button', { name: 'Run the drill' }).click()
    await dialog.getByText('These are not the words of this wallet.').waitFor()
    await typePhrase(page, words)
    await dialog.getByRole('button', { name: 'Run the drill' }).click()
    const verdict = dialog.getByRole('region', { name: 'What would be restored' })
    await verdict.getByText(/All coins would be restored, but \d+ keys? of this wallet would be lost/).waitFor()
    await verdict.getByText(/1,000 SHOPCOIN/).waitFor()
    await page.keyboard.press('Escape')
  })

  it('saves keys outside the phrase as plain text, and verifies the file', async () => {
    const { page, rpc } = window
    await openKeys(page)
    await page.getByRole('button', { name: 'Save keys as plain text' }).click()
    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the file' }).click()
    const download = await arriving
    expect(download.suggestedFilename()).toMatch(/^SANDBOX-wallet-\d{4}-\d\d-\d\d\.txt$/)
    backup = readFileSync(await download.path(), 'utf8')
    // A download is not yet a backup: only the user can confirm that the file was saved.
    await page.getByText(/Check that SANDBOX-wallet-.* before you rely on it/).waitFor()
    expect((await fetchStatus(window)).backup).toBe(null)
    await page.getByRole('button', { name: 'I have the file' }).click()
    await page.getByText(/your 24 words restore it/).waitFor()
    await page.getByRole('button', { name: 'Restore drill' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore drill' })
    await dialog.getByRole('tab', { name: 'Plain text' }).click()
    await dialog.getByLabel('Choose a file').setInputFiles(textFile('shopping.txt', 'milk\nbread\n'))
    await dialog.getByText('There are no keys in this file').waitFor()
    await dialog.getByLabel('Choose a file').setInputFiles(textFile('backup.txt', backup))
    await dialog.getByRole('button', { name: 'Run the drill' }).click()
    await dialog.getByText('Everything would be restored').waitFor()
    await page.keyboard.press('Escape')
    // The drill passes only if everything was restored.
    await page.getByText('Passed: everything would be restored.').waitFor()
    expect(await stored(page)).not.toContain(
      backup
        .split('\n')
        .find((line) => /^[UKL5]/.test(line))
        ?.slice(0, 20),
    )
    await expect(rpc.call('exportwallet')).rejects.toThrow('Only the window')
  })

  it('restores the same balance and tokens in another app', async () => {
    second = await openWindow({ transport: 'browser', earlierWallet: true })
    const { page, rpc } = second
    await rpc.call('setautomine', false)
    await followChain(window.rpc, rpc)
    await openKeys(page)
    await page.getByRole('button', { name: 'Restore from a phrase' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore from a phrase' })
    await typePhrase(page, words.with(3, 'zoo'))
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await dialog.getByRole('alert').waitFor()
    expect((await fetchStatus(second)).words).toBe(null)
    await typePhrase(page, words)
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await dialog.getByText(/The phrase is in use: \d+ address/).waitFor()
    await dialog.getByRole('button', { name: 'Done', exact: true }).click()
    await becomes(() => balance(page), await balance(window.page))
    await page.getByRole('button', { name: 'Change main address' }).click()
    await page.getByRole('radio', { name: /1,000 SHOPCOIN/ }).click()
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByRole('list', { name: 'Accounts' }).getByText('Main address').waitFor()
    await becomes(() => balancePart(page, 'In tokens'), '0.00001005SANDBOX')
    await goTo(page, 'Tokens')
    await becomes(
      () =>
        tokenRow(page, 'SHOPCOIN')
          .innerText()
          .then((text) => /SHOPCOIN\s+1,000\s+1,000/.test(text)),
      true,
    )

    await openKeys(page)
    await page.getByRole('button', { name: 'Import keys from plain text' }).click()
    const keys = page.getByRole('dialog', { name: 'Import keys from plain text' })
    await keys.getByLabel('Choose a file').setInputFiles(textFile('backup.txt', backup))
    await keys.getByRole('button', { name: 'Import the keys' }).click()
    await page
      .getByText(/^\d+ keys? imported$/)
      .first()
      .waitFor()
    expect(second.complaints).toEqual([])
  })

  it('causes no script error, policy violation or foreign request', () => {
    expect(window.complaints).toEqual([])
  })
})

describe('a passphrase', () => {
  let window: AppWindow
  keepEvidence(() => window)

  beforeAll(async () => {
    window = await openWindow({ transport: 'browser', earlierWallet: true })
  })
  afterAll(() => window?.close())

  it('requires typing it twice, shows its strength, and locks the wallet', async () => {
    const { page } = window
    await openKeys(page)
    await page.getByRole('button', { name: 'Encrypt the wallet' }).click()
    const dialog = page.getByRole('dialog', { name: 'Encrypt the wallet' })
    await dialog.getByLabel('New passphrase').fill('password')
    await dialog.getByText('Very weak').waitFor()
    await dialog.getByLabel('New passphrase').fill(PASSPHRASE)
    await dialog.getByText('Good').waitFor()
    await dialog.getByLabel('Repeat passphrase').fill('something else')
    await dialog.getByRole('button', { name: 'Encrypt the wallet' }).click()
    await dialog.getByText('The passphrases do not match.').waitFor()
    await dialog.getByLabel('Repeat passphrase').fill(PASSPHRASE)
    await page.keyboard.press('Enter')
    await page.getByRole('contentinfo').getByRole('button', { name: 'Wallet locked' }).waitFor()
    expect(await fetchStatus(window)).toMatchObject({ encrypted: true, locked: true })
    await page.getByText('Sending asks for the passphrase.').waitFor()
  })

  it('appears as a question when something is sent, after which the payment continues', async () => {
    const { page, rpc, consent } = window
    await openTab(page, 'Send')
    await page.getByRole('textbox', { name: 'Pay to' }).fill(THEM)
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.25')
    await page.getByText(/^At most 0\.00005 SANDBOX for \d+ bytes/).waitFor()
    await page.getByText('The next step asks for the passphrase.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Unlock the wallet' })
    await question.getByLabel('Passphrase').fill('wrong')
    await page.keyboard.press('Enter')
    await question.getByText('Wrong passphrase.').waitFor()
    await question.getByLabel('Passphrase').fill(PASSPHRASE)
    await question.getByRole('combobox', { name: 'Keep it unlocked' }).selectOption({ label: 'for a minute' })
    await question.getByRole('button', { name: 'Unlock', exact: true }).click()
    await page.getByText(/Payment sent/).waitFor()
    expect(consent.asked.at(-1)).toMatch(new RegExp(`^Send 0\\.25000000 SANDBOX to ${THEM}\\?`))
    const amounts = (await rpc.call<readonly { amount: number }[]>('listtransactions', '*', 20)).map(
      ({ amount }) => amount,
    )
    expect(amounts).toContain(-0.25)
  })

  it('shows the time until locking, and locks at once on request', async () => {
    const { page } = window
    const bar = page.getByRole('contentinfo')
    await bar.getByRole('button', { name: /^Wallet unlocked, \d+ s left$|^Wallet unlocked, 1 min left$/ }).click()
    await bar.getByRole('button', { name: 'Wallet locked' }).waitFor()
    expect((await fetchStatus(window)).locked).toBe(true)
    await bar.getByRole('button', { name: 'Wallet locked' }).click()
    const question = page.getByRole('dialog', { name: 'Unlock the wallet' })
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    // The window follows the lock state, whichever caller unlocks it and for however long.
    await window.rpc.call('unlockwallet', PASSPHRASE, 2)
    await bar.getByRole('button', { name: /^Wallet unlocked/ }).waitFor()
    await bar.getByRole('button', { name: 'Wallet locked' }).waitFor()
  })

  it('prevents sending if the question is cancelled, and shows that the wallet is locked', async () => {
    const { page, rpc } = window
    const before = await rpc.call<number>('getblockcount')
    await openTab(page, 'Send')
    await page
      .getByRole('button', { name: 'Send another' })
      .or(page.getByRole('button', { name: 'Clear' }))
      .click()
    await page.getByRole('textbox', { name: 'Pay to' }).fill(THEM)
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.5')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByRole('dialog', { name: 'Unlock the wallet' }).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alert').getByText('The wallet is locked').waitFor()
    expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('0.5')
    expect(await rpc.call('getblockcount')).toBe(before)
    await page.getByRole('button', { name: 'Clear' }).click()
  })

  it('unlocks the creation of tokens too', async () => {
    const { page, rpc, consent } = window
    await goTo(page, 'Tokens')
    await page
      .getByRole('link', { name: /^Create (token|the first token)$/ })
      .first()
      .click()
    await page.getByRole('textbox', { name: /^Name/ }).fill('LOCKED')
    await page.getByRole('textbox', { name: /^Supply/ }).fill('10')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Unlock the wallet' })
    await question.getByLabel('Passphrase').fill(PASSPHRASE)
    consent.given = 'held'
    await question.getByRole('button', { name: 'Unlock', exact: true }).click()
    await getQuestionDialog(page).getByText('LOCKED').first().waitFor()
    await getQuestionDialog(page).getByRole('button', { name: 'Reject', exact: true }).click()
    await getQuestionDialog(page).waitFor({ state: 'detached' })
    consent.given = true
    expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('LOCKED')
    expect(await rpc.call('tokenlist')).toEqual([])
  })

  it('changes only with the current passphrase', async () => {
    const { page, rpc } = window
    await openKeys(page)
    await page.getByRole('button', { name: 'Change the passphrase' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the passphrase', exact: true })
    await dialog.getByLabel('Current passphrase').fill('wrong')
    await dialog.getByLabel('New passphrase').fill(`${PASSPHRASE} too`)
    await dialog.getByLabel('Repeat passphrase').fill(`${PASSPHRASE} too`)
    await page.keyboard.press('Enter')
    await dialog.getByText('Wrong passphrase.').waitFor()
    await dialog.getByLabel('Current passphrase').fill(PASSPHRASE)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await rpc.call('checkpassphrase', `${PASSPHRASE} too`)).toBe(true)
    expect(`${await stored(page)} ${page.url()}`).not.toContain('umbrella')
  })

  it('causes no script error, policy violation or foreign request', () => {
    expect(window.complaints).toEqual([])
  })
})
