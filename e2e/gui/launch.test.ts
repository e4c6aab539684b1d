/** Tests `npm start`, with the Node.js of this run and the system's own, and Ctrl-C. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findElectron } from '../../src-main/launch/prepare.mjs'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { projectRoot, temporaryFolder } from '../support/daemon.ts'
import { appCommand } from '../support/desktopApp.ts'
import { expectSoonEnded, timed } from '../support/endTime.ts'
import { freePort } from '../support/ports.ts'
import { startProgram } from '../support/programs.ts'
import { WEB_ADDRESS } from '../support/webApp.ts'

/** Path of the distribution's own Node.js, which may be older than the program needs. */
const SYSTEM_NODE = '/usr/bin/node'
const startScript = join(projectRoot, 'src-main/launch/start.mjs')

/** Returns the ids of processes whose command line contains a text; Linux only. */
function processesWith(text: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)
    } catch {
      // The process ended during the search.
      return false
    }
  })
}

describe('npm start', () => {
  let home: string
  let port: number

  beforeEach(async () => {
    home = temporaryFolder()
    port = await freePort()
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  /** Starts the app, waits until the node responds, sends a signal, and checks that no process is left. */
  async function startAndStop(command: string, args: readonly string[], signal: NodeJS.Signals, group = false) {
    const mark = `-rpcport=${port}`
    const env = { HOME: home, DISPLAY: '', WAYLAND_DISPLAY: '' }
    const started = performance.now()
    const program = startProgram(command, [...args, '-sandbox', mark], { env, group })
    const [address] = await program.printed(WEB_ADDRESS)
    const page = await fetch(address)
    expect(await page.text()).toContain('<title>Chainwright</title>')
    await waitFor(() => fetch(`http://127.0.0.1:${port}/`))
    const { pid = 0 } = program.process
    const startMillis = performance.now() - started
    const { millis } = await timed(() => {
      process.kill(group ? -pid : pid, signal)
      return program.ended
    })
    expect(processesWith(mark)).toEqual([])
    expectSoonEnded(millis, startMillis)
    return program.output()
  }

  it('prints one address and no error, and ends on Ctrl-C with all its processes', async () => {
    const output = await startAndStop('npm', ['start', '--silent', '--', '--web', '--no-open'], 'SIGINT', true)
    expect(output).toMatch(/^Open this address in a browser on this machine: http:/)
    expect(output).not.toMatch(/error|warn|deprecat/i)
  })

  it.skipIf(!existsSync(SYSTEM_NODE))('runs under the system’s own Node.js, and ends on SIGTERM', async () => {
    const { stdout } = spawnSync(SYSTEM_NODE, ['--version'], { encoding: 'utf8' })
    console.log(`The system has Node.js ${stdout.trim()}.`)
    const output = await startAndStop(SYSTEM_NODE, [startScript, '--web', '--no-open'], 'SIGTERM')
    expect(output).toMatch(/^Open this address in a browser on this machine: http:/)
  })

  it.skipIf(findElectron().program !== undefined)('prints in one line why there is no desktop window', async () => {
    const output = await startAndStop(process.execPath, [startScript, '--no-open'], 'SIGTERM')
    const lines = output.split('\n')
    expect(lines[0]).toMatch(/^Opening Chainwright in your browser\. The desktop window is not used: .+\.$/)
    expect(lines[1]).toMatch(/^Open this address/)
  })

  it('explains an invalid option in an error message', async () => {
    const program = startProgram(process.execPath, [startScript, '--web', '--no-open', '-sandbox', '-rpcport=many'], {
      env: { HOME: home },
    })
    await program.printed(/-rpcport=many: expected a whole number from 0 to 65535/)
    await program.stop()
  })
})

describe('the app without a window', () => {
  const ways = { 'the launch script': [process.execPath, startScript], 'the main process': appCommand } as const

  it.each(
    Object.entries(ways).flatMap(([name, way]) =>
      ['-version', '--version', '-help', '--help'].map((option) => [name, option, way] as const),
    ),
  )('prints by %s the output of %s, exits with 0 and creates no file', (_, option, [program, ...first]) => {
    const home = temporaryFolder()
    const env = { ...process.env, HOME: home }
    const { status, stdout, stderr } = spawnSync(program, [...first, option], {
      encoding: 'utf8',
      env,
      timeout: MAX_WAIT_MS,
    })
    expect({ status, stderr, files: readdirSync(home) }).toEqual({ status: 0, stderr: '', files: [] })
    expect(stdout).toMatch(
      option.endsWith('version')
        ? /^Chainwright \d+\.\d+\.\d+\n$/
        : /^Usage: chainwright \[options\]\n[\s\S]+ {2}-web-port=<n>\n/,
    )
  })
})
