/**
 * Tests the desktop package: packed twice, unpacked as a user does, a token minted in its window, upgraded from an
 * older version, removed. If Electron is not installed, the stand-in is packed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { extractFile, getRawHeader, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { type AppWindow, keepEvidence, openWindow } from '../gui/app.ts'
import { fillToken, review, sentId, tokenRow } from '../gui/tokens.ts'
import { projectRoot, temporaryFolder } from '../support/daemon.ts'
import { desktopProgram } from '../support/desktopApp.ts'
import { listBrokenLinks } from './links.ts'
import { makeElectronZip } from './standInElectron.ts'

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const canPack = process.platform === 'linux' && has('zip') && has('unzip')
const skipped = leaveOut('the desktop package', canPack ? undefined : 'needs Linux with zip and unzip')
const real = desktopProgram === 'Electron'

function pack(electron: string): string {
  const folder = temporaryFolder()
  const args = ['src-main/packaging/desktop.ts', folder, ...(real ? [] : [`--electron=${electron}`])]
  const made = spawnSync(process.execPath, args, { cwd: projectRoot, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)
  return made.stdout.trim()
}

describe.skipIf(skipped)('the desktop package', () => {
  const home = join(temporaryFolder(), 'home')
  const place = join(temporaryFolder(), 'apps')
  const program = join(place, `Chainwright-linux-${process.arch}`)
  const archive = join(program, 'resources/app.asar')
  let file = ''
  let again = ''
  let tokenid = ''
  let window: AppWindow | undefined
  keepEvidence(() => window)

  const command = (): readonly [string, ...string[]] => {
    const executable = join(program, 'chainwright')
    if (real) return [executable]
    const standIn = join(projectRoot, 'e2e/stand-in/packaged.ts')
    return ['/usr/bin/env', `STAND_IN_NODE=${process.execPath}`, `STAND_IN_PROGRAM=${standIn}`, executable]
  }
  const unpack = () => {
    mkdirSync(place, { recursive: true })
    expect(spawnSync('unzip', ['-q', '-o', file, '-d', place]).status).toBe(0)
  }
  const close = async () => {
    await window?.close()
    window = undefined
  }

  beforeAll(() => {
    mkdirSync(home)
    const electron = real ? '' : makeElectronZip(packageFile.devDependencies.electron, process.arch)
    file = pack(electron)
    again = pack(electron)
    unpack()
  })
  afterAll(close)

  it('comes out identical, byte for byte, when built again', () => {
    expect(readFileSync(again).equals(readFileSync(file))).toBe(true)
    const what = real ? '' : ', without Electron itself'
    console.log(`The desktop package has ${(statSync(file).size / 1e6).toFixed(1)} MB${what}.`)
  })

  it('says in one sentence what it needs if Electron cannot be downloaded', () => {
    const unreachable = { ELECTRON_MIRROR: 'http://127.0.0.1:1/', XDG_CACHE_HOME: temporaryFolder() }
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['src-main/packaging/desktop.ts', temporaryFolder()],
      { cwd: projectRoot, encoding: 'utf8', env: { ...process.env, ...unreachable } },
    )
    expect([status, stdout]).toEqual([1, ''])
    const zip = `electron-v${packageFile.devDependencies.electron}-linux-${process.arch}.zip`
    expect(stderr).toMatch(
      /^The desktop package needs (\S+), which could not be read or downloaded \(.+\): [^\n]+ "npm run package:desktop -- --electron=<folder>"\.\n$/,
    )
    expect(stderr).toContain(`needs ${zip}, `)
  })

  it('contains documents whose links lead to files of the package', () => {
    expect(listBrokenLinks(join(program, 'doc'))).toEqual([])
  })

  it('sets its fuses, and contains one archive with native modules for this system next to it', async () => {
    const fuses = await getCurrentFuseWire(join(program, 'chainwright'))
    const on = [
      FuseV1Options.EnableCookieEncryption,
      FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
      FuseV1Options.OnlyLoadAppFromAsar,
      FuseV1Options.WasmTrapHandlers,
    ]
    for (const fuse of Object.values(FuseV1Options).filter((value) => typeof value === 'number')) {
      expect([FuseV1Options[fuse], fuses[fuse]]).toEqual([
        FuseV1Options[fuse],
        on.includes(fuse) ? FuseState.ENABLE : FuseState.DISABLE,
      ])
    }
    const files = listPackage(archive, { isPack: false })
    expect(files).toContain('/out/main/nodeThread.js')
    expect(files).toContain('/out/main/openrpc.json')
    expect(files.filter((path) => /^\/(e2e|src-|resources)|^\/out\/.*\.map$/.test(path))).toEqual([])
    expect(files.filter((path) => path.startsWith('/node_modules/electron'))).toEqual([])
    expect(files.filter((path) => path.includes('node_modules/elliptic'))).toEqual([])
    const head = JSON.parse(getRawHeader(archive).headerString)
    expect(head.files.out.files.main.files['index.js'].integrity).toMatchObject({ algorithm: 'SHA256' })
    const { name, main } = JSON.parse(extractFile(archive, 'package.json').toString())
    expect([name, main]).toEqual(['chainwright', 'out/main/index.js'])
    const native = readdirSync(`${archive}.unpacked`, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.node'),
    )
    expect(native.every((path) => path.includes(`linux-${process.arch}`))).toBe(true)
    expect(native.some((path) => path.includes('better-sqlite3'))).toBe(true)
  })

  it('contains the icons and metadata for desktops', () => {
    const share = join(program, 'share')
    expect(readdirSync(join(share, 'icons'))).toContain('chainwright-512.png')
    expect(readFileSync(join(share, 'chainwright.desktop'), 'utf8')).toContain('x-scheme-handler/chainwright')
    for (const [judge, ...args] of [
      ['desktop-file-validate', join(share, 'chainwright.desktop')],
      ['appstreamcli', 'validate', '--no-net', join(share, 'org.chainwright.Chainwright.metainfo.xml')],
    ] as const) {
      if (!has(judge)) continue
      const { status, stdout } = spawnSync(judge, args, { encoding: 'utf8' })
      expect([stdout, status]).toEqual([stdout, 0])
    }
  })

  it('opens its window, in which a user mints a token', async () => {
    window = await openWindow({ transport: 'shell', home, command: command() })
    console.log(
      `Start to a window with an answering node: ${((performance.now() - window.startedAt) / 1000).toFixed(2)} s`,
    )
    const { page } = window
    await fillToken(page, { name: 'GOLD', supply: '1,000', description: 'of a package' })
    await (await review(page)).getByRole('button', { name: 'Create token' }).click()
    await page.getByText(/Token created\. Confirmed in block \d+\./).waitFor()
    tokenid = await sentId(page)
    expect(window.complaints).toEqual([])
    await close()
  })

  it('replaces an older version and continues with its data', async () => {
    // Leftovers of an older version: a program file that no longer exists, and settings with fewer fields.
    writeFileSync(join(dirname(archive), 'app.asar'), 'older')
    writeFileSync(join(home, '.chainwright/app.json'), JSON.stringify({ version: 1, tray: false }))
    unpack()
    window = await openWindow({ transport: 'shell', home, command: command() })
    expect(await window.rpc.call('tokenlist')).toEqual([tokenid])
    await window.page.evaluate("location.hash = '#/tokens'")
    await tokenRow(window.page, 'GOLD').waitFor()
    await close()
  })

  it('keeps the data when it is removed', () => {
    rmSync(place, { recursive: true })
    expect(existsSync(join(home, '.chainwright/SANDBOX/regtest/wallet.db'))).toBe(true)
  })
})
