/** Tests the npm package: installed, a token minted in its window, the same data served by its daemon, removed. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secp256k1Backend } from '../../src-main/node/crypto/index.ts'
import { type AppWindow, keepEvidence, openWindow } from '../gui/app.ts'
import { goTo } from '../gui/frame.ts'
import { fillToken, review, sentId } from '../gui/tokens.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { startProgram } from '../support/programs.ts'
import { type Installed, installPackage } from './installed.ts'
import { listBrokenLinks } from './links.ts'

let installed: Installed
let home: string
let window: AppWindow | undefined
let tokenid = ''
keepEvidence(() => window)

beforeAll(() => {
  installed = installPackage()
  home = join(temporaryFolder(), 'home')
  mkdirSync(home)
})
afterAll(async () => {
  await window?.close()
  installed?.remove()
})

describe('the tarball', () => {
  it('installs its programs with their man pages, and no source', () => {
    expect(readdirSync(join(installed.prefix, 'bin')).sort()).toEqual([
      'chainwright',
      'chainwright-cli',
      'chainwright-query',
      'chainwrightd',
    ])
    expect(readdirSync(join(installed.prefix, 'share/man/man1')).sort()).toEqual([
      'chainwright-cli.1',
      'chainwright-query.1',
      'chainwright.1',
      'chainwrightd.1',
    ])
    const folder = join(installed.prefix, 'lib/node_modules/chainwright')
    expect(readdirSync(folder).sort()).toEqual([
      ...['LICENSE', 'README.md', 'doc', 'node_modules', 'out', 'package.json', 'src-main'],
    ])
    expect(readdirSync(join(folder, 'src-main'))).toEqual(['launch'])
    expect(readdirSync(join(folder, 'out/main'))).toContain('openrpc.json')
  })

  it('installs the stub instead of elliptic, in a tree that npm accepts as complete', () => {
    const folder = join(installed.prefix, 'lib/node_modules/chainwright/node_modules')
    const packages = installed.list().trim().split('\n')
    expect(packages.filter((path) => basename(path) === 'elliptic')).toEqual([join(folder, 'elliptic')])
    expect(readdirSync(join(folder, 'elliptic'))).toEqual(['package.json'])
  })

  it('contains documents whose links lead to files of the package', () => {
    expect(listBrokenLinks(join(installed.prefix, 'lib/node_modules/chainwright'), ['node_modules'])).toEqual([])
  })

  it('prints its version, shows help without a node, and provides shell completion', () => {
    expect(installed.run('chainwright-cli', ['-version'], home)).toMatchObject({
      ...{ code: 0, stderr: '' },
      stdout: expect.stringMatching(/^Chainwright \d+\.\d+\.\d+\n$/) as string,
    })
    for (const option of ['-version', '--version']) {
      expect(installed.run('chainwright', [option], home)).toMatchObject({
        ...{ code: 0, stderr: '' },
        stdout: expect.stringMatching(/^Chainwright \d+\.\d+\.\d+\n$/) as string,
      })
    }
    for (const option of ['-help', '--help']) {
      expect(installed.run('chainwright', [option], home)).toMatchObject({
        ...{ code: 0, stderr: '' },
        stdout: expect.stringMatching(/^Usage: chainwright \[options\]\n/) as string,
      })
    }
    expect(installed.run('chainwrightd', ['-help'], home).stdout).toContain('Usage: chainwrightd [options]')
    expect(installed.run('chainwright-cli', ['help', 'tokencreate'], home).stdout).toContain('tokencreate')
    expect(installed.run('chainwright-cli', ['-completion=bash'], home).stdout).toContain(
      'complete -F _chainwright_cli',
    )
    expect(installed.run('chainwright-cli', ['-completion=tcsh'], home)).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: 'error: -completion knows bash, zsh, fish, not "tcsh"\n',
    })
  })

  it('opens its window in a browser, in which a user mints a token', async () => {
    window = await openWindow({ transport: 'browser', home, command: installed.command('chainwright') })
    expect(window.program.output()).toMatch(
      /The desktop window is not used: Electron is not installed \("npm install -g electron@/,
    )
    const { page } = window
    await fillToken(page, { name: 'GOLD', supply: '1,000', description: 'of an installed program' })
    await (await review(page)).getByRole('button', { name: 'Create token' }).click()
    await page.getByText(/Token created\. Confirmed in block \d+\./).waitFor()
    tokenid = await sentId(page)
    const here = ['-ac_name=SANDBOX', `-rpcport=${window.rpcPort}`]
    expect(JSON.parse(installed.run('chainwright-cli', [...here, 'tokenlist'], home).stdout)).toEqual([tokenid])
  })

  it('signs with the same library as a checkout', () => {
    const status = ['-ac_name=SANDBOX', `-rpcport=${window!.rpcPort}`, 'getnodestatus']
    expect(JSON.parse(installed.run('chainwright-cli', status, home).stdout)).toMatchObject({
      verifier: secp256k1Backend,
    })
  })

  it('shows calls in the syntax of the installed client', async () => {
    const { page } = window!
    await goTo(page, 'Home')
    await page.getByRole('button', { name: 'Show the RPC call behind this: getblockchaininfo' }).first().click()
    const snippet = await page.getByRole('region', { name: 'getblockchaininfo as cli' }).innerText()
    const [program = '', ...words] = snippet.trim().split(' ')
    const { stdout } = installed.run(program, [`-rpcport=${window!.rpcPort}`, ...words], home)
    expect(JSON.parse(stdout)).toMatchObject({ chain: 'regtest' })
  })

  it('serves the token by its daemon too, from the data of the window', async () => {
    await window?.close()
    window = undefined
    const port = `-rpcport=${await freePort()}`
    const [program, ...first] = installed.command('chainwrightd')
    const daemon = startProgram(program, [...first, '-sandbox', port], { env: { HOME: home } })
    await daemon.printed(/is ready/)
    const call = (...words: string[]) => installed.run('chainwright-cli', ['-ac_name=SANDBOX', port, ...words], home)
    expect(JSON.parse(call('tokenlist').stdout)).toEqual([tokenid])
    expect(call('stop').code).toBe(0)
    expect(await daemon.ended).toBe(0)
  })

  it('keeps the data when it is removed', () => {
    installed.uninstall()
    expect(existsSync(join(installed.prefix, 'bin/chainwright'))).toBe(false)
    expect(existsSync(join(home, '.chainwright/SANDBOX/regtest/wallet.db'))).toBe(true)
  })
})
