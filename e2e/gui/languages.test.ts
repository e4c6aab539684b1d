/** Checks the translated screens in every language: no text is missing or longer than its space. */
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/index.ts'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { startWebApp, type WebApp } from '../support/webApp.ts'
import { reloadPage, sharedBrowser } from './app.ts'
import { duplicateTabs, signIn } from './browserQuestions.ts'
import { FINE, LONG, many } from './chainSamples.ts'
import { chainRecord, type FakeChains, fakeChainsFor } from './fakeChains.ts'
import { fitsInBothSizes } from './fits.ts'
import { becomes } from './frame.ts'
import { hiddenBelow, widthsInType } from './inPage.ts'
import { disableAnimations } from './inspect.ts'
import { resize } from './resize.ts'

/** Names of controls, and one text of each page, by language. */
const words = {
  en: {
    question: 'Welcome to Chainwright',
    create: 'Create a chain',
    join: 'Join a chain',
    more: 'More options',
    sentence: '1.5 million after a year.',
    complete: 'Complete',
    era: 'Add era',
    share: 'Share',
    mining: 'Mining',
    console: 'Console',
    settings: 'Settings',
    tokens: 'Tokens',
    createToken: 'Create a token',
    qr: 'Show QR code',
    overview: 'Home',
    wallet: 'Wallet',
    faucet: 'Faucet',
    keyDialogs: ['Show the words', 'Encrypt the wallet', 'Restore drill', 'Change main address'],
    fund: 'Fund the faucet',
    inUse: 'in use by another running node',
  },
  de: {
    question: 'Willkommen bei Chainwright',
    create: 'Chain erstellen',
    join: 'Chain beitreten',
    more: 'Weitere Optionen',
    sentence: '1,5 Millionen nach einem Jahr.',
    complete: 'Vollständig',
    era: 'Ära hinzufügen',
    share: 'Teilen',
    mining: 'Mining',
    console: 'Konsole',
    settings: 'Einstellungen',
    tokens: 'Token',
    createToken: 'Token erstellen',
    qr: 'QR-Code anzeigen',
    overview: 'Start',
    wallet: 'Wallet',
    faucet: 'Faucet',
    keyDialogs: ['Wörter anzeigen', 'Wallet verschlüsseln', 'Wiederherstellung testen', 'Hauptadresse wechseln'],
    fund: 'In das Faucet einzahlen',
    inUse: 'von einem anderen laufenden Knoten benutzt',
  },
  es: {
    question: 'Le damos la bienvenida a Chainwright',
    create: 'Crear una cadena',
    join: 'Unirse a una cadena',
    more: 'Más opciones',
    sentence: '1,5 millones al cabo de un año.',
    complete: 'Completos',
    era: 'Añadir una era',
    share: 'Compartir',
    mining: 'Minería',
    console: 'Consola',
    settings: 'Configuración',
    tokens: 'Tokens',
    createToken: 'Crear un token',
    qr: 'Mostrar el código QR',
    overview: 'Inicio',
    wallet: 'Monedero',
    faucet: 'Faucet',
    keyDialogs: [
      'Mostrar las palabras',
      'Cifrar el monedero',
      'Prueba de recuperación',
      'Cambiar la dirección principal',
    ],
    fund: 'Financiar el faucet',
    inUse: 'lo usa otro nodo en marcha',
  },
} as const

const languageNames = { en: 'English', de: 'Deutsch', es: 'Español' } as const

let app: WebApp
/** The first page, signed in with the one-time token. */
let signedIn: Page | undefined

beforeAll(async () => {
  const args = ['-sandbox', '-automine=0', `-rpcport=${await freePort()}`]
  app = await startWebApp({ home: temporaryFolder(), args })
})
afterAll(async () => {
  await signedIn?.context().close()
  await app?.stop()
})

describe.each(['en', 'de', 'es'] as const)('the window in %s', (language) => {
  const say = words[language]
  /** German has the longest texts; the other languages are checked completely only in nightly runs. */
  const whole = nightly() || language === 'de'
  let page: Page
  let chains: FakeChains

  beforeAll(async () => {
    // System language; for English a language without translation.
    const locale = language === 'en' ? 'fr-FR' : `${language}-${language.toUpperCase()}`
    const context = await (await sharedBrowser()).newContext({ locale })
    if (signedIn) await duplicateTabs(signedIn, context)
    page = await context.newPage()
    page.setDefaultTimeout(MAX_WAIT_MS)
    chains = await fakeChainsFor(page)
    await disableAnimations(page)
    if (signedIn) await page.goto(new URL('/', app.address).href)
    else await signIn(page, app.address)
    signedIn ??= page
  })
  afterAll(() => (page === signedIn ? undefined : page?.context().close()))
  afterEach(async ({ task }) => {
    // The following tests need the chain list and no open dialog.
    if (task.result?.state !== 'fail') return
    chains.show(many(), 'CHAIN0')
    await reloadPage(page)
  })

  const open = async (path: string, heading: string) => {
    const address = new URL(path, page.url()).href
    const title = page.getByRole('heading', { level: 1, name: heading, exact: true })
    // Reloading the page takes ten times as long as a link, and is needed only to distinguish two tabs of a screen.
    if ((await title.count()) > 0) await page.goto('about:blank')
    await page.goto(address)
    await title.waitFor()
  }
  const checkFit = (name: string) => fitsInBothSizes(page, `${language}-${name}`)

  it('follows the language of the system', async () => {
    chains.answer({ preflight: FINE })
    await open('/', say.question)
    await becomes(() => page.evaluate<string>('document.documentElement.lang'), language)
    await checkFit('welcome')
    await resize(page, { width: 960, height: 640 })
    await becomes(() => hiddenBelow(page, '.overflow-y-auto:has(h1)'), 0)
  })

  it.runIf(whole)('sets digits in equal widths, and hyphens narrower', async () => {
    const [hyphen = 1, ...digits] = await widthsInType(page, '-0123456789')
    expect(new Set(digits).size).toBe(1)
    expect(hyphen).toBeLessThan(0.75 * (digits[0] ?? 0))
  })

  it.runIf(whole)('fits every page about chains', async () => {
    await open('/#/chains/create', say.create)
    await page.getByText(say.more).click()
    await page.getByRole('button', { name: say.era }).click()
    await page.locator('input[name="name"]').fill('GARDEN')
    await page.getByText(say.sentence).waitFor()
    await checkFit('create')
    await open('/#/chains/join', say.join)
    await page.locator('textarea').first().fill('-ac_name=GARDEN -ac_supply=1000000 -ac_reward=100000000 -ac_cc=2')
    await page.getByText(say.complete, { exact: true }).waitFor()
    await checkFit('join')
    chains.show(many(), 'CHAIN0')
    await open('/#/chains', language === 'es' ? 'Cadenas' : 'Chains')
    await page.getByRole('row', { name: LONG.slice(0, 20) }).click()
    await page.getByRole('button', { name: say.share, exact: true }).waitFor()
    await checkFit('chains')
    await page.getByRole('button', { name: say.share, exact: true }).click()
    await page.getByRole('button', { name: say.qr }).waitFor()
    await checkFit('share')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })

  it.runIf(whole)('translates the reason why a chain could not start', async () => {
    const detail =
      'The data directory /a is in use by another running node. Stop that one first, or choose another -datadir.'
    chains.show([chainRecord({ id: 'GARDEN', state: 'failed', detail })], 'GARDEN')
    const list = language === 'es' ? 'Cadenas' : 'Chains'
    await open('/#/chains', list)
    await page.getByRole('contentinfo').getByText(say.inUse).waitFor()
    await checkFit('chain-failed')
    chains.show(many(), 'CHAIN0')
    // Reload: when a chain is first shown, the window goes to its overview.
    await open('/#/chains', list)
  })

  it.runIf(whole)('fits mining, the console and the settings', async () => {
    for (const [path, heading] of [
      ['/#/mining', say.mining],
      ['/#/console', say.console],
      ['/#/settings', say.settings],
    ] as const) {
      await open(path, heading)
      await checkFit(path.slice(3))
    }
  })

  it.runIf(whole)('fits the overview and the wallet', async () => {
    await open('/#/', say.overview)
    await page.getByRole('button', { name: /Block 1\b|Bloque 1\b/ }).waitFor()
    await checkFit('overview')
    for (const tab of ['history', 'receive', 'send', 'keys']) {
      await open(`/#/wallet?tab=${tab}`, say.wallet)
      if (tab === 'send') await page.getByRole('switch').click()
      await checkFit(`wallet-${tab}`)
    }
    await page.getByRole('tabpanel').locator('summary').last().click()
    await checkFit('wallet-keys-advanced')
    for (const [place, name] of say.keyDialogs.entries()) {
      await page.getByRole('tabpanel').getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await checkFit(`wallet-dialog-${place}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })

  it.runIf(whole)('fits the faucet page and its funding dialog', async () => {
    await open('/#/faucet', say.faucet)
    await page.locator('main button[aria-expanded=false]').first().click()
    await checkFit('faucet')
    await page.getByRole('button', { name: say.fund }).first().click()
    await page.getByRole('dialog').waitFor()
    await checkFit('faucet-fund')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it.runIf(whole)('fits the search and the list of shortcuts', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    await checkFit('palette')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('F8').waitFor()
    await checkFit('shortcuts')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('switches at once when the settings change, and stays switched', async () => {
    const other = language === 'es' ? ('de' as const) : ('es' as const)
    chains.show(many(), 'CHAIN0')
    // The first question is replaced by the shown chain, regardless of the page requested before.
    await page.getByRole('navigation').first().waitFor()
    await open('/#/settings', say.settings)
    await page.getByRole('radio', { name: languageNames[other] }).click()
    await page.getByRole('heading', { level: 1, name: words[other].settings }).waitFor()
    expect(await page.evaluate<string>('document.documentElement.lang')).toBe(other)
    await open('/#/console', words[other].console)
    await open('/#/settings', words[other].settings)
    await page.getByRole('radio').first().waitFor()
    await page.getByRole('radio', { name: languageNames[language] }).click()
    await page.getByRole('heading', { level: 1, name: say.settings }).waitFor()
  })
})
