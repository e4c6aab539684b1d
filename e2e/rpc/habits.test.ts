/** Runs the table of habits (habits.ts). */
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { splitWords } from '../../src-shared/rpc/words.ts'
import { type Daemon, projectRoot, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { HABITS, HABITS_PASSWORD } from './habits.ts'

/** Patterns of texts that differ from run to run. */
const PATTERNS: Readonly<Record<string, string>> = {
  '<hash>': '[0-9a-f]{64}',
  '<hex>': '(?:[0-9a-f]{2})+',
  '<number>': '-?[0-9]+(?:\\.[0-9]+)?(?:e[-+]?[0-9]+)?',
  '<address>': 'R[1-9A-HJ-NP-Za-km-z]{33}',
  '<time>': '\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z',
  '<text>': '[^\\n]+',
  '<lines>': '[\\s\\S]+',
}

const CHAIN = ['-ac_name=HABITS', '-regtest', '-ac_supply=1000', '-ac_reward=100000000']

interface Run {
  readonly output: string
  readonly error: string
  readonly code: number | null
}

const escapeRegExp = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Returns a pattern that matches exactly the expected text, with the line feed that ends it. */
function toPattern(expected = ''): RegExp {
  const parts = expected.split(/(<[a-z]+>)/).map((part) => PATTERNS[part] ?? escapeRegExp(part))
  return new RegExp(`^${parts.join('')}${expected === '' ? '' : '\\n'}$`)
}

describe('habits', () => {
  let daemon: Daemon
  let folder = ''
  beforeAll(async () => {
    daemon = await startDaemon({ args: CHAIN, credentials: { user: 'e2e', password: HABITS_PASSWORD } })
    folder = temporaryFolder()
  })
  afterAll(async () => {
    await daemon.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Returns the file and the options of a program of the table. */
  function findProgram(name: string | undefined): string[] {
    if (name === 'chainwrightd') return ['daemon.js', ...CHAIN, `-datadir=${folder}`, '-rpcport=0', '-listen=0']
    if (name !== 'chainwright-cli') throw new Error(`unknown program ${name}`)
    const user = ['-rpcuser=e2e', `-rpcpassword=${HABITS_PASSWORD}`]
    return [
      'client.js',
      '-ac_name=HABITS',
      '-regtest',
      `-datadir=${daemon.dataDir}`,
      `-rpcport=${daemon.port}`,
      ...user,
    ]
  }

  async function post(body: string): Promise<Run> {
    const { status, body: text } = await daemon.rpc.post(body)
    return { output: `${status} ${text.trimEnd()}\n`, error: '', code: 0 }
  }

  /** Returns the lines of debug.log with this text. Like grep, it ends with 1 if no line has it. */
  function search(text: string): Run {
    const log = readFileSync(join(daemon.dataDir, 'regtest/debug.log'), 'utf8')
    const found = log.split('\n').filter((line) => line.includes(text))
    return { output: found.map((line) => `${line}\n`).join(''), error: '', code: found.length > 0 ? 0 : 1 }
  }

  async function runCommand(command: string, input = ''): Promise<Run> {
    // The innermost one first.
    const nested = /\$\(([^()]*)\)/.exec(command)
    if (nested !== null) {
      const { output } = await runCommand(nested[1]!)
      return runCommand(command.replace(nested[0], output.trimEnd()), input)
    }
    const [name, ...words] = splitWords(command).map(({ text }) => text)
    if (name === 'curl') return post(words[1]!)
    if (name === 'grep') return search(words[0]!)
    const [file = '', ...options] = findProgram(name)
    const child = spawn(process.execPath, [join(projectRoot, 'out/main', file), ...options, ...words])
    let output = ''
    let error = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
    // The program may end without reading its input.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { output, error, code }
  }

  describe.each(Object.entries(HABITS))('of %s', (_, habits) => {
    it.each(habits)('$command', async ({ command, input, output, error, code = 0 }) => {
      expect(await runCommand(command, input)).toEqual({
        output: expect.stringMatching(toPattern(output)),
        error: expect.stringMatching(toPattern(error)),
        code,
      })
    })
  })
})
