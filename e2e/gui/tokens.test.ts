/** Tests the use of tokens after the first one: NFTs, sending, burning, and tokens made to attack the window. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkedNftData } from '#shared/protocol/nftData.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { until } from '../support/network.ts'
import {
  buildPng,
  PICTURE_HOST,
  type PictureServer,
  startPictureServer,
  TEST_AUTHORITY,
} from '../support/pictureServer.ts'
import { type SocksProxy, startSocksProxy } from '../support/socksProxy.ts'
import { type AppWindow, keepEvidence, openWindow, transportsFor } from './app.ts'
import { answerQuestion } from './consent.ts'
import { becomes, goTo } from './frame.ts'
import { sidewaysOverflow } from './inPage.ts'
import { inspect } from './inspect.ts'
import { resize } from './resize.ts'
import { mintOverRpc, openToken, pressBurn, pressReview, sentId, tokenRow } from './tokens.ts'

const COIN = 100_000_000n

/** Returns a second key of the same node, which tokens treat as another owner. */
async function secondKey({ rpc }: AppWindow): Promise<string> {
  const address = await rpc.call<string>('getnewaddress')
  return (await rpc.call<{ pubkey: string }>('validateaddress', address)).pubkey
}

async function fetchUnits({ rpc }: AppWindow, tokenid: string, key: string): Promise<bigint> {
  const { balance } = await rpc.call<{ balance: number }>('tokenbalance', tokenid, key)
  return BigInt(balance)
}

const HOSTILE = {
  markup: { name: '<img src=x onerror=alert(1)>', description: '<script>alert(1)</script><b>bold</b>' },
  direction: { name: 'GOLD\u202egnp.exe', description: 'a\u200bb\u0007c\u2066d\u2028e' },
  longest: { name: 'W'.repeat(32), description: `${'x'.repeat(2047)} ${'ä'.repeat(1024)}` },
} as const

describe.each(transportsFor('shell'))('tokens in the window, %s', (transport) => {
  let window: AppWindow
  let server: PictureServer
  let proxy: SocksProxy
  /** pending until the picture may be sent */
  const slow = Promise.withResolvers<void>()
  let tokenid: string
  keepEvidence(() => window)

  /** Inspects the page in the browser only, because both transports show the same one. */
  const looked = async (name: string) => (transport === 'browser' ? inspect(window.page, name) : [])
  /** Answers the question before a server is contacted: in a browser on the page, otherwise in the app's own window. */
  async function decide(answer: 'no' | 'once' | 'always', press: () => Promise<void>): Promise<void> {
    const { page, consent } = window
    if (transport === 'browser') {
      await press()
      const asked = page.getByRole('group', { name: `Fetch the picture from ${PICTURE_HOST}?` })
      await asked.getByText('That server learns the address of this computer').waitFor()
      if (answer === 'once') expect(await looked('token-link-question')).toEqual([])
      const name = { no: 'Do nothing', once: 'Fetch it', always: 'Always from this server' }[answer]
      return asked.getByRole('button', { name }).click()
    }
    consent.given = 'held'
    await press()
    const question = await until('the question', async () => [...consent.open][0])
    await question.getByText(`Fetch a picture from ${PICTURE_HOST}?`).waitFor()
    if (answer === 'always') await question.getByLabel(/Do not ask again for this server/).check()
    await answerQuestion(question, { given: answer !== 'no', secrets: new Map() })
    await until('the end of the question', async () => consent.open.size === 0)
    consent.given = true
    // The page learns of a rejection a moment after the window has closed, and its button is disabled before.
    if (answer === 'no') await page.getByText(/^Fetching the picture/).waitFor({ state: 'detached' })
  }

  beforeAll(async () => {
    server = await startPictureServer(async (request, response) => {
      if (request.url === '/art.png') await slow.promise
      if (request.url === '/trap') response.writeHead(302, { Location: 'https://192.168.0.1/' })
      response.end(request.url === '/trap' ? '' : buildPng(320, 200))
    })
    proxy = await startSocksProxy({ [PICTURE_HOST]: server.port })
    const authority = join(temporaryFolder(), 'authority.pem')
    writeFileSync(authority, TEST_AUTHORITY)
    process.env['NODE_EXTRA_CA_CERTS'] = authority
    window = await openWindow({ transport, args: [`-proxy=${proxy.at}`] })
    tokenid = await mintOverRpc(window.rpc, 'BRONZE', '0.00001', 'A thousand units to send and burn')
    for (const { name, description } of Object.values(HOSTILE)) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(32)
      expect(Buffer.byteLength(description)).toBeLessThanOrEqual(4096)
      await mintOverRpc(window.rpc, name, '0.00000005', description)
    }
  })
  afterAll(async () => {
    delete process.env['NODE_EXTRA_CA_CERTS']
    await window?.close()
    server?.close()
    proxy?.server.close()
  })

  it('creates an NFT, and warns in advance if it can never be moved', async () => {
    const { page, rpc, consent } = window
    await goTo(page, 'Tokens')
    await page.getByRole('link', { name: 'Create token' }).click()
    // The list has a choice with the same name.
    await page.getByRole('radiogroup', { name: 'Token type' }).getByRole('radio', { name: /^NFT/ }).click()
    await page.getByText(/It can be sent, sold and burned like other tokens/).waitFor()
    await page.getByRole('textbox', { name: /contract code/ }).fill('f7')
    await page.getByText('This NFT cannot be moved or burned.').waitFor()
    await page.getByRole('textbox', { name: /^Name/ }).fill('DEED')
    await page.getByRole('textbox', { name: /^Data/ }).fill('Certificate no. 17')
    // As the node builds it: change below 0.0001 is too small for an output, and is added to the fee.
    const total = page.getByText('You pay', { exact: true }).locator('xpath=following-sibling::dd[1]')
    await total.waitFor()
    const cost = (await total.innerText()).replaceAll(/\s/g, '')
    expect(cost).toMatch(/^0\.000(2\d{4}|30000)$/)
    await pressReview(page)
    await page.getByText(/Token created/).waitFor()
    const asked = consent.asked.at(-1) ?? ''
    expect(asked).toContain('Create the NFT “DEED”?')
    expect(asked).toMatch(/can never be moved, sold or burned: its data begin with f7/)
    // The form shows the same cost.
    expect(asked).toMatch(new RegExp(`You pay\\s+${cost.replace('.', '\\.')} SANDBOX`))
    // The address is of two contracts but labelled as the user's own.
    expect(asked).toMatch(/Your address\s+(R\w{33}\s+)?the NFT “DEED”/)
    expect(asked).not.toMatch(/somebody else/i)
    const info = await rpc.call<{ data: string }>('tokeninfo', await sentId(page))
    expect(Buffer.from(info.data.slice(2), 'hex').toString()).toBe('Certificate no. 17')

    const drawer = await openToken(page, 'DEED')
    await drawer.getByText(/it can never be moved, and stays with its creator/).waitFor()
    expect(await drawer.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
    expect(await drawer.getByRole('link', { name: 'Sell', exact: true }).count()).toBe(0)
    await drawer.getByRole('button', { name: 'More actions' }).click()
    expect(await page.getByRole('menuitem', { name: 'Burn' }).getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    const created = drawer.getByRole('grid', { name: 'History' }).getByRole('row').filter({ hasText: 'Created' })
    expect(await created.innerText()).toMatch(/to\s+you\s+1\b/)
  })

  it('creates an NFT with a link, and fetches its picture only after a request and an approval', async () => {
    const { page, rpc } = window
    await goTo(page, 'Tokens')
    await page.getByRole('link', { name: 'Create token' }).click()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('radiogroup', { name: 'Token type' }).getByRole('radio', { name: /^NFT/ }).click()
    await page.getByRole('textbox', { name: /^Name/ }).fill('ART')
    await page.getByRole('textbox', { name: /^Link/ }).fill('http://pictures.example/art.png')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByText('Links begin with https:// or ipfs://').waitFor()
    const link = `https://${PICTURE_HOST}/art.png`
    await page.getByRole('textbox', { name: /^Link/ }).fill(link)
    await page.getByText('It can be sent, sold and burned like other tokens').waitFor()
    expect(await looked('token-link-form')).toEqual([])
    await pressReview(page)
    await page.getByText(/Token created/).waitFor()
    await page.getByRole('region', { name: 'Your new token' }).getByText(link).waitFor()
    const info = await rpc.call<{ data: string }>('tokeninfo', await sentId(page))
    expect(info.data).toBe(linkedNftData('f3', link, ''))

    const drawer = await openToken(page, 'ART')
    const region = drawer.getByRole('region', { name: 'Link' })
    await region.getByText(link).waitFor()
    const show = region.getByRole('button', { name: 'Show picture' })
    await decide('no', () => show.click())
    expect(server.asked).toEqual([])
    await decide('once', () => show.press('Enter'))
    await region.getByText(`Fetching the picture from ${PICTURE_HOST} …`).waitFor()
    await region.getByRole('button', { name: 'Cancel' }).waitFor()
    expect(await looked('token-link-fetching')).toEqual([])
    slow.resolve()
    const picture = region.getByRole('img', { name: 'Picture of the NFT ART' })
    await becomes(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth), 320)
    await region.getByText(/^320 × 200 pixels, .* from pictures\.example$/).waitFor()
    expect(await looked('token-link-picture')).toEqual([])
    expect(proxy.asked).toEqual([`${PICTURE_HOST}:443`])
    expect(server.asked).toHaveLength(1)
    expect(server.asked[0]).toMatch(
      /^GET \/art\.png \{"host":"pictures\.example","accept":"image\/[^{}]*"user-agent":"Chainwright"/,
    )
    await region.getByRole('button', { name: 'Hide picture' }).click()
    await picture.waitFor({ state: 'detached' })
  })

  it('explains why a picture is not shown, and does not ask again for an allowed server', async () => {
    const { page, rpc } = window
    await mintOverRpc(rpc, 'TRAP', '0.00000001', '', linkedNftData('f1', `https://${PICTURE_HOST}/trap`, ''))
    await mintOverRpc(
      rpc,
      'FAR',
      '0.00000001',
      '',
      linkedNftData('f1', 'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79', ''),
    )
    let drawer = await openToken(page, 'FAR')
    await drawer.getByText('Links that begin with ipfs:// need a gateway').waitFor()
    expect(await drawer.getByRole('button', { name: 'Show picture' }).count()).toBe(0)
    drawer = await openToken(page, 'TRAP')
    await decide('always', () => drawer.getByRole('button', { name: 'Show picture' }).click())
    await drawer.getByText('The link leads into a private network.').waitFor()
    expect(await looked('token-link-refused')).toEqual([])
    await drawer.getByRole('button', { name: 'Show picture' }).click()
    await until(
      'the second request',
      async () => server.asked.filter((line) => line.startsWith('GET /trap')).length === 2,
    )
    await page.getByText('The link leads into a private network.').waitFor()
    expect(proxy.asked.filter((place) => place !== `${PICTURE_HOST}:443`)).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
  })

  it('sends units to another key, after a question with recipients and amounts', async () => {
    const { page, consent } = window
    const receiver = await secondKey(window)
    const drawer = await openToken(page, 'BRONZE')
    await drawer.getByRole('button', { name: 'Send', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Send BRONZE' })
    await dialog.getByRole('textbox', { name: /Recipient/ }).fill(receiver)
    await dialog.getByRole('textbox', { name: 'Units' }).fill('250')
    await pressReview(page)
    await page.getByText(/^250 BRONZE moved to another key of your wallet\./).waitFor()
    const asked = consent.asked.at(-1) ?? ''
    // The node recognises both keys as its own.
    expect(asked).toContain('Move units of “BRONZE” within your wallet?')
    for (const units of [250, 750])
      expect(asked).toMatch(new RegExp(`Your address\\s+(R\\w{33}\\s+)?${units} units of “BRONZE”`))
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    expect(await fetchUnits(window, tokenid, receiver)).toBe(250n)
    await drawer.getByRole('grid', { name: 'Holders' }).getByText('25.00 %').waitFor()
    await goTo(page, 'Tokens')
    await becomes(
      () =>
        tokenRow(page, 'BRONZE')
          .innerText()
          .then((text) => /BRONZE\s+750\s+1,000/.test(text)),
      true,
    )
  })

  it('burns only after the name was typed, and not by Enter', async () => {
    const { page, rpc, consent } = window
    const drawer = await openToken(page, 'BRONZE')
    await pressBurn(page)
    const dialog = page.getByRole('dialog', { name: 'Burn BRONZE' })
    await dialog.getByRole('textbox', { name: 'Units' }).fill('50')
    const typed = dialog.getByRole('textbox', { name: /Type the token’s name/ })
    await typed.fill('bronze')
    await dialog.getByRole('button', { name: 'Review', exact: true }).click()
    await dialog.getByText('Not the same yet.').waitFor()
    await typed.fill('BRONZE')
    // In a browser the question needs a code, so Enter cannot approve it.
    if (transport === 'shell') consent.given = 'held'
    const before = consent.asked.length
    await pressReview(page)
    if (transport === 'shell') {
      await becomes(async () => consent.asked.length, before + 1)
      const [question] = consent.open
      const burn = question!.locator('[data-answer="yes"]')
      await question!.evaluate("document.querySelector('main').scrollTop = 1e6")
      await becomes(() => burn.isEnabled(), true)
      await burn.press('Enter')
      expect(consent.open.size).toBe(1)
      expect(await rpc.call('getrawmempool')).toEqual([])
      consent.given = true
      await answerQuestion(question!, consent)
    }
    await page.getByText(/The units are gone for good/).waitFor()
    expect(consent.asked.at(-1)).toMatch(
      /Burn 50 units of “BRONZE”\?[\s\S]*gone for good, with the coins locked in them/,
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    const { pubkey } = await rpc.call<{ pubkey: string }>('getinfo')
    expect(await fetchUnits(window, tokenid, pubkey)).toBe(700n)
    await drawer.getByRole('grid', { name: 'Holders' }).getByText('burned').waitFor()
    const history = drawer.getByRole('grid', { name: 'History' }).getByRole('row')
    const row = (kind: string) => history.filter({ hasText: kind }).first().innerText()
    expect(await row('Burned')).toMatch(/from\s+you\s+to\s+burned\s+50\b/)
    expect(await row('Sent')).toMatch(/from\s+you\s+to\s+you\s+250\b/)
    expect(await row('Created')).toMatch(/to\s+you\s+1,000\b/)
  })

  it('names every mistake at the first click', async () => {
    const { page } = window
    await goTo(page, 'Tokens')
    await page.getByRole('link', { name: 'Create token' }).click()
    await page.locator('input:focus').waitFor()
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByText('A token needs a name.').waitFor()
    await page.getByText('Enter the supply.').waitFor()
  })

  it('rejects in the form the values that the node would reject', async () => {
    const { page } = window
    await goTo(page, 'Tokens')
    await page.getByRole('link', { name: 'Create token' }).click()
    await page.getByRole('radio', { name: /^Token/ }).click()
    await page.getByRole('textbox', { name: /^Name/ }).fill('N'.repeat(33))
    await page.getByRole('textbox', { name: /^Supply/ }).fill('0')
    await page.getByRole('textbox', { name: /^Description/ }).fill('d'.repeat(4097))
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    expect(await page.getByText('1 byte too long.').count()).toBe(2)
    await page.getByText('There must be at least one.').waitFor()
    await page.getByRole('textbox', { name: /^Supply/ }).fill(String(2_000_000n * COIN))
    await page.getByText(/This locks 2,000,000(\.0+)? SANDBOX and needs/).waitFor()
    expect(await page.getByRole('dialog', { name: /\?$/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Clear' }).click()
  })

  it('redirects old paths of a token and of its dialogs to its page', async () => {
    const { page } = window
    for (const [act, dialog] of [
      ['transfer', 'Send BRONZE'],
      ['burn', 'Burn BRONZE'],
    ]) {
      await page.evaluate(`location.hash = '#/tokens?token=${tokenid}&act=${act}'`)
      await page.getByRole('dialog', { name: dialog! }).waitFor()
      await becomes(async () => page.url().split('#')[1], `/tokens/${tokenid}?act=${act}`)
      await page.keyboard.press('Escape')
      await becomes(async () => page.url().split('#')[1], `/tokens/${tokenid}`)
    }
  })

  const open = async (visibleName: string) => {
    const drawer = await openToken(window.page, visibleName)
    await drawer.getByRole('heading', { name: 'Description' }).waitFor()
    return drawer
  }

  it('shows markup as plain text', async () => {
    const { page } = window
    const drawer = await open(HOSTILE.markup.name)
    expect(await drawer.getByText(HOSTILE.markup.name).first().innerText()).toBe(HOSTILE.markup.name)
    await drawer.getByText(HOSTILE.markup.description).waitFor()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(await page.locator('bdi b, bdi script').count()).toBe(0)
  })

  it('makes direction and control characters visible instead of applying them', async () => {
    const drawer = await open('GOLD[U+202E]gnp.exe')
    for (const mark of ['U+202E', 'U+200B', 'U+0007', 'U+2066', 'U+2028'])
      await drawer.getByText(mark).first().waitFor()
    const raw = ['\u202e', '\u200b', '\u0007', '\u2066', '\u2028']
    const text = await drawer.innerText()
    expect(raw.filter((character) => text.includes(character))).toEqual([])
  })

  it('fits the longest texts without widening the page', async () => {
    const { page } = window
    const drawer = await open(HOSTILE.longest.name)
    await drawer.getByText('ä'.repeat(1024)).waitFor()
    expect(await sidewaysOverflow(page)).toBe(0)
    await resize(page, { width: 960, height: 640 })
    expect(await sidewaysOverflow(page)).toBe(0)
  })

  it('causes no script error, policy violation or foreign request', () => {
    expect(window.complaints).toEqual([])
  })
})
