/**
 * Tests the Debian package in a minimal root: install it, run the command of its service, create a token, remove it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { projectRoot, temporaryFolder } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { type FreshRoot, makeFreshRoot, noFreshRoot } from './freshRoot.ts'
import { runStep } from './installed.ts'
import { listBrokenLinks } from './links.ts'

const missing = noFreshRoot()
const LINTIAN = 'lintian'
const noLintian = spawnSync(LINTIAN, ['--version']).status === 0 ? undefined : 'lintian is not installed'
const DOCUMENTS = 'usr/share/doc/chainwright'

/** Creates the package from the existing build; returns its path. */
function makePackage(): string {
  const out = temporaryFolder()
  for (const [script, ...args] of [['src-main/cli/manual/write.ts'], ['src-main/packaging/debian.ts', out]]) {
    const made = spawnSync(process.execPath, [join(projectRoot, script ?? ''), ...args], { encoding: 'utf8' })
    if (made.status !== 0) throw new Error(made.stderr)
    if (args.length > 0) return made.stdout.trim()
  }
  return ''
}

/** Returns the names of an ar archive's members (deb(5)). */
function listMembers(archive: Buffer): readonly string[] {
  const names: string[] = []
  for (let offset = 8; offset < archive.length; ) {
    const header = archive.subarray(offset, offset + 60).toString('latin1')
    names.push(header.slice(0, 16).trim())
    const size = Number(header.slice(48, 58))
    offset += 60 + size + (size % 2)
  }
  return names
}

describe.skipIf(leaveOut('the Debian package', missing))('the Debian package', () => {
  let root: FreshRoot
  let file: string
  let port: number
  const asService = (...command: string[]) => [
    'runuser',
    '-u',
    'chainwright',
    '--',
    'env',
    'HOME=/var/lib/chainwright',
    ...command,
  ]
  const call = (...words: string[]) => {
    const [program = '', ...args] = asService('chainwright-cli', '-ac_name=SANDBOX', `-rpcport=${port}`, ...words)
    return root.run(program, ...args)
  }

  beforeAll(async () => {
    file = makePackage()
    port = await freePort()
    // Dependencies of the package.
    root = makeFreshRoot(['adduser', 'libstdc++6'])
    root.copyIn(file, '/chainwright.deb')
  })
  afterAll(() => root?.remove())

  it('comes out identical, byte for byte, when built again', () => {
    expect(readFileSync(makePackage()).equals(readFileSync(file))).toBe(true)
    console.log(`The Debian package has ${(statSync(file).size / 1e6).toFixed(1)} MB.`)
  })

  it('contains members that every tool of Debian 12, Debian 13 and Ubuntu 24.04 reads', () => {
    expect(listMembers(readFileSync(file))).toEqual(['debian-binary', 'control.tar.gz', 'data.tar.gz'])
    const fields = runStep('dpkg-deb', ['--field', file, 'Package', 'Maintainer', 'Depends'])
    expect(fields).toMatch(/^Package: chainwright\nMaintainer: .+\nDepends: adduser, libc6 /)
  })

  it.skipIf(leaveOut('lintian’s check of the Debian package', noLintian))('passes lintian without an error', () => {
    const { stdout } = spawnSync(LINTIAN, ['--fail-on', 'none', '--tag-display-limit', '0', file], { encoding: 'utf8' })
    const found = stdout.split('\n')
    expect(found.filter((line) => line.startsWith('E:') || line.includes('changelog'))).toEqual([])
  })

  it('installs in a minimal Debian, and contains the programs', () => {
    root.run('dpkg', '-i', '/chainwright.deb')
    expect(root.run('chainwright-cli', '-version')).toMatch(/^Chainwright \d/)
    expect(root.run('stat', '-c', '%a %U', '/var/lib/chainwright').trim()).toBe('700 chainwright')
    for (const path of [
      'usr/share/man/man1/chainwrightd.1.gz',
      'usr/share/icons/hicolor/48x48/apps/chainwright.png',
      'usr/share/mime/packages/chainwright.xml',
      'usr/lib/chainwright/out/main/openrpc.json',
      'usr/lib/systemd/system/chainwrightd@.service',
    ]) {
      expect([path, existsSync(join(root.folder, path))]).toEqual([path, true])
    }
  })

  it('contains the documents of an operator, whose links lead to files of the package', () => {
    const documents = join(root.folder, DOCUMENTS)
    expect(readdirSync(documents)).toEqual(
      expect.arrayContaining(['README.md', 'changelog.gz', 'copyright', 'docs', 'licences', 'openrpc.json', 'service']),
    )
    expect(listBrokenLinks(documents)).toEqual([])
    const [node] = readdirSync(join(documents, 'licences')).filter((name) => name.startsWith('node-linux-'))
    expect(readFileSync(join(documents, 'licences', node ?? ''), 'utf8')).toContain('OpenSSL, located at deps/openssl')
  })

  it('runs the node of its service, on whose chain a token is created', async () => {
    const unit = readFileSync(join(root.folder, 'usr/lib/systemd/system/chainwrightd.service'), 'utf8')
    expect(unit).toContain('ExecStart=/usr/bin/chainwrightd $CHAINWRIGHTD_OPTIONS\n')
    const options = /CHAINWRIGHTD_OPTIONS="(.*)"/.exec(
      readFileSync(join(root.folder, 'etc/default/chainwrightd'), 'utf8'),
    )
    const command = asService('/usr/bin/chainwrightd', ...(options?.[1] ?? '').split(' '), `-rpcport=${port}`)
    const node = spawn('/usr/sbin/chroot', [root.folder, ...command], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise<number | null>((resolve) => node.once('close', resolve))
    let text = ''
    node.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    await waitFor(() => expect(text).toContain('is ready'))
    const { hex } = JSON.parse(call('tokencreate', 'GOLD', '1', 'of an installed service')) as { hex: string }
    const tokenid = call('sendrawtransaction', hex).trim()
    await waitFor(() => expect(JSON.parse(call('tokenlist'))).toEqual([tokenid]))
    call('stop')
    expect(await ended).toBe(0)
  })

  it('keeps the wallet when it is removed and purged', () => {
    root.run('dpkg', '--purge', 'chainwright')
    expect(existsSync(join(root.folder, 'usr/bin/chainwrightd'))).toBe(false)
    expect(existsSync(join(root.folder, 'var/lib/chainwright/.chainwright/SANDBOX/regtest/wallet.db'))).toBe(true)
  })
})
