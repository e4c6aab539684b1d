/** Tests the notice of a newer version: an installed build with an update feed, which a server of the test provides. */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newFeedKey, publicKeyFor, writeFeed } from '../../src-main/app/updates/feed.ts'
import { projectRoot, temporaryFolder } from '../support/daemon.ts'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { becomes } from './frame.ts'
import { cutTexts, sidewaysOverflow } from './inPage.ts'
import { inspect } from './inspect.ts'

const PAGE = 'https://downloads.example.org/chainwright/99.0.0'
const NOTES = ['Tokens can be burned.', `A long sentence ${'that goes on '.repeat(20)}to its end.`]
const key = newFeedKey()
const folder = temporaryFolder()
const home = join(folder, 'home')
let server: Server
let window: AppWindow
let requests = 0
let start = ''
keepEvidence(() => window)

/** Installs the build with this release.json. */
function installBuild(release: object): string {
  const program = join(folder, 'program')
  mkdirSync(join(program, 'src-main'), { recursive: true })
  cpSync(join(projectRoot, 'out'), join(program, 'out'), { recursive: true })
  cpSync(join(projectRoot, 'src-main/launch'), join(program, 'src-main/launch'), { recursive: true })
  cpSync(join(projectRoot, 'package.json'), join(program, 'package.json'))
  symlinkSync(join(projectRoot, 'node_modules'), join(program, 'node_modules'))
  writeFileSync(join(program, 'out/main/release.json'), JSON.stringify(release))
  return join(program, 'src-main/launch/start.mjs')
}

/** Writes a chain list with one stopped chain, because with the sandbox alone the app would not check for updates. */
function writeChains(): void {
  mkdirSync(join(home, '.chainwright/DEMO'), { recursive: true })
  const chain = {
    ...{ id: 'DEMO-1', kind: 'joined', label: 'Demo', name: 'DEMO', network: 'regtest', peers: [], folder: 'DEMO' },
    ...{ options: ['-ac_name=DEMO', '-ac_supply=1000', '-regtest'], testnode: false, p2pPort: null, rpcPort: null },
    ...{ created: 1_700_000_000, lastUsed: null, height: null, tipTime: null },
  }
  writeFileSync(
    join(home, '.chainwright/chains.json'),
    JSON.stringify({ version: 1, current: 'DEMO-1', running: [], chains: [chain] }),
  )
}

const open = () => openWindow({ transport: 'browser', home, unnamed: true, command: [process.execPath, start] })

describe('a newer version', () => {
  beforeAll(async () => {
    server = createServer((_request, response) => {
      requests++
      response.end(writeFeed({ version: '99.0.0', issued: 1_900_000_000, page: PAGE, notes: NOTES }, key))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.json`
    writeChains()
    start = installBuild({ feed, keys: [publicKeyFor(key)] })
    window = await open()
  })
  afterAll(async () => {
    await window?.close()
    server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('appears in the sidebar, and its changes in the settings', async () => {
    const { page } = window
    await page.getByRole('link', { name: 'Version 99.0.0 is out' }).click()
    await page.getByText('Tokens can be burned.').waitFor()
    const link = page.getByRole('link', { name: 'Open downloads.example.org' })
    expect(await link.getAttribute('href')).toBe(PAGE)
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(await page.getByText(PAGE, { exact: true }).isVisible()).toBe(true)
    expect([await sidewaysOverflow(page), await cutTexts(page)]).toEqual([0, []])
    expect(await inspect(page, 'update-out')).toEqual([])
  })

  it('triggers no more checks after the user turns them off', async () => {
    const { page } = window
    const choice = page.getByRole('switch', { name: 'Look for new versions once a day' })
    expect(await page.getByText('Option: -updatecheck').isVisible()).toBe(true)
    await choice.focus()
    await page.keyboard.press('Space')
    await becomes(
      async () => readFileSync(join(home, '.chainwright/app.json'), 'utf8').includes('"updates": false'),
      true,
    )
    expect(requests).toBe(1)
    expect(readFileSync(join(home, '.chainwright/updates.log'), 'utf8')).toContain('the newest version is 99.0.0')
    expect(window.complaints).toEqual([])
  })

  it('triggers no checks after a damaged settings file, which the sidebar links to, until turned on again', async () => {
    await window.close()
    writeFileSync(join(home, '.chainwright/app.json'), '{"version":1,"updates":tr')
    rmSync(join(home, '.chainwright/updates.json'))
    window = await open()
    const { page } = window
    await page.getByRole('link', { name: 'Settings were reset' }).click()
    await page
      .getByText(/The settings file of the app is not readable and was set aside as app\.json\.damaged-\d+/)
      .waitFor()
    const choice = page.getByRole('switch', { name: 'Look for new versions once a day' })
    expect(await choice.isChecked()).toBe(false)
    expect([await sidewaysOverflow(page), await cutTexts(page)]).toEqual([0, []])
    expect(await inspect(page, 'settings-reset')).toEqual([])
    expect(requests).toBe(1)
    await choice.focus()
    await page.keyboard.press('Space')
    await page.getByRole('link', { name: 'Settings were reset' }).waitFor({ state: 'detached' })
    expect(window.complaints).toEqual([])
  })
})
