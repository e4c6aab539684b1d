/** The screens whose texts are in the catalogue, in every language: nothing is missing, and nothing is longer than its room. */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { startWebApp } from '../support/webApp.ts'
import { launchBrowser, PATIENCE_MS } from './app.ts'
import { FINE, LONG, many } from './chainSamples.ts'
import { type FakeChains, fakeChainsFor } from './fakeChains.ts'
import { becomes } from './frame.ts'
import { cutTexts, sidewaysOverflow } from './inPage.ts'
import { holdStill, inspect } from './inspect.ts'

/** Asked for by people who look at them. */
const PICTURES = process.env['PICTURES'] === '1'

const SIZES = { small: { width: 960, height: 640 }, wide: { width: 1280, height: 800 } } as const

/** What stands there where a text is not loaded, or its value is missing. */
const KEYS =
  /\b(ui|frame|parts|tasks|start|chains|overview|wallet|faucet|tokens|network|addresses|explorer|mining|console|palette|shortcuts|settings):\w|\{\{/

/** Names of what is pressed, and a text of each page, by language. */
const words = {
  en: {
    enter: 'Continue',
    question: 'How do you want to start?',
    create: 'Create a chain',
    join: 'Join a chain',
    more: 'More options',
    era: 'Add era',
    share: 'Share',
    mining: 'Mining',
    console: 'Console',
    settings: 'Settings',
    tokens: 'Tokens',
    createToken: 'Create a token',
    qr: 'Show QR code',
    overview: 'Overview',
    wallet: 'Wallet',
    faucet: 'Faucet',
    keyDialogs: ['Create a recovery phrase', 'Encrypt the wallet', 'Restore drill', 'Change token key'],
    fund: 'Fund the faucet',
  },
  de: {
    enter: 'Weiter',
    question: 'Wie soll es losgehen?',
    create: 'Chain erstellen',
    join: 'Chain beitreten',
    more: 'Weitere Optionen',
    era: 'Ära hinzufügen',
    share: 'Teilen',
    mining: 'Mining',
    console: 'Konsole',
    settings: 'Einstellungen',
    tokens: 'Token',
    createToken: 'Token erstellen',
    qr: 'QR-Code anzeigen',
    overview: 'Übersicht',
    wallet: 'Wallet',
    faucet: 'Faucet',
    keyDialogs: [
      'Wiederherstellungsphrase erstellen',
      'Wallet verschlüsseln',
      'Wiederherstellung testen',
      'Token-Schlüssel wechseln',
    ],
    fund: 'In das Faucet einzahlen',
  },
  es: {
    enter: 'Continuar',
    question: '¿Cómo quiere empezar?',
    create: 'Crear una cadena',
    join: 'Unirse a una cadena',
    more: 'Más opciones',
    era: 'Añadir una era',
    share: 'Compartir',
    mining: 'Minería',
    console: 'Consola',
    settings: 'Configuración',
    tokens: 'Tokens',
    createToken: 'Crear un token',
    qr: 'Mostrar el código QR',
    overview: 'Resumen',
    wallet: 'Monedero',
    faucet: 'Faucet',
    keyDialogs: [
      'Crear una frase de recuperación',
      'Cifrar el monedero',
      'Prueba de recuperación',
      'Cambiar la clave de tokens',
    ],
    fund: 'Financiar el faucet',
  },
} as const

const languageNames = { en: 'English', de: 'Deutsch', es: 'Español' } as const

describe.each(['en', 'de', 'es'] as const)('the window in %s', (language) => {
  const say = words[language]
  let page: Page
  let chains: FakeChains
  const undo: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const home = temporaryFolder()
    const app = await startWebApp({ home, args: ['-sandbox', '-automine=0', `-rpcport=${await freePort()}`] })
    undo.push(() => app.stop())
    const browser = await launchBrowser(home)
    undo.push(() => browser.close())
    // The system's languages: the first one is not here.
    page = await browser.newPage({ locale: language === 'en' ? 'fr-FR' : `${language}-${language.toUpperCase()}` })
    page.setDefaultTimeout(PATIENCE_MS)
    chains = await fakeChainsFor(page)
    await holdStill(page)
    await page.goto(app.address)
    await page.getByRole('button', { name: say.enter, exact: true }).click()
  })
  afterAll(async () => {
    for (const step of undo.toReversed()) await step()
  })

  const open = async (path: string, heading: string) => {
    const address = new URL(path, page.url()).href
    const title = page.getByRole('heading', { level: 1, name: heading, exact: true })
    // Loading the page anew takes ten times as long as a link in it, and is needed only to tell two tabs of a screen apart.
    if ((await title.count()) > 0) await page.goto('about:blank')
    await page.goto(address)
    await title.waitFor()
  }
  /** Everything of the main part fits, in both sizes. What axe judges does not depend on the language: specs of the screens ask it. */
  const look = async (name: string) => {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport)
      expect(await sidewaysOverflow(page)).toBe(0)
      expect(await cutTexts(page)).toEqual([])
      if (PICTURES) await inspect(page, `${language}-${name}-${size}`)
    }
    expect(await page.locator('body').innerText()).not.toMatch(KEYS)
  }

  it('follows the system', async () => {
    chains.answer({ preflight: FINE })
    await open('/', say.question)
    await becomes(() => page.evaluate<string>('document.documentElement.lang'), language)
    await look('welcome')
  })

  it('has room for everything about chains', async () => {
    await open('/#/chains/create', say.create)
    await page.getByText(say.more).click()
    await page.getByRole('button', { name: say.era }).click()
    await page.locator('input[name="name"]').fill('GARDEN')
    await page.getByText('Port 12417 is free.').waitFor()
    await look('create')
    await open('/#/chains/join', say.join)
    await page.locator('textarea').first().fill('-ac_name=GARDEN -ac_supply=1000000 -ac_reward=100000000 -ac_cc=2')
    await page.getByText('Port 12417 is free.').waitFor()
    await look('join')
    chains.show(many(), 'CHAIN0')
    await open('/#/chains', language === 'es' ? 'Cadenas' : 'Chains')
    await page.getByRole('row', { name: LONG.slice(0, 20) }).click()
    await page.getByRole('button', { name: say.share, exact: true }).waitFor()
    await look('chains')
    await page.getByRole('button', { name: say.share, exact: true }).click()
    await page.getByRole('button', { name: say.qr }).waitFor()
    await look('share')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })

  it('has room for mining, the console and the settings', async () => {
    for (const [path, heading] of [
      ['/#/mining', say.mining],
      ['/#/console', say.console],
      ['/#/settings', say.settings],
    ] as const) {
      await open(path, heading)
      await look(path.slice(3))
    }
  })

  it('has room for the overview and the wallet', async () => {
    await open('/#/', say.overview)
    await page.getByRole('button', { name: /Block 1\b|Bloque 1\b/ }).waitFor()
    await look('overview')
    for (const tab of ['history', 'receive', 'send', 'keys']) {
      await open(`/#/wallet?tab=${tab}`, say.wallet)
      if (tab === 'send') await page.getByRole('switch').click()
      await look(`wallet-${tab}`)
    }
    for (const [place, name] of say.keyDialogs.entries()) {
      await page.getByRole('tabpanel').getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await look(`wallet-dialog-${place}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })

  it('has room for the faucet and the tasks', async () => {
    await open('/#/faucet', say.faucet)
    await page.getByRole('button', { name: / 8 / }).click()
    await look('faucet')
    await page.getByRole('button', { name: say.fund }).first().click()
    await page.getByRole('dialog').waitFor()
    await look('faucet-fund')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('has room for the search and the list of shortcuts', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    await look('palette')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('F8').waitFor()
    await look('shortcuts')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('changes at once where the settings say so, and stays so', async () => {
    const other = language === 'es' ? ('de' as const) : ('es' as const)
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
