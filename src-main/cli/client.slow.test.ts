import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { helpText } from '#shared/rpc/help.ts'

interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const program = resolve(import.meta.dirname, 'client.ts')
let home = ''
let server: Server
let port = 0
let requests: { authorization: string | undefined; body: string }[] = []
let answer: (method: string) => { status: number; body: string }

function cli(argv: readonly string[], input?: string): Promise<Run> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [program, ...argv],
      { env: { ...process.env, HOME: home, USERPROFILE: home } },
      (error, stdout, stderr) => done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
    child.stdin?.end(input ?? '')
  })
}

const reply = (result: string) => ({ status: 200, body: `{"result":${result},"error":null,"id":1}\n` })
const errorReply = (status: number, code: number, message: string) => ({
  status,
  body: `{"result":null,"error":{"code":${code},"message":${JSON.stringify(message)}},"id":1}\n`,
})

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'client-'))
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      requests.push({ authorization: request.headers.authorization, body })
      const { status, body: text } = answer((JSON.parse(body) as { method: string }).method)
      response.writeHead(status).end(text)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
  const folder = join(home, '.chainwright', 'DEMO')
  mkdirSync(join(folder, 'regtest'), { recursive: true })
  writeFileSync(join(folder, 'DEMO.conf'), `rpcuser=u\nrpcpassword=p\nrpcport=${port}\n`)
  const cookie = join(home, '.chainwright', 'COOKIE')
  mkdirSync(join(cookie, 'regtest'), { recursive: true })
  writeFileSync(join(cookie, 'COOKIE.conf'), `regtest=1\nrpcport=${port}\n`)
  writeFileSync(join(cookie, 'regtest', '.cookie'), '__cookie__:abc')
})
afterAll(() => {
  server.close()
  rmSync(home, { recursive: true })
})

const params = () => (JSON.parse(requests.at(-1)?.body ?? '{}') as { params: unknown }).params
const user = () => Buffer.from(requests.at(-1)?.authorization?.slice(6) ?? '', 'base64').toString()

describe('chainwright-cli', () => {
  it('finds the conf file by the chain’s name and prints strings without quotes', async () => {
    answer = () => reply('"a\\nb"')
    expect(await cli(['-ac_name=DEMO', 'getbestblockhash'])).toEqual({ code: 0, stdout: 'a\nb\n', stderr: '' })
    expect(user()).toBe('u:p')
  })

  it('prints objects indented with exact numbers, and prints nothing for null', async () => {
    answer = (method) =>
      reply(method === 'getinfo' ? '{"balance":1.00000000,"list":[],"big":18446744073709551615}' : 'null')
    const [info, nothing] = await Promise.all([
      cli(['-ac_name=DEMO', 'getinfo']),
      cli(['-ac_name=DEMO', 'setmocktime', '0']),
    ])
    expect(info.stdout).toBe('{\n  "balance": 1.00000000,\n  "list": [\n  ],\n  "big": 18446744073709551615\n}\n')
    expect(nothing).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('leaves no npm log of its arguments, which may be secrets', () => {
    expect(readFileSync(resolve(import.meta.dirname, '../../.npmrc'), 'utf8')).toMatch(/^logs-max=0$/m)
  })

  it('converts arguments as the contract defines, and reads more from standard input', async () => {
    answer = () => reply('1')
    await cli(['-ac_name=DEMO', 'getblock', '5', '-1'])
    expect(params()).toEqual(['5', -1])
    await cli(['-ac_name=DEMO', '-stdin', 'tokencreate', 'my token'], '10\na description\n\n')
    expect(params()).toEqual(['my token', '10', 'a description', ''])
    await cli(['-ac_name=DEMO', 'createrawtransaction', '[{"txid":"ab","vout":0}]', '{"R":0.10}'])
    expect(requests.at(-1)?.body).toContain('"params":[[{"txid":"ab","vout":0}],{"R":0.10}]}')
    const wrong = await cli(['-ac_name=DEMO', 'getblockhash', 'zz'])
    const stderr = 'error: Error parsing JSON: getblockhash: parameter 1 (index) must be numeric, got "zz"\n'
    expect(wrong).toEqual({ code: 1, stdout: '', stderr })
  })

  it('never repeats arguments of a method that takes secrets, in any order', async () => {
    answer = () => reply('null')
    const before = requests.length
    for (const words of [
      ['walletpassphrase', '60', 'horse'],
      ['unlockwallet', 'correct', 'horse', '60'],
      ['signrawtransaction', '00', '[]', '[horse]'],
      ['setphrase', 'abandon', 'horse'],
    ]) {
      const { code, stdout, stderr } = await cli(
        ['-ac_name=DEMO', '-stdin', ...words.slice(0, 1)],
        words.slice(1).join('\n'),
      )
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^error: Error parsing JSON: \w+: parameter \d \(\w+\) must be \w+/)
      expect(stderr).not.toContain('horse')
    }
    expect(requests).toHaveLength(before)
  })

  it('reports errors like the reference’s client, with the absolute error code as its exit code', async () => {
    answer = (method) =>
      method === 'getblockhash' ? errorReply(500, -8, 'out of range') : errorReply(404, -32601, 'Method not found')
    const [range, unknown] = await Promise.all([
      cli(['-ac_name=DEMO', 'getblockhash', '9']),
      cli(['-ac_name=DEMO', 'nosuch', 'x']),
    ])
    expect(range).toEqual({ code: 8, stdout: '', stderr: 'error code: -8\nerror message:\nout of range\n' })
    const missing = 'error code: -32601\nerror message:\nMethod not found\n'
    expect(unknown).toEqual({ code: 32601 & 0xff, stdout: '', stderr: `${missing}"help" lists the methods.\n` })
    const misspelt = await cli(['-ac_name=DEMO', 'getBlockCuont'])
    expect(misspelt.stderr).toBe(`${missing}Did you mean getblockcount? "help" lists the methods.\n`)
  })

  it('uses the cookie file of the network that the conf file names', async () => {
    answer = () => reply('1')
    expect((await cli(['-ac_name=COOKIE', 'getblockcount'])).stdout).toBe('1\n')
    expect(user()).toBe('__cookie__:abc')
  })

  it('prefers options of the command line to those of the conf file', async () => {
    answer = () => reply('1')
    const argv = ['-rpcuser=x', '-rpcpassword=y', `-rpcport=${port}`, '-rpcconnect=127.0.0.1', 'getblockcount']
    expect((await cli(['-ac_name=DEMO', ...argv])).code).toBe(0)
    expect(user()).toBe('x:y')
    expect((await cli(argv)).code).toBe(0)
  })

  it('explains the cause if it gets no reply', async () => {
    answer = () => ({ status: 401, body: '' })
    const [refused, closed, unconfigured, noFolder, noMethod] = await Promise.all([
      cli(['-ac_name=DEMO', 'getinfo']),
      cli(['-ac_name=DEMO', '-rpcport=1', 'getinfo']),
      cli(['-ac_name=NONE', 'getinfo']),
      cli(['-ac_name=DEMO', '-datadir=/nowhere', 'getinfo']),
      cli(['-ac_name=DEMO']),
    ])
    expect(refused.stderr).toContain('rejected this rpcuser and rpcpassword')
    expect(closed.stderr).toContain('could not connect to the server at 127.0.0.1:1: connection refused')
    expect(unconfigured.stderr).toMatch(
      /there is no rpcport in .*NONE\.conf \(which does not exist\): start the node of NONE/,
    )
    expect(noFolder.stderr).toContain('Specified data directory "/nowhere" does not exist.')
    expect(noMethod.stderr).toContain('missing method')
    for (const run of [refused, closed, unconfigured, noFolder, noMethod]) {
      expect(run).toMatchObject({ code: 1, stdout: '' })
      expect(run.stderr).toMatch(/^error: /)
    }
  })

  it('warns of ignored options, and suggests the correct name for a misspelt one', async () => {
    answer = () => reply('7')
    const run = await cli([
      '-ac_name=DEMO',
      '-ac_cc=2',
      '-rpcpasword=x',
      '-gen',
      '-nolisten',
      '-norpcwait',
      'getblockcount',
    ])
    expect(run).toEqual({
      code: 0,
      stdout: '7\n',
      stderr:
        'warning: -rpcpasword is not an option of the client and is ignored; did you mean -rpcpassword?\n' +
        'warning: options that the client does not have are ignored: -gen, -nolisten\n',
    })
    expect(user()).toBe('u:p')
  })

  it('rejects an option whose value is missing or separated by a space', async () => {
    const before = requests.length
    const run = await cli(['-ac_name=DEMO', '-rpcport', String(port), 'getinfo'])
    const stderr = 'error: -rpcport: missing value; write "=" and no space: -rpcport=<value>\n'
    expect(run).toEqual({ code: 1, stdout: '', stderr })
    expect(requests).toHaveLength(before)
  })

  it('prints its version with -version', async () => {
    expect(await cli(['-version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Chainwright \d+\.\d+\.\d+\n$/),
    })
  })

  it('prints no error if its reader closes the pipe, and one if the result cannot be written', async () => {
    const shell = (line: string) =>
      new Promise<Run>((done) => {
        execFile('sh', ['-c', line, 'sh', process.execPath, program], (error, stdout, stderr) =>
          done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
        )
      })
    expect(await shell('"$1" "$2" help | true')).toEqual({ code: 0, stdout: '', stderr: '' })
    if (!existsSync('/dev/full')) return
    const full = await shell('"$1" "$2" help > /dev/full')
    expect(full.code).toBe(1)
    expect(full.stderr).toMatch(/^error: the result could not be written: ENOSPC.*\n$/)
  })

  it('prints plain-text replies of the node', async () => {
    answer = () => ({ status: 500, body: 'Work queue depth exceeded' })
    expect((await cli(['-ac_name=DEMO', 'getinfo'])).stderr).toContain('Work queue depth exceeded')
  })

  it('shows help without a running node', async () => {
    const [all, one, unknown, own] = await Promise.all([
      cli(['-ac_name=NONE', 'help']),
      cli(['-ac_name=DEMO', '-rpcport=1', 'help', 'getblock']),
      cli(['help', 'nosuch']),
      cli(['-help']),
    ])
    expect(all).toEqual({ code: 0, stdout: `${helpText()}\n`, stderr: '' })
    expect(one.stdout).toBe(`${helpText('getblock')}\n`)
    expect(unknown.stdout).toBe('help: unknown command: nosuch\n')
    expect(own.stdout).toContain('-rpcwait')
  })

  it('waits with -rpcwait for a node that is still starting', async () => {
    let calls = 0
    answer = () => (++calls < 3 ? errorReply(500, -28, 'Loading...') : reply('7'))
    expect(await cli(['-ac_name=DEMO', '-rpcwait', 'getblockcount'])).toEqual({ code: 0, stdout: '7\n', stderr: '' })
    calls = 0
    expect((await cli(['-ac_name=DEMO', 'getblockcount'])).code).toBe(28)
    requests = []
  })
})
