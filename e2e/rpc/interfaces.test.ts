/** Tests the interfaces for other programs with independent programs: curl, and nginx as a reverse proxy. */
import { execFile, execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { parseJson, stringifyJson } from '../../src-shared/json.ts'
import { type Daemon, projectRoot, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { type Program, startProgram } from '../support/programs.ts'

const CHAIN = ['-ac_name=INTERFACES', '-regtest', '-ac_supply=1000', '-ac_cc=2']
const NGINX = '/usr/sbin/nginx'
const CURL = '/usr/bin/curl'
const OPENSSL = '/usr/bin/openssl'
const SALT = '5f0c1d'
const readerHash = createHmac('sha256', SALT).update('look only').digest('hex')

const run = promisify(execFile)

/** Runs curl and returns the status and body of the reply. */
async function curl(...args: readonly string[]): Promise<{ readonly status: number; readonly body: string }> {
  const { stdout } = await run('curl', ['--silent', '--show-error', '--write-out', '\n%{http_code}', ...args])
  const end = stdout.lastIndexOf('\n')
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) }
}

let daemon: Daemon
let told = ''
beforeAll(async () => {
  const users = [`-rpcauth=reader:${SALT}$${readerHash}`, '-rpcreadonly=reader', '-rpclimit=reader:1000:500']
  told = temporaryFolder()
  const commands = [`-blocknotify=touch ${told}/block-%s`, `-walletnotify=touch '${told}/wallet-%s'`]
  daemon = await startDaemon({ args: [...CHAIN, '-rest', ...users, ...commands] })
  await daemon.rpc.call('generate', 3)
})
afterAll(async () => {
  await daemon.stop()
  rmSync(told, { recursive: true, force: true })
})

const noCurl = existsSync(CURL) ? undefined : 'curl is not installed'
describe.skipIf(leaveOut('REST, asked by curl', noCurl))('REST called by curl', () => {
  const rest = (path: string) => curl(`http://127.0.0.1:${daemon.port}/rest/${path}`)

  it('returns blocks and transactions as JSON, hex and binary', async () => {
    const hash = await daemon.rpc.call<string>('getbestblockhash')
    const { status, body } = await rest(`block/${hash}.json`)
    expect(status).toBe(200)
    const [{ txid }] = JSON.parse(body).tx
    expect((await rest(`block/${hash}.hex`)).body).toBe(`${await daemon.rpc.call('getblock', hash, 0)}\n`)
    expect((await rest(`tx/${txid}.hex`)).body).toBe(`${await daemon.rpc.call('getrawtransaction', txid)}\n`)
    const file = join(daemon.dataDir, 'block.bin')
    await curl('--output', file, `http://127.0.0.1:${daemon.port}/rest/block/${hash}.bin`)
    expect(readFileSync(file).toString('hex')).toBe(await daemon.rpc.call('getblock', hash, 0))
    expect(JSON.parse((await rest('chaininfo.json')).body)).toEqual(await daemon.rpc.call('getblockchaininfo'))
    expect(JSON.parse((await rest(`getutxos/checkmempool/${txid}-0.json`)).body)).toMatchObject({ bitmap: '1' })
    expect(await rest(`tx/${'00'.repeat(32)}.json`)).toEqual({ status: 404, body: `${'00'.repeat(32)} not found\r\n` })
  })

  it('rejects requests of web pages with 403', async () => {
    const url = `http://127.0.0.1:${daemon.port}/rest/chaininfo.json`
    expect((await curl('--header', 'Origin: https://example.org', url)).status).toBe(403)
  })
})

describe('a user of -rpcauth that -rpcreadonly names', () => {
  async function call(method: string, ...params: readonly unknown[]) {
    const reply = await fetch(`http://127.0.0.1:${daemon.port}/`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa('reader:look only')}` },
      body: JSON.stringify({ method, params }),
    })
    return { status: reply.status, body: await reply.text() }
  }

  it('calls read-only methods and receives 403 for all others', async () => {
    expect(await call('getblockcount')).toMatchObject({ status: 200, body: expect.stringContaining('"result":3,') })
    expect(await call('validateaddress', 'x')).toMatchObject({ status: 200 })
    for (const method of ['stop', 'getnewaddress', 'dumpprivkey', 'tokencreate', 'sendtoaddress', 'unknown'])
      expect(await call(method)).toEqual({ status: 403, body: '' })
    expect(await daemon.rpc.call('getblockcount')).toBe(3)
  })
})

describe('out/main/openrpc.json', () => {
  it('equals the result of rpc.discover, including the text of numbers', async () => {
    const file = readFileSync(join(projectRoot, 'out/main/openrpc.json'), 'utf8')
    const { body } = await daemon.rpc.raw('rpc.discover', [])
    expect(body).toContain(`"result":${stringifyJson(parseJson(file))},"error":null`)
  })
})

describe('-blocknotify and -walletnotify programs', () => {
  it('receive tip hashes and ids of the wallet’s transactions', async () => {
    const [hash] = await daemon.rpc.call<string[]>('generate', 1)
    const txid = await daemon.rpc.call<string>('sendtoaddress', await daemon.rpc.call('getnewaddress'), 1)
    const wanted = [`block-${hash}`, `wallet-${txid}`]
    await waitFor(() => expect(readdirSync(told)).toEqual(expect.arrayContaining(wanted)))
  })
})

const noNginx = leaveOut('the example for nginx', existsSync(NGINX) ? noCurl : 'nginx is not installed')
describe.skipIf(noNginx)('the nginx example configuration', () => {
  let folder = ''
  let proxy: Program
  let port = 0

  /** Returns the example with the test's ports and certificate path. */
  function exampleFor(certificates: string): string {
    const example = readFileSync(join(projectRoot, 'resources/service/nginx.conf'), 'utf8')
    const changes: readonly (readonly [string, string])[] = [
      ['server 127.0.0.1:7772;', `server 127.0.0.1:${daemon.port};`],
      ['listen 8443 ssl;', `listen 127.0.0.1:${port} ssl;`],
      ['/etc/ssl/chainwright/certificate.pem', join(certificates, 'certificate.pem')],
      ['/etc/ssl/chainwright/key.pem', join(certificates, 'key.pem')],
    ]
    return changes.reduce((text, [from, to]) => {
      expect(text).toContain(from)
      return text.replace(from, to)
    }, example)
  }

  beforeAll(async () => {
    folder = temporaryFolder()
    port = await freePort()
    mkdirSync(join(folder, 'temp'))
    execFileSync(
      OPENSSL,
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=node.example.org
      -addext subjectAltName=DNS:node.example.org -keyout key.pem -out certificate.pem`.split(/\s+/),
      { cwd: folder, stdio: 'ignore' },
    )
    writeFileSync(join(folder, 'example.conf'), exampleFor(folder))
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path temp/${kind};`,
    )
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; pid nginx.pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')} include example.conf; }`,
    )
    proxy = startProgram(NGINX, ['-p', folder, '-e', 'stderr', '-c', 'nginx.conf'])
    await waitFor(() => ask('rest/chaininfo.json'))
  })
  afterAll(async () => {
    await proxy.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = (path: string, ...args: readonly string[]) =>
    curl(
      ...['--cacert', join(folder, 'certificate.pem'), '--resolve', `node.example.org:${port}:127.0.0.1`],
      ...[...args, `https://node.example.org:${port}/${path}`],
    )
  const count = ['--data', '{"method":"getblockcount"}']

  it('forwards calls and REST requests over TLS', async () => {
    expect(await ask('', '--user', 'reader:look only', ...count)).toMatchObject({ status: 200 })
    expect(await ask('rest/chaininfo.json')).toMatchObject({ status: 200, body: expect.stringMatching(/^\{"chain"/) })
  })

  it('leaves passwords, permissions and the check of web origins to the node', async () => {
    expect((await ask('', ...count)).status).toBe(401)
    expect((await ask('', '--user', 'reader:look only', '--data', '{"method":"stop"}')).status).toBe(403)
    expect((await ask('', '--user', 'e2e:e2e-password', '--header', 'Origin: null', ...count)).status).toBe(403)
    expect((await ask('', '--user', 'e2e:e2e-password', '--header', 'Host: evil.example', ...count)).status).toBe(200)
  })

  it('rejects plain HTTP with 400', async () => {
    expect((await curl(`http://127.0.0.1:${port}/rest/chaininfo.json`)).status).toBe(400)
  })
})
