/**
 * Habits: commands that an operator of bitcoind types, with the output that the operator expects, on a new regtest
 * chain. To test another command, add a row.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { splitWords } from '../../src-shared/rpc/words.ts'
import { type Daemon, projectRoot, startDaemon, temporaryFolder } from '../support/daemon.ts'

/** One command, run after the commands of the rows before it. */
interface Habit {
  /**
   * Command as typed in a shell. `$(…)` is replaced with the output of another command. The test adds options that
   * name the chain. chainwrightd gets a folder of its own and is not stopped, so use commands that end it.
   */
  readonly command: string
  readonly input?: string
  /** Expected standard output, with the patterns of `PATTERNS`. Default: nothing. */
  readonly output?: string
  /** Expected standard error, with the same patterns. Default: nothing. */
  readonly error?: string
  /** default: 0 */
  readonly code?: number
}

/** Patterns of texts that differ from run to run. */
const PATTERNS: Readonly<Record<string, string>> = {
  '<hash>': '[0-9a-f]{64}',
  '<hex>': '(?:[0-9a-f]{2})+',
  '<number>': '-?[0-9]+(?:\\.[0-9]+)?(?:e[-+]?[0-9]+)?',
  '<address>': 'R[1-9A-HJ-NP-Za-km-z]{33}',
  '<text>': '[^\\n]+',
  '<lines>': '[\\s\\S]+',
}

const PASSWORD = 'e2e-password'
const CHAIN = ['-ac_name=HABITS', '-regtest', '-ac_supply=1000', '-ac_reward=100000000']

const CLIENT_HABITS: readonly Habit[] = [
  { command: 'chainwright-cli getblockcount', output: '0' },
  // Mining: the first block brings the supply.
  { command: 'chainwright-cli -generate', output: '{\n  "address": "<address>",\n  "blocks": [\n    "<hash>"\n  ]\n}' },
  {
    command: 'chainwright-cli -generate 2 1000000',
    output: '{\n  "address": "<address>",\n  "blocks": [\n    "<hash>",\n    "<hash>"\n  ]\n}',
  },
  {
    command: 'chainwright-cli -generate 0',
    error:
      'error: the first argument (number of blocks to generate, default: 1) must be an integer value greater than zero',
    code: 1,
  },
  { command: 'chainwright-cli getblockcount', output: '3' },
  // Named arguments, with the names of the contract or of Bitcoin Core.
  { command: 'chainwright-cli -named getblockhash index=1', output: '<hash>' },
  { command: 'chainwright-cli -named getblockhash height=1', output: '<hash>' },
  {
    command: 'chainwright-cli -named getblock verbosity=0 blockhash=$(chainwright-cli getblockhash 1)',
    output: '<hex>',
  },
  { command: 'chainwright-cli -named getblock 1 verbosity=0', output: '<hex>' },
  { command: 'chainwright-cli -named listunspent addresses=[]', output: '[<lines>]' },
  {
    command: 'chainwright-cli -named getblockhash indx=1',
    error: 'error code: -8\nerror message:\nUnknown named parameter indx\nDid you mean index? Parameters: index',
    code: 8,
  },
  {
    command: 'chainwright-cli -named getblockhash 1 index=1',
    error: 'error code: -8\nerror message:\nParameter index specified twice both as positional and named argument',
    code: 8,
  },
  {
    command: 'chainwright-cli -named getblokhash index=1',
    error: 'error code: -32601\nerror message:\nMethod not found\nDid you mean getblockhash? "help" lists the methods.',
    code: 32601 & 0xff,
  },
  // Overviews of the node.
  {
    command: 'chainwright-cli -getinfo',
    output: `Chain: regtest
Blocks: 3
Headers: 3
Verification progress: 100.0000%
Difficulty: <number>

Network: in 0, out 0, total 0
Version: <number>
Time offset (s): 0
Proxies: n/a
Min tx relay fee rate (HABITS/kB): 0.00000100

Wallet: ""
Keypool size: <number>
Transaction fee rate (-paytxfee) (HABITS/kB): 0.00000000

Balance: <number>

Warnings: (none)`,
  },
  { command: 'chainwright-cli -getinfo now', error: 'error: -getinfo takes no arguments', code: 1 },
  {
    command: 'chainwright-cli -netinfo',
    output: `Chainwright client v<text> regtest - server 170013/<text>/

         ipv4    ipv6   total
in          0       0       0
out         0       0       0
total       0       0       0

Local addresses: n/a`,
  },
  { command: 'chainwright-cli -netinfo 4', output: '<text>/ - services n<text>\n\n<lines>Local addresses: n/a' },
  { command: 'chainwright-cli -netinfo help', output: '-netinfo level "outonly"<lines>' },
  {
    command: 'chainwright-cli -netinfo all',
    error: 'error: invalid -netinfo argument: all\nFor more information, run: chainwright-cli -netinfo help',
    code: 1,
  },
  {
    command: 'chainwright-cli -getinfo -netinfo',
    error: 'error: Only one of -getinfo, -netinfo may be given',
    code: 1,
  },
  // Password from standard input.
  { command: 'chainwright-cli -stdinrpcpass getblockcount', input: `${PASSWORD}\n`, output: '3' },
  { command: 'chainwright-cli -stdinrpcpass -stdin getblockhash', input: `${PASSWORD}\n1\n`, output: '<hash>' },
  {
    command: 'chainwright-cli -stdinrpcpass getblockcount',
    input: 'wrong\n',
    error: 'error: the server rejected this rpcuser and rpcpassword',
    code: 1,
  },
  {
    command: 'chainwright-cli -stdinrpcpass getblockcount',
    error: 'error: -stdinrpcpass: no password in the first line of standard input',
    code: 1,
  },
  // Waiting for a node.
  { command: 'chainwright-cli -rpcwait -rpcwaittimeout=5 getblockcount', output: '3' },
  {
    command: 'chainwright-cli -rpcport=1 -rpcwait -rpcwaittimeout=1 getblockcount',
    error: 'error: timeout on transient error: could not connect to the server at 127.0.0.1:1: <text>',
    code: 1,
  },
  // Unknown options change nothing.
  {
    command: 'chainwright-cli -genrate 5',
    error: 'error: unknown option -genrate; did you mean -generate?',
    code: 1,
  },
  {
    command: 'chainwright-cli -ac_nmae=OTHER stop',
    error: 'error: unknown option -ac_nmae; did you mean -ac_name?',
    code: 1,
  },
  { command: 'chainwright-cli -listen generate 1', error: 'error: unknown option -listen; <text>', code: 1 },
  { command: 'chainwright-cli getblockcount', output: '3' },
]

const HABITS: Readonly<Record<string, readonly Habit[]>> = {
  'chainwright-cli': CLIENT_HABITS,
}

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
    daemon = await startDaemon({ args: CHAIN, credentials: { user: 'e2e', password: PASSWORD } })
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
    const user = ['-rpcuser=e2e', `-rpcpassword=${PASSWORD}`]
    return [
      'client.js',
      '-ac_name=HABITS',
      '-regtest',
      `-datadir=${daemon.dataDir}`,
      `-rpcport=${daemon.port}`,
      ...user,
    ]
  }

  async function runCommand(command: string, input = ''): Promise<Run> {
    const nested = /\$\(([^)]*)\)/.exec(command)
    if (nested !== null) {
      const { output } = await runCommand(nested[1]!)
      return runCommand(command.replace(nested[0], output.trimEnd()), input)
    }
    const [name, ...words] = splitWords(command).map(({ text }) => text)
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
