/** Runs the first command of the README in a Debian with only Node.js and npm: no Python, no compiler, no git. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { freePort } from '../support/ports.ts'
import { startProgram } from '../support/programs.ts'
import { WEB_ADDRESS } from '../support/webApp.ts'
import { type FreshRoot, makeFreshRoot, noFreshRoot } from './freshRoot.ts'
import { copySources, findProgram, runStep } from './installed.ts'

const missing = noFreshRoot()

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/** Copies Node.js and npm of this machine with npm's settings, and the files needed to connect to the registry. */
function addNodeAndNpm(root: FreshRoot): void {
  const npm = findProgram('npm')
  root.copyIn(process.execPath, '/usr/bin/node')
  root.copyIn(dirname(dirname(npm)), '/usr/lib/node_modules/npm')
  root.run('ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/bin/npm')
  const settings = ['userconfig', 'globalconfig'].map((name) =>
    runStep(process.execPath, [npm, 'config', 'get', name]).trim(),
  )
  for (const path of [CERTIFICATES, '/etc/resolv.conf', '/etc/hosts', ...settings]) {
    mkdirSync(dirname(join(root.folder, path)), { recursive: true })
    root.copyIfPresent(path)
  }
}

describe.skipIf(leaveOut('README’s first command in a bare Debian', missing))('a machine with only Node.js', () => {
  let root: FreshRoot

  beforeAll(() => {
    root = makeFreshRoot([])
    root.run('mount', '-t', 'proc', 'proc', '/proc')
    addNodeAndNpm(root)
    copySources(join(root.folder, 'tree'))
    writeFileSync(
      join(root.folder, 'in-tree'),
      `#!/bin/sh\nexport NODE_EXTRA_CA_CERTS=${CERTIFICATES}\ncd /tree\nexec "$@"\n`,
    )
    root.run('chmod', '755', '/in-tree')
  })
  afterAll(() => {
    root?.run('umount', '/proc')
    root?.remove()
  })

  it('lacks Python, a compiler and git', () => {
    for (const name of ['python3', 'cc', 'g++', 'make', 'git']) {
      expect(() => root.run('sh', '-c', `command -v ${name}`)).toThrow(/ended with/)
    }
  })

  it('installs the packages and opens the window', async () => {
    root.run('/in-tree', 'npm', 'ci')
    const options = ['--web', '--no-open', '-sandbox', `-rpcport=${await freePort()}`]
    const command = ['/in-tree', 'npm', 'start', '--', ...options]
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' }
    const program = startProgram('/usr/sbin/chroot', [root.folder, ...command], { env, group: true })
    const [address] = await program.printed(WEB_ADDRESS)
    expect(await (await fetch(address)).text()).toContain('<title>Chainwright</title>')
    // Ctrl-C reaches npm, its shell and the program.
    process.kill(-(program.process.pid ?? 0), 'SIGINT')
    await program.ended
  })
})
