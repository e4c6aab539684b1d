/** What a person does with tokens after the first one: NFTs, sending, burning; and tokens that others made to hurt. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow, transports } from './app.ts'
import { becomes, goTo } from './frame.ts'
import { sidewaysOverflow } from './inPage.ts'
import { mintOverRpc, openToken, review, sentId, tokenRow } from './tokens.ts'

const COIN = 100_000_000n

/** A second key of the same node: somebody else, as far as tokens go. */
async function secondKey({ rpc }: AppWindow): Promise<string> {
  const address = await rpc.call<string>('getnewaddress')
  return (await rpc.call<{ pubkey: string }>('validateaddress', address)).pubkey
}

async function unitsOf({ rpc }: AppWindow, tokenid: string, key: string): Promise<bigint> {
  const { balance } = await rpc.call<{ balance: number }>('tokenbalance', tokenid, key)
  return BigInt(balance)
}

const HOSTILE = {
  markup: { name: '<img src=x onerror=alert(1)>', description: '<script>alert(1)</script><b>bold</b>' },
  direction: { name: 'GOLD\u202egnp.exe', description: 'a\u200bb\u0007c\u2066d\u2028e' },
  longest: { name: 'W'.repeat(32), description: `${'x'.repeat(2047)} ${'ä'.repeat(1024)}` },
} as const

describe.each(transports)('tokens in the window, %s', (transport) => {
  let window: AppWindow
  let tokenid: string
  keepEvidence(() => window)

  beforeAll(async () => {
    window = await openWindow({ transport })
    tokenid = await mintOverRpc(window.rpc, 'BRONZE', '0.00001', 'A thousand units to send and burn')
    for (const { name, description } of Object.values(HOSTILE)) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(32)
      expect(Buffer.byteLength(description)).toBeLessThanOrEqual(4096)
      await mintOverRpc(window.rpc, name, '0.00000005', description)
    }
  })
  afterAll(() => window?.close())

  it('makes an NFT and says before whether it can ever be moved', async () => {
    const { page, rpc } = window
    await goTo(page, 'Tokens')
    await page.getByRole('link', { name: 'Create token' }).click()
    // The list has a choice of this name, too.
    await page.getByRole('radiogroup', { name: 'Token type' }).getByRole('radio', { name: /^NFT/ }).click()
    await page.getByText(/It can be sent, sold and burned like other tokens/).waitFor()
    await page.getByRole('textbox', { name: /contract code/ }).fill('f7')
    await page.getByText('This NFT cannot be moved or burned.').waitFor()
    await page.getByRole('textbox', { name: /^Name/ }).fill('DEED')
    await page.getByRole('textbox', { name: /^Data/ }).fill('Certificate no. 17')
    const cost = page.getByText('Total', { exact: true }).locator('xpath=..')
    await becomes(async () => (await cost.innerText()).replaceAll(/\s/g, ''), 'Total0.00020001')
    const sheet = await review(page)
    expect(await sheet.getByRole('heading', { level: 2 }).innerText()).toBe('Create the NFT DEED?')
    // The same fee as beside the form; what more goes to the miner is said to be something else.
    await sheet.getByText(/ \+ fee 0\.0001($|;| \+ 0\.0000\d+ too small to send back$)/).waitFor()
    // Its address is of two contracts, and one's own all the same.
    expect(await sheet.getByText(/somebody else/i).count()).toBe(0)
    await sheet.getByRole('button', { name: 'Create token' }).click()
    await page.getByText(/Token created/).waitFor()
    const info = await rpc.call<{ data: string }>('tokeninfo', await sentId(page))
    expect(Buffer.from(info.data.slice(2), 'hex').toString()).toBe('Certificate no. 17')

    const drawer = await openToken(page, 'DEED')
    await drawer.getByText(/refuses every transfer/).waitFor()
    expect(await drawer.getByRole('button', { name: 'Send units' }).isDisabled()).toBe(true)
    expect(await drawer.getByRole('button', { name: 'Burn' }).isDisabled()).toBe(true)
  })

  it('sends units to another key, after a review that says who gets what', async () => {
    const { page } = window
    const receiver = await secondKey(window)
    const drawer = await openToken(page, 'BRONZE')
    await drawer.getByRole('button', { name: 'Send units' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send BRONZE' })
    await dialog.getByRole('textbox', { name: /Recipient/ }).fill(receiver)
    await dialog.getByRole('textbox', { name: 'Units' }).fill('250')
    const sheet = await review(page)
    expect(await sheet.getByRole('heading', { level: 2 }).innerText()).toBe('Send 250 units of BRONZE?')
    await sheet.getByRole('button', { name: 'Send units' }).click()
    await page.getByText(/The units belong to the recipient/).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    expect(await unitsOf(window, tokenid, receiver)).toBe(250n)
    await drawer.getByRole('grid', { name: 'Holders' }).getByText('25.00 %').waitFor()
    await becomes(
      () =>
        tokenRow(page, 'BRONZE')
          .innerText()
          .then((text) => /BRONZE\s+750\s+1,000/.test(text)),
      true,
    )
  })

  it('burns only for who types the name, and not by Enter', async () => {
    const { page, rpc } = window
    const drawer = await openToken(page, 'BRONZE')
    await drawer.getByRole('button', { name: 'Burn' }).click()
    const dialog = page.getByRole('dialog', { name: 'Burn BRONZE' })
    await dialog.getByRole('textbox', { name: 'Units' }).fill('50')
    const typed = dialog.getByRole('textbox', { name: /Type the token’s name/ })
    await typed.fill('bronze')
    await dialog.getByRole('button', { name: 'Build and review' }).click()
    await dialog.getByText('Not the same yet.').waitFor()
    await typed.fill('BRONZE')
    const sheet = await review(page)
    await sheet.getByRole('button', { name: 'Burn units' }).focus()
    await page.keyboard.press('Enter')
    expect(await sheet.isVisible()).toBe(true)
    expect(await rpc.call('getrawmempool')).toEqual([])
    await page.keyboard.press('Space')
    await page.getByText(/The units are gone for good/).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    const { pubkey } = await rpc.call<{ pubkey: string }>('getinfo')
    expect(await unitsOf(window, tokenid, pubkey)).toBe(700n)
    await drawer.getByRole('grid', { name: 'Holders' }).getByText('burned').waitFor()
    await drawer.getByRole('tab', { name: 'History' }).click()
    const history = drawer.getByRole('grid', { name: 'History' }).getByRole('row')
    const row = (kind: string) => history.filter({ hasText: kind }).first().innerText()
    expect(await row('Burned')).toMatch(/from\s+you\s+to\s+nobody: burned\s+50\b/)
    expect(await row('Sent')).toMatch(/from\s+you\s+to\s+R\w+…\w+/)
    expect(await row('Created')).toMatch(/to\s+you\s+1,000\b/)
  })

  it('names every mistake at the first click', async () => {
    const { page } = window
    await goTo(page, 'Tokens')
    await page.getByRole('link', { name: 'Create token' }).click()
    await page.locator('input:focus').waitFor()
    await page.getByRole('button', { name: 'Build and review' }).click()
    await page.getByText('A token needs a name.').waitFor()
    await page.getByText('Enter the supply.').waitFor()
  })

  it('refuses in the form what the node would refuse', async () => {
    const { page } = window
    await goTo(page, 'Tokens')
    await page.getByRole('link', { name: 'Create token' }).click()
    await page.getByRole('radio', { name: /^Token/ }).click()
    await page.getByRole('textbox', { name: /^Name/ }).fill('N'.repeat(33))
    await page.getByRole('textbox', { name: /^Supply/ }).fill('0')
    await page.getByRole('textbox', { name: /^Description/ }).fill('d'.repeat(4097))
    await page.getByRole('button', { name: 'Build and review' }).click()
    expect(await page.getByText('1 byte too long.').count()).toBe(2)
    await page.getByText('There must be at least one.').waitFor()
    await page.getByRole('textbox', { name: /^Supply/ }).fill(String(2_000_000n * COIN))
    await page.getByText(/This locks 2,000,000(\.0+)? SANDBOX and needs/).waitFor()
    expect(await page.getByRole('dialog', { name: /\?$/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Clear' }).click()
  })

  const open = async (visibleName: string) => {
    await goTo(window.page, 'Tokens')
    await tokenRow(window.page, visibleName).click()
    const drawer = window.page.getByRole('dialog')
    await drawer.getByRole('heading', { name: 'Description' }).waitFor()
    return drawer
  }

  it('shows markup as the text it is', async () => {
    const { page } = window
    const drawer = await open(HOSTILE.markup.name)
    expect(await drawer.getByText(HOSTILE.markup.name).first().innerText()).toBe(HOSTILE.markup.name)
    await drawer.getByText(HOSTILE.markup.description).waitFor()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(await page.locator('bdi b, bdi script').count()).toBe(0)
  })

  it('makes direction and control characters visible instead of obeying them', async () => {
    const drawer = await open('GOLD[U+202E]gnp.exe')
    for (const mark of ['U+202E', 'U+200B', 'U+0007', 'U+2066', 'U+2028'])
      await drawer.getByText(mark).first().waitFor()
    const raw = ['\u202e', '\u200b', '\u0007', '\u2066', '\u2028']
    const text = await drawer.innerText()
    expect(raw.filter((character) => text.includes(character))).toEqual([])
  })

  it('holds the longest texts without widening the page', async () => {
    const { page } = window
    const drawer = await open(HOSTILE.longest.name)
    await drawer.getByText('ä'.repeat(1024)).waitFor()
    expect(await sidewaysOverflow(page)).toBe(0)
    await page.setViewportSize({ width: 960, height: 640 })
    expect(await sidewaysOverflow(page)).toBe(0)
  })

  it('did nothing that a window must not do', () => {
    expect(window.complaints).toEqual([])
  })
})
