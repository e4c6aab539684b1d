/** Runs the first command of the README with only Node.js and a shell: no Python, no compiler. */
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot, temporaryFolder } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { startProgram } from '../support/programs.ts'
import { WEB_ADDRESS } from '../support/webApp.ts'
import { copySources, findProgram, runStep } from './installed.ts'

/** Included in Node.js 20 and 22; builds each package with a `binding.gyp` if scripts may run. */
const OLDER_NPM = 'npm@10.9.9'

describe('npm ci with only Node.js', () => {
  let folder: string
  let tree: string
  let env: NodeJS.ProcessEnv
  const npm = findProgram('npm')

  beforeAll(() => {
    folder = temporaryFolder()
    const tools = join(folder, 'tools')
    mkdirSync(tools)
    symlinkSync(process.execPath, join(tools, 'node'))
    symlinkSync(findProgram('sh'), join(tools, 'sh'))
    env = { ...process.env, PATH: tools, DISPLAY: '', WAYLAND_DISPLAY: '' }
    // npm passes its own configuration to the command that runs these tests.
    for (const name of Object.keys(env)) if (/^npm_config_(ignore_scripts|python)$/i.test(name)) delete env[name]
    tree = join(folder, 'tree')
    copySources(tree)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('installs the tree by npm 10 without compiling, like the npm that installed this checkout', () => {
    const older = join(folder, 'older')
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
    runStep(process.execPath, [npm, 'install', '--prefix', older, ...quiet, OLDER_NPM], { cwd: folder })
    const program = join(older, 'node_modules/npm/bin/npm-cli.js')
    runStep(process.execPath, [program, 'ci', '--prefer-offline'], { env, cwd: tree })
    // A compiled driver would be in this folder, next to the prebuilt binaries of its package.
    for (const installed of [tree, projectRoot])
      expect(readdirSync(join(installed, 'node_modules/better-sqlite3'))).not.toContain('build')
  })

  it('starts the window afterwards by npm start', async () => {
    const options = ['-sandbox', `-rpcport=${await freePort()}`, `-root=${join(folder, 'data')}`]
    const program = startProgram(process.execPath, [npm, 'start', '--', '--web', '--no-open', ...options], {
      env: { ...env, HOME: folder },
      cwd: tree,
      group: true,
    })
    const [address] = await program.printed(WEB_ADDRESS)
    expect(await (await fetch(address)).text()).toContain('<title>Chainwright</title>')
    // Ctrl-C reaches npm, its shell and the program.
    process.kill(-(program.process.pid ?? 0), 'SIGINT')
    await program.ended
  })
})
