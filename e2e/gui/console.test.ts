/** Tests the console: every call with completion, form and exact replies; secrets are never kept. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RpcReplyError } from '../support/rpcClient.ts'
import { type AppWindow, keepEvidence, openWindow, transportsFor } from './app.ts'
import { becomes, goTo, openCard, showsCard } from './frame.ts'
import { evaluateAsync, stored } from './inPage.ts'

describe.each(transportsFor('browser'))('console, %s', (transport) => {
  let window: AppWindow
  keepEvidence(() => window)

  const line = () => window.page.getByRole('combobox', { name: 'Command' })
  const entries = () => window.page.getByRole('region', { name: 'Results' }).getByRole('listitem')
  const answer = (method: string) =>
    window.page
      .getByRole('tree', { name: `Result of ${method}` })
      .or(window.page.getByRole('region', { name: `Result of ${method}` }))
      .last()
  const run = async (text: string) => {
    const before = await entries().count()
    await line().fill(text)
    await line().press('Enter')
    await entries().nth(before).waitFor()
  }

  beforeAll(async () => {
    window = await openWindow({ transport })
    await goTo(window.page, 'Console')
  })
  afterAll(() => window?.close())

  it('completes a method and runs it with the keyboard alone', async () => {
    const { page, rpc } = window
    await page.locator('[aria-label="Command"]:focus').waitFor()
    await page.keyboard.type('getblockco')
    const offered = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    await becomes(
      () => offered.allInnerTexts().then((texts) => texts.some((text) => text.includes('getblockcount'))),
      true,
    )
    await page.keyboard.press('Tab')
    expect((await line().inputValue()).trim()).toBe('getblockcount')
    await page.keyboard.press('Enter')
    expect((await answer('getblockcount').innerText()).trim()).toBe(String(await rpc.call('getblockcount')))
    expect(await line().inputValue()).toBe('')
  })

  it('recalls earlier commands with the up arrow', async () => {
    await run('getbestblockhash')
    await line().press('ArrowUp')
    expect(await line().inputValue()).toBe('getbestblockhash')
    await line().press('ArrowUp')
    expect(await line().inputValue()).toBe('getblockcount')
    await line().fill('')
  })

  it('opens no suggestions when a method is picked, and accepts an address as text', async () => {
    const { page, rpc } = window
    const methods = page.getByRole('region', { name: 'All methods' })
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
    for (const name of ['getaddressbalance', 'getblock', 'help']) {
      await methods.getByRole('button', { name, exact: true }).click()
      await page.getByRole('form', { name: `Parameters of ${name}` }).waitFor()
      expect(await line().inputValue()).toBe(`${name} `)
      expect(await suggestions.count()).toBe(0)
      await page.getByRole('button', { name: 'All methods' }).click()
    }
    const address = await rpc.call<string>('getnewaddress')
    await run(`getaddressbalance ${address}`)
    await answer('getaddressbalance').getByText('balance').first().waitFor()
  })

  it('lists methods that match a filter, without methods that always fail', async () => {
    const { page } = window
    const names = page.getByRole('region', { name: 'All methods' }).getByRole('listitem')
    expect(await names.allInnerTexts()).toContain('oraclesfund')
    expect(await names.allInnerTexts()).not.toContain('FSMcreate')
    const filter = page.getByRole('searchbox', { name: 'Filter methods' })
    await filter.fill('getblockh')
    await becomes(
      () => names.allInnerTexts().then((texts) => texts.toSorted().join()),
      'getblockhash,getblockhashes,getblockheader',
    )
    await filter.fill('')
    await line().fill('FSMcreate')
    await page.getByRole('heading', { name: 'FSMcreate' }).waitFor()
    await line().fill('')
  })

  it('fills parameters in a form and shows the same reply as HTTP, every digit', async () => {
    const { page, rpc } = window
    await page
      .getByRole('region', { name: 'All methods' })
      .getByRole('button', { name: 'getblockhash', exact: true })
      .click()
    const form = page.getByRole('form', { name: 'Parameters of getblockhash' })
    await form.getByRole('textbox', { name: 'index' }).fill('1')
    await form.getByRole('button', { name: 'Run getblockhash' }).click()
    await becomes(() => answer('getblockhash').innerText(), await rpc.call<string>('getblockhash', 1))
    await run('getbalance')
    const { body } = await rpc.raw('getbalance', [])
    expect(body).toContain(`"result":${(await answer('getbalance').innerText()).trim()},`)
  })

  it('shows a structured reply as a tree and as text', async () => {
    const { page, rpc } = window
    await run('getblock 1')
    const tree = page.getByRole('tree', { name: 'Result of getblock' })
    const { hash } = await rpc.call<{ hash: string }>('getblock', '1')
    await tree.getByText(`"${hash}"`).first().waitFor()
    const entry = entries().last()
    await entry.getByRole('radio', { name: 'Raw' }).click()
    await becomes(
      () =>
        answer('getblock')
          .innerText()
          .then((text) => text.includes(`"hash": "${hash}"`)),
      true,
    )
  })

  it('shows an error with its code and the message of the node', async () => {
    const { page, rpc } = window
    await run('getblockhash 999999')
    const refused: unknown = await rpc.call('getblockhash', 999999).catch((error: unknown) => error)
    if (!(refused instanceof RpcReplyError)) throw new Error('the node did not refuse')
    const alert = page.getByRole('region', { name: 'Results' }).getByRole('alert').last()
    expect(await alert.innerText()).toBe(
      `error code: ${refused.code}\n${refused.message.replace('getblockhash: ', '')}`,
    )
  })

  it('copies a call as the equivalent command line', async () => {
    const { page, rpc, cli } = window
    await run('getblockhash 0')
    await entries().last().getByRole('button', { name: 'Copy call' }).click()
    await page.getByRole('menuitem', { name: 'Copy as CLI' }).click()
    await line().focus()
    await page.keyboard.press('ControlOrMeta+V')
    const [program, args] = (await line().inputValue()).split(' -- ')
    expect(program).toBe('npm run -s cli')
    expect((await cli(...(args ?? '').split(' '))).output).toBe(await rpc.call('getblockhash', 0))
    await line().fill('')
  })

  it('cancels a long call and shows that it was cancelled', async () => {
    const { rpc } = window
    const before = await rpc.call<number>('getblockcount')
    await run('generate 100000')
    await entries().last().getByRole('button', { name: 'Cancel' }).click()
    await entries().last().getByText('cancelled').waitFor()
    const stopped = await rpc.call<number>('getblockcount')
    expect(stopped).toBeLessThan(before + 100_000)
    // The node must not continue a cancelled call.
    expect(await rpc.call('getblockcount')).toBe(stopped)
  })

  it('never keeps a private key on screen, in the history or in storage', async () => {
    const { page, rpc } = window
    const key = await rpc.call<string>('dumpprivkey', await rpc.call<string>('getnewaddress'))
    await run(`importprivkey ${key} "" false`)
    // The desktop app asks for secrets in a separate window and accepts none from its page.
    const told =
      transport === 'shell' ? /must be empty, because the app asks for this value in its own window/ : /^[\d,]+ ms/
    await entries().last().getByText(told).waitFor()
    const seen = `${await page.locator('body').innerText()}${await stored(page)}`
    expect(seen).not.toContain(key)
    await line().press('ArrowUp')
    expect(await line().inputValue()).toContain('(hidden)')
    await line().press('Enter')
    await page
      .getByRole('alert')
      .getByText(/contained a secret, which was not kept/)
      .waitFor()
    await line().fill('')

    const address = await rpc.call<string>('getnewaddress')
    await run(`dumpprivkey ${address}`)
    if (transport === 'shell') {
      const own = await rpc.call<string>('dumpprivkey', address)
      await becomes(async () => window.consent.asked.at(-1)?.includes(own), true)
      expect(`${await page.content()}${await stored(page)}`).not.toContain(own)
      return
    }
    await entries()
      .last()
      .getByText(/result is secret/)
      .waitFor()
    await entries().last().getByRole('button', { name: 'Show result' }).click()
    expect(await answer('dumpprivkey').innerText()).toMatch(/^[UKL5]\w{50,51}$/)
    expect(await stored(page)).not.toContain(await answer('dumpprivkey').innerText())
  })

  it('shows links in replies, for the mouse and for Enter', async () => {
    const { page, rpc } = window
    await goTo(page, 'Console')
    await line().fill('getblock 2')
    await line().press('Enter')
    const tree = page.getByRole('tree', { name: 'Result of getblock' })
    const previous = await rpc.call<string>('getblockhash', 1)
    await tree.focus()
    await tree.press('End')
    const link = tree.getByRole('link', { name: new RegExp(`block ${previous}$`) })
    await showsCard(link, 'Block 1')
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'Block 1' }).waitFor()
    await goTo(page, 'Console')
    await run('getbestblockhash')
    // The previous reply has a link too, perhaps to another block.
    const found = entries().last().getByRole('link')
    await found.focus()
    await page.getByRole('tooltip').getByText('Confirmations').first().waitFor()
    const [hash] = /[0-9a-f]{64}/.exec((await found.getAttribute('href')) ?? '') ?? []
    await page.keyboard.press('Enter')
    await becomes(async () => page.url().includes(`/block/${hash}`), true)
  })

  it('keeps the card of a focused link open when the focus scrolls to the link', async () => {
    const { page } = window
    await goTo(page, 'Console')
    // More lines than the view can show.
    for (const call of ['getblock 1', 'getblock 2', 'getbestblockhash']) await run(call)
    const found = entries().last().getByRole('link')
    await found.waitFor()
    const results = page.getByRole('region', { name: 'Results', exact: true })
    await results.evaluate((region) => {
      region.scrollTop = 0
    })
    await becomes(() => results.evaluate((region) => region.scrollTop), 0)
    await found.focus()
    await becomes(() => results.evaluate((region) => region.scrollTop > 0), true)
    await page.getByRole('tooltip').getByText('Confirmations').first().waitFor()
    await line().focus()
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
  })

  it('keeps the card of a link in a row open when the page scrolls below the resting pointer', async () => {
    const { page, rpc } = window
    await goTo(page, 'Console')
    for (const call of ['getblock 1', 'getblock 2']) await run(call)
    const tree = page.getByRole('tree', { name: 'Result of getblock' }).last()
    await tree.focus()
    await tree.press('End')
    const previous = await rpc.call<string>('getblockhash', 1)
    await openCard(tree.getByRole('link', { name: new RegExp(`block ${previous}$`) }), 'Block 1')
    const results = page.getByRole('region', { name: 'Results', exact: true })
    await results.evaluate(async (region) => {
      const scrolled = new Promise((done) => region.addEventListener('scroll', done, { once: true }))
      region.scrollTop -= 1
      await scrolled
    })
    await evaluateAsync(page, 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    expect(await page.getByRole('tooltip').getByText('Block 1', { exact: true }).first().isVisible()).toBe(true)
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
  })

  it('causes no script error, policy violation or foreign request', () => {
    expect(window.complaints).toEqual([])
  })
})
