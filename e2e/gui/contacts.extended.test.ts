/**
 * Tests contacts and messages: the address book, by keyboard and search, a signed message, and a payment request pasted
 * into the field of a payee.
 */
import { describe, expect, it } from 'vitest'
import { transportsFor } from './app.ts'
import { becomes } from './frame.ts'
import { sidewaysOverflow } from './inPage.ts'
import { inspect } from './inspect.ts'
import { BOB, become, usePeople } from './people.ts'
import { resize } from './resize.ts'
import { openTab } from './wallet.ts'

const MESSAGE = 'I have read it, and I agree.\nBob'

describe.each(transportsFor('shell'))('contacts in the wallet, %s', (transport) => {
  const people = usePeople(transport)

  it('offers the address book in Send and in the search, by keyboard', async () => {
    const { page, consent } = people.window
    const { keyboard } = page
    await openTab(page, 'Contacts')
    await page.getByRole('button', { name: 'Add contact' }).press('Enter')
    await page.getByRole('dialog', { name: 'Add contact' }).waitFor()
    await keyboard.type('Bob the builder')
    await keyboard.press('Tab')
    await keyboard.type('no address')
    await page.getByRole('button', { name: 'Save contact' }).press('Enter')
    await page.getByText(/Not an address: no/).waitFor()
    await page.getByRole('textbox', { name: 'Addresses and public keys' }).fill(BOB)
    await page.getByRole('button', { name: 'Save contact' }).press('Enter')
    await page.getByRole('row', { name: 'Bob the builder' }).waitFor()
    expect(await inspect(page, `contacts-book-${transport}`)).toEqual([])
    if (transport === 'shell') await consent.notices?.getByText(BOB, { exact: false }).first().waitFor()

    await openTab(page, 'Send')
    await page.getByRole('textbox', { name: 'Pay to' }).fill('')
    await keyboard.type('builder')
    await page.getByRole('option', { name: /^Bob the builder/ }).waitFor()
    await keyboard.press('Enter')
    await page.getByText('In your contacts as Bob the builder.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Pay to' }).inputValue()).toBe(BOB)
    await page.getByRole('button', { name: 'Clear' }).click()

    await keyboard.press('Control+k')
    await keyboard.type('bob the b')
    await page.getByRole('option', { name: /Bob the builder/ }).waitFor()
    await keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Bob the builder' }).waitFor()
  })

  it('signs a message, and verifies it with the name of its signer', async () => {
    const { page, consent } = people.window
    await openTab(page, 'Messages')
    const sign = page.getByRole('form', { name: 'Sign a message' })
    await sign.getByRole('textbox', { name: 'Message' }).fill(MESSAGE)
    await sign.getByRole('button', { name: 'Sign', exact: true }).click()
    await sign.getByText(/^Give these to the reader/).waitFor()
    const [address = '', signature = ''] = await sign
      .locator('pre, code')
      .filter({ hasText: /\S{30}/ })
      .allInnerTexts()
    expect(signature.trim()).toMatch(/^[\w+/=]{88}$/)
    if (transport === 'shell') for (const line of MESSAGE.split('\n')) expect(consent.asked.at(-1)).toContain(line)
    const verify = page.getByRole('form', { name: 'Verify a message' })
    // The owner of an address is shown below it: a contact, or the sandbox's other wallet.
    await verify.getByRole('textbox', { name: 'Address' }).fill(BOB)
    await verify.getByText('In your contacts as Bob the builder.').waitFor()
    await verify.getByRole('textbox', { name: 'Address' }).fill('')
    await verify.getByRole('button', { name: 'Friend', exact: true }).click()
    await verify.getByText('This is Friend, your other sandbox wallet.').waitFor()
    await verify.getByRole('textbox', { name: 'Address' }).fill(address.trim())
    await verify.getByRole('textbox', { name: 'Signature' }).fill(signature.trim())
    await verify.getByRole('textbox', { name: 'Signed text' }).fill(`${MESSAGE} `)
    await verify.getByRole('button', { name: 'Verify', exact: true }).click()
    await verify.getByText(/^Not valid/).waitFor()
    await verify.getByRole('textbox', { name: 'Signed text' }).fill(MESSAGE)
    await verify.getByRole('button', { name: 'Verify', exact: true }).click()
    await verify.getByText(/^Valid/).waitFor()
    expect(await inspect(page, `contacts-messages-${transport}`)).toEqual([])
  })

  it('creates a payment request link that Send understands', async () => {
    const { page } = people.window
    await openTab(page, 'Receive')
    await page.getByRole('button', { name: 'Request a payment' }).click()
    const dialog = page.getByRole('dialog', { name: 'Request a payment' })
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1,234.5')
    await dialog.getByRole('textbox', { name: 'Your name' }).fill('Ann & Bob')
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Rent 50 %')
    expect(await inspect(page, `contacts-request-${transport}`)).toEqual([])
    await resize(page, { width: 960, height: 640 })
    expect(await sidewaysOverflow(page)).toBe(0)
    const link = (
      await dialog
        .locator('pre, code')
        .filter({ hasText: /^sandbox:/ })
        .first()
        .innerText()
    ).trim()
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save picture' }).click()
    expect((await saved).suggestedFilename()).toBe('SANDBOX-request.png')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await resize(page, { width: 1280, height: 820 })
    await become(page, 'Friend')
    await openTab(page, 'Send')
    await page.getByRole('textbox', { name: 'Pay to' }).fill(link)
    await becomes(() => page.getByRole('textbox', { name: 'Amount' }).inputValue(), '1234.5')
    expect(link).toContain(await page.getByRole('textbox', { name: 'Pay to' }).inputValue())
    expect(await page.getByRole('textbox', { name: /^Name/ }).first().inputValue()).toBe('Ann & Bob')
    expect(people.window.complaints).toEqual([])
  })
})
