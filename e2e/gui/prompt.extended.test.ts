/** Tests the app's own question windows: their appearance in both themes, and mistakes of a hurried user. */
import type { Browser, Page } from 'playwright'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Question } from '../../src-main/app/consent/consentUi.ts'
import { nightly } from '../../src-main/node/testing/nightly.ts'
import { languages } from '../../src-shared/languages.ts'
import { sharedBrowser } from './app.ts'
import { becomes } from './frame.ts'
import { focusedName, sidewaysOverflow, widthsInType } from './inPage.ts'
import { inspect, takePictures } from './inspect.ts'
import { type Written, written } from './promptLanguages.ts'
import { openPromptPage, type PromptPage } from './promptPage.ts'
import { disclosures, payees, questions } from './promptSamples.ts'

let browser: Browser
let prompt: PromptPage

beforeAll(async () => {
  browser = await sharedBrowser()
})
afterEach(() => prompt?.page.context().close())

const ask = async (question: Question | undefined, file: string | null = null): Promise<Page> => {
  if (!question) throw new Error('no such sample')
  prompt = await openPromptPage(browser, { kind: 'ask', question, language: 'en' }, file)
  return prompt.page
}
const yes = (page: Page) => page.locator('[data-answer="yes"]')
const no = (page: Page) => page.locator('[data-answer="no"]')

/** Returns texts that are cut by their box instead of wrapped, and boxes that stick out of the window. */
const cutTexts = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main :not(.unseen)')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== 'visible'
      || each.getBoundingClientRect().right > innerWidth)
    .map((each) => each.className + ': ' + each.textContent.slice(0, 40))`)

describe('every question window', () => {
  it.each(Object.entries(questions))('%s', async (name, question) => {
    const page = await ask(question)
    await expect.poll(() => page.locator('h1').isVisible()).toBe(true)
    expect(await inspect(page, `prompt-${name}`)).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
    expect(await cutTexts(page)).toEqual([])
  })

  it.each(Object.entries(disclosures))('%s', async (name, disclosure) => {
    prompt = await openPromptPage(browser, { kind: 'disclose', disclosure, language: 'en' })
    expect(await inspect(prompt.page, `prompt-${name}`)).toEqual([])
    expect(await cutTexts(prompt.page)).toEqual([])
  })

  it('shows notices in their states, and undoes one', async () => {
    prompt = await openPromptPage(browser, { kind: 'notices' })
    const shown = [
      { id: 1, chain: 'GARDEN', text: 'Banned 203.0.113.9 for 24 hours.', state: 'undoable' as const },
      { id: 2, chain: 'GARDEN', text: 'Named RU3DnqGq9bE8kuGbyAq7dFfXTzpPcJ5zCk “Rent”.', state: 'undone' as const },
      { id: 3, chain: null, text: 'Mined a block.', state: 'failed' as const, reason: 'The node has stopped' },
    ]
    await prompt.tell({ shown, waiting: 4, language: 'en' })
    expect(await inspect(prompt.page, 'prompt-notices')).toEqual([])
    await prompt.page.getByRole('button', { name: 'Undo', exact: true }).click()
    expect(prompt.calls).toEqual(['notices:undo'])
  })
})

/** German has the longest texts. */
const looked = languages.filter((language) => nightly() || language === 'de')

describe.each(looked)('every window of the app, %s', (language) => {
  let told: Written
  beforeAll(async () => {
    told = await written(language)
  })
  const looked = async (name: string) => {
    await takePictures(prompt.page, `prompt-${language}-${name}`)
    expect(await prompt.page.evaluate('document.documentElement.lang')).toBe(language)
    expect(await sidewaysOverflow(prompt.page)).toBe(0)
    expect(await cutTexts(prompt.page)).toEqual([])
  }

  it('fits the questions that the broker really asks', async () => {
    expect(Object.keys(told.questions)).toHaveLength(12)
    for (const [name, question] of Object.entries(told.questions)) {
      prompt = await openPromptPage(browser, { kind: 'ask', question, language })
      await looked(name)
      await prompt.page.context().close()
    }
  })

  it('sets digits in equal widths, and hyphens narrower', async () => {
    prompt = await openPromptPage(browser, { kind: 'ask', question: told.questions['payment'] as Question, language })
    const [hyphen = 1, ...digits] = await widthsInType(prompt.page, '-0123456789')
    expect(new Set(digits).size).toBe(1)
    expect(hyphen).toBeLessThan(0.75 * (digits[0] ?? 0))
  })

  it('fits a phrase, and notices', async () => {
    prompt = await openPromptPage(browser, { kind: 'disclose', disclosure: told.disclosure, language })
    await looked('newphrase')
    await prompt.page.context().close()
    prompt = await openPromptPage(browser, { kind: 'notices' })
    const states = ['undoable', 'undone', 'failed'] as const
    const shown = told.notices.map(({ chain, text }, id) => ({
      id,
      chain,
      text,
      state: states[id] ?? ('plain' as const),
    }))
    await prompt.tell({ shown, waiting: 4, language })
    await looked('notices')
  })
})

describe('the approve button', () => {
  it('ignores Enter, anywhere and however often', async () => {
    const page = await ask(questions['payment-1'])
    await becomes(() => yes(page).isEnabled(), true)
    await yes(page).focus()
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('Enter')
    expect(prompt.answers).toEqual([])
    await page.keyboard.press('Space')
    await becomes(async () => prompt.answers, [{ agreed: true, secrets: {} }])
  })

  it('stays unpressed when Enter or Space unfolds the details', async () => {
    const page = await ask(questions['payment-1'])
    await becomes(() => yes(page).isEnabled(), true)
    const toggle = page.getByRole('button', { name: 'Details' })
    const payee = page.getByRole('heading', { name: 'To', exact: true })
    expect([await toggle.getAttribute('aria-expanded'), await payee.isVisible()]).toEqual(['false', false])
    await toggle.press('Enter')
    await payee.waitFor()
    expect(await toggle.getAttribute('aria-expanded')).toBe('true')
    await toggle.press('Space')
    await payee.waitFor({ state: 'hidden' })
    expect(prompt.answers).toEqual([])
  })

  it('ignores typing that was meant for another window', async () => {
    const page = await ask(questions['payment-1'])
    await becomes(() => focusedName(page), 'Reject')
    await page.keyboard.type('rent for may \t \n\t \t\n ', { delay: 60 })
    expect(prompt.answers).toEqual([])
    // The typing did not reject either: the question is still open.
    expect(await no(page).isEnabled()).toBe(true)
  })

  it('ignores a key that was held when the window opened', async () => {
    const page = await ask(questions['payment-1'])
    await page.evaluate("document.querySelector('[data-answer=yes]').focus()")
    await page.keyboard.down('Space')
    await becomes(() => yes(page).isEnabled(), true)
    await yes(page).focus()
    for (let repeat = 0; repeat < 10; repeat += 1) await page.keyboard.down('Space')
    await page.keyboard.up('Space')
    expect(prompt.answers).toEqual([])
  })

  it('ignores clicks at its position in the first second', async () => {
    const page = await ask(questions['payment-1'])
    // Current position of the button, because content above it may still be laid out.
    const clickThere = async () => {
      const place = await yes(page).boundingBox()
      if (!place) throw new Error('no button')
      await page.mouse.click(place.x + 9, place.y + 9)
    }
    for (let click = 0; click < 3; click += 1) await clickThere()
    expect(prompt.answers).toEqual([])
    await becomes(() => yes(page).isEnabled(), true)
    await clickThere()
    await becomes(async () => prompt.answers.length, 1)
  })

  it('refuses a click that brings the window to the front', async () => {
    const page = await ask(questions['payment-1'])
    await becomes(() => yes(page).isEnabled(), true)
    await page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(await yes(page).isDisabled()).toBe(true)
    await becomes(() => yes(page).isEnabled(), true)
  })

  it('stays disabled until a list is scrolled to its end', async () => {
    const page = await ask({
      ...(questions['payment-12'] as Question),
      details: { facts: [], lists: [{ heading: 'Payees', rows: payees(500) }], open: true },
    })
    expect(await page.locator('.list li').count()).toBe(500)
    await page.getByText('Scroll down: there is more to see.').waitFor()
    await page.evaluate("document.querySelector('main').scrollTop = 5000")
    expect(await yes(page).isDisabled()).toBe(true)
    await page.locator('main').press('End')
    await page.locator('.list li').last().scrollIntoViewIfNeeded()
    await page.evaluate("(() => { const main = document.querySelector('main'); main.scrollTop = main.scrollHeight })()")
    await expect.poll(() => page.getByText('Scroll down: there is more to see.').count()).toBe(0)
  })
})

describe('the answer of a question window', () => {
  it('contains secrets by field name, and a new one only if typed twice', async () => {
    const page = await ask(questions['passphrase'])
    await becomes(() => page.evaluate('document.activeElement.type'), 'password')
    await page.getByLabel('New passphrase', { exact: true }).fill('seven quiet herons over a pond')
    await page.getByText('The two are not the same yet.').waitFor()
    expect(await page.locator('.strength').innerText()).toMatch(/^(Good|Strong)\./)
    await page.getByLabel('New passphrase (repeat)').fill('seven quiet herons over a pond')
    await yes(page).click()
    expect(prompt.answers).toEqual([{ agreed: true, secrets: { passphrase: 'seven quiet herons over a pond' } }])
  })

  it('contains a phrase in any spelling, if its length is valid', async () => {
    const page = await ask(questions['phrase'])
    const field = page.getByRole('textbox', { name: 'Recovery phrase' })
    await field.fill('1. Zoo 2. zoo, zoo')
    await page.getByText('3 words so far').waitFor()
    await field.fill(Array.from({ length: 12 }, (_, place) => `${place + 1}. ZOO`).join('\n'))
    await yes(page).click()
    expect(prompt.answers).toEqual([{ agreed: true, secrets: { phrase: 'zoo '.repeat(12).trim() } }])
  })

  it('approves a deletion only after the exact name was typed', async () => {
    const page = await ask(questions['delete-chain'])
    await page.locator('#type-to-agree').fill('garden')
    await page.getByText('Type it as shown above first.').waitFor()
    expect(await yes(page).isDisabled()).toBe(true)
    await page.locator('#type-to-agree').fill('GARDEN')
    await yes(page).click()
    expect(prompt.answers).toEqual([{ agreed: true, secrets: {} }])
  })

  it('requires a file chosen in the dialog of the system', async () => {
    const page = await ask(questions['backup'], '/home/robin/keys.txt')
    await page.getByText('Choose where to save it first.').waitFor()
    await page.getByRole('button', { name: /Choose where/ }).click()
    await page.getByText('/home/robin/keys.txt').waitFor()
    await yes(page).click()
    expect(prompt.calls).toEqual(['prompt:file', 'prompt:answer'])
  })

  it('asks to be remembered only if the user ticked the box', async () => {
    for (const ticks of [false, true]) {
      const page = await ask(questions['picture'])
      const box = page.getByRole('checkbox', { name: /^Do not ask again for this server/ })
      expect(await box.isChecked()).toBe(false)
      await becomes(() => yes(page).isEnabled(), true)
      await box.focus()
      if (ticks) await page.keyboard.press('Space')
      await yes(page).click()
      await becomes(async () => prompt.answers, [{ agreed: true, secrets: {}, ...(ticks && { remembered: true }) }])
      if (!ticks) await page.context().close()
    }
  })

  it('contains the ticked choices, which work by keyboard and have names and descriptions', async () => {
    const page = await ask(questions['old-keys'])
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
    const group = page.getByRole('group', { name: 'Addresses of this text' })
    expect(await group.getByRole('checkbox').count()).toBe(3)
    await becomes(() => yes(page).isEnabled(), true)
    await box('Passphrase of Agama').press('Space')
    await page.getByText('Tick at least one first.').waitFor()
    expect(await yes(page).isDisabled()).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    expect(await box('Recovery phrase, first address').isChecked()).toBe(true)
    expect(await box('Recovery phrase, first address').getAttribute('aria-describedby')).toBe('tick-2-lines')
    await yes(page).click()
    await becomes(async () => prompt.answers, [{ agreed: true, secrets: {}, ticked: ['reading-1'] }])
  })

  it('ticks no line of a conf file by itself, and needs none', async () => {
    const page = await ask(questions['move-in'])
    await page.getByLabel('Passphrase of the old wallet').fill('horse')
    await page.getByRole('checkbox').last().scrollIntoViewIfNeeded()
    await page.evaluate('document.querySelector("main").scrollTo(0, 1e6)')
    await yes(page).click()
    await becomes(async () => prompt.answers, [{ agreed: true, secrets: { passphrase: 'horse' }, ticked: [] }])
  })

  it('contains an old text exactly as typed, and rejects one that was cut', async () => {
    const page = await ask(questions['old-text'])
    const field = page.getByRole('textbox', { name: 'Phrase, passphrase or private key' })
    await field.fill('x'.repeat(2_000))
    await page.getByText(/^That is too long: at most 1.024 characters\.$/).waitFor()
    const text = ' Zoo zoo\n1. e\u0301 '
    await field.fill(text)
    await yes(page).click()
    await becomes(async () => prompt.answers, [{ agreed: true, secrets: { text } }])
  })

  it('returns to the payment form by the Change button', async () => {
    const page = await ask(questions['payment-1'])
    await page.getByRole('button', { name: 'Change', exact: true }).press('Enter')
    // A key press right after opening was meant for the previous window.
    expect(prompt.answers).toEqual([])
    await becomes(() => yes(page).isEnabled(), true)
    await page.getByRole('button', { name: 'Change', exact: true }).press('Enter')
    expect(prompt.answers).toEqual([{ agreed: false, instead: 'change' }])
  })

  it('rejects by the button and by Escape, and closes the page if that is offered', async () => {
    let page = await ask(questions['payment-1'])
    expect(await page.getByRole('button', { name: 'Close this page' }).count()).toBe(0)
    await no(page).click()
    expect(prompt.answers).toEqual([{ agreed: false }])
    await page.context().close()

    page = await ask(questions['shouldOfferClosing'])
    await becomes(() => yes(page).isEnabled(), true)
    await page.keyboard.press('Escape')
    expect(prompt.answers).toEqual([{ agreed: false }])
    await page.context().close()

    page = await ask(questions['shouldOfferClosing'])
    await page.getByRole('button', { name: 'Close this page' }).click()
    expect(prompt.answers).toEqual([{ agreed: false, instead: 'close' }])
  })
})

describe('a displayed secret', () => {
  it('asks for three words of a phrase before it counts as written down', async () => {
    const disclosure = disclosures['new-phrase']
    if (!disclosure) throw new Error('no sample')
    prompt = await openPromptPage(browser, { kind: 'disclose', disclosure, language: 'en' })
    const { page } = prompt
    expect(await page.locator('.words li').count()).toBe(24)
    await yes(page).click()
    // The words are no longer shown.
    expect(await page.getByText('abstract').count()).toBe(0)
    await takePictures(page, 'prompt-quiz')
    await yes(page).click()
    await page.getByText(/^Word \d+ is another one\./).waitFor()
    for (const label of await page.locator('.quiz label').all()) {
      const place = Number((await label.innerText()).replace('Word ', '')) - 1
      await page.getByLabel(await label.innerText(), { exact: true }).fill(disclosure.secret.split(' ')[place] ?? '')
    }
    expect(prompt.answers).toEqual([])
    await yes(page).click()
    await becomes(async () => prompt.answers, [{ agreed: true, secrets: {} }])
  })

  it('hides when the window loses focus, and copies a key only after a confirmation', async () => {
    const disclosure = disclosures['private-key']
    if (!disclosure) throw new Error('no sample')
    prompt = await openPromptPage(browser, { kind: 'disclose', disclosure, language: 'en' })
    const { page } = prompt
    await page.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(await page.getByText(disclosure.secret).isVisible()).toBe(false)
    await page.getByRole('button', { name: /Show again/ }).click()
    expect(await page.getByText(disclosure.secret).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Copy …' }).click()
    expect(prompt.calls).toEqual([])
    await page.getByRole('button', { name: 'Copy it all the same' }).click()
    expect(prompt.calls).toEqual(['prompt:copy'])
  })
})
