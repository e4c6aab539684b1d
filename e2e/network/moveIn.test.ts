/** Moves the recorded folder of a komodod in by one command, and calls the node as scripts of its user did. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectRoot, temporaryFolder } from '../support/daemon.ts'
import {
  OLD_CHAIN,
  type RecordedReplies,
  readConfAccess,
  readRecordedReplies,
  unpackOldFolder,
} from '../support/oldFolder.ts'
import { freePort } from '../support/ports.ts'
import { type Program, startProgram } from '../support/programs.ts'
import { connectRpc, type RpcClient } from '../support/rpcClient.ts'

const CLIENT = join(projectRoot, 'out/main/client.js')
const DAEMON = join(projectRoot, 'out/main/daemon.js')
const recorded = readRecordedReplies()

/** Script of a user: reads the conf file at its old path and prints the reply of one call. */
const SCRIPT = `
import { readFileSync } from 'node:fs'
const conf = Object.fromEntries(readFileSync(process.argv[2], 'utf8').split('\\n').map((line) => line.split('=', 2)))
const reply = await fetch('http://127.0.0.1:' + conf.rpcport, {
  method: 'POST',
  headers: { authorization: 'Basic ' + Buffer.from(conf.rpcuser + ':' + conf.rpcpassword).toString('base64') },
  body: JSON.stringify({ method: 'getblockcount', params: [], id: 1 }),
})
console.log(reply.status, (await reply.text()).trim())
`

let dir = ''
let root = ''
let folder = ''
let conf = ''
const programs: Program[] = []
beforeEach(async () => {
  dir = temporaryFolder()
  root = join(dir, 'root')
})
afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.stop()))
  rmSync(dir, { recursive: true, force: true })
})

async function unpack(shuffled = false): Promise<Buffer> {
  folder = unpackOldFolder(dir, shuffled)
  conf = join(folder, 'MOVE.conf')
  // Other tests run at the same time, so the recorded port may be in use.
  writeFileSync(conf, readFileSync(conf, 'utf8').replace(/^rpcport=.*$/m, `rpcport=${await freePort()}`))
  return readFileSync(conf)
}

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program with text on standard input. */
function run(program: string, args: readonly string[], input = ''): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, CHAINWRIGHT_HOME: root } })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdin.end(input)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
}

async function runScript(): Promise<string> {
  const script = join(dir, 'script.mjs')
  writeFileSync(script, SCRIPT)
  return (await run(script, [conf])).stdout.trim()
}

/** Starts the daemon as the command suggests, with nothing but the conf file. */
async function startMoved(): Promise<Program> {
  const program = startProgram(process.execPath, [DAEMON, `-datadir=${join(root, 'MOVE')}`, '-listen=0', ...OLD_CHAIN])
  programs.push(program)
  await program.printed(/is ready/)
  return program
}

const key = (entry: RecordedReplies['listtransactions'][number]) =>
  `${entry.txid} ${entry.category} ${entry.vout} ${entry.address} ${Number(entry.amount).toFixed(8)}`

async function expectRecorded(rpc: RpcClient): Promise<void> {
  expect(await rpc.call('getblockcount')).toBe(recorded.getblockcount)
  expect(await rpc.call('getbestblockhash')).toBe(recorded.getbestblockhash)
  expect(Number(await rpc.call('getbalance')).toFixed(8)).toBe(recorded.getbalance)
  expect((await rpc.call<string[]>('tokenlist')).toSorted()).toEqual(recorded.tokenlist.toSorted())
  for (const [token, balances] of Object.entries(recorded.tokenbalance)) {
    for (const [pubkey, { balance }] of Object.entries(balances)) {
      expect(await rpc.call('tokenbalance', token, pubkey)).toMatchObject({ balance })
    }
  }
  for (const [address, reply] of Object.entries(recorded.getaddressbalance)) {
    expect(await rpc.call('getaddressbalance', { addresses: [address] })).toMatchObject(reply)
  }
  const all = await rpc.call<RecordedReplies['listtransactions']>('listtransactions', '*', 1000, 0, true)
  // The block files have a stale block, whose reward the old wallet had not seen.
  const entries = all.filter(({ category }) => category !== 'orphan')
  expect(entries.map(key).toSorted()).toEqual(recorded.listtransactions.map(key).toSorted())
}

describe('chainwright-cli movein', () => {
  it('moves a folder in with balances, history and tokens, for scripts too, until the undo', async () => {
    const before = await unpack()
    const port = readConfAccess(conf).port
    const files = () => readdirSync(folder, { recursive: true }).toSorted()
    const names = files()

    const inspected = await run(CLIENT, [...OLD_CHAIN, '-inspect', 'movein', folder])
    expect(inspected.code, inspected.stderr).toBe(0)
    expect(JSON.parse(inspected.stdout)).toMatchObject({
      ...{ chain: 'MOVE', network: 'regtest', ready: true, obstacle: null },
      definition: { from: 'text', verified: 'blocks' },
      keys: { keys: recorded.keys.length, problem: null },
      settings: { user: 'mover', shortpassword: true, ask: [{ option: 'walletnotify' }] },
    })
    expect(inspected.stdout).not.toContain('not-a-secret')
    expect([files(), readFileSync(conf)]).toEqual([names, before])

    const moved = await run(CLIENT, [...OLD_CHAIN, 'movein', folder], 'n\ny\ny\n')
    expect(moved.code, moved.stderr).toBe(0)
    expect(moved.stdout).toContain(`Wallet: ${recorded.keys.length} of ${recorded.keys.length} keys are new here.`)
    expect(`${moved.stdout}${moved.stderr}`).not.toContain('not-a-secret')
    expect(files()).toEqual([...names, 'MOVE.conf.before-chainwright'].toSorted())

    const first = await startMoved()
    expect(readConfAccess(conf)).toEqual({ user: 'mover', password: 'not-a-secret', port })
    const rpc = connectRpc(readConfAccess(conf))
    await expectRecorded(rpc)
    expect(await runScript()).toMatch(new RegExp(`^200 .*"result":${recorded.getblockcount}\\b`))
    rpc.close()
    await first.stop()

    const undone = await run(CLIENT, ['-undo', 'movein', folder])
    expect(undone.code, undone.stderr).toBe(0)
    expect([files(), readFileSync(conf)]).toEqual([names, before])

    const second = await startMoved()
    expect(await runScript()).toBe('401')
    await second.stop()
    const old = createServer((request, reply) => {
      const expected = `Basic ${Buffer.from('mover:not-a-secret').toString('base64')}`
      reply.writeHead(request.headers.authorization === expected ? 200 : 401).end('{"result":7}')
    })
    await new Promise<void>((resolve) => old.listen(port, '127.0.0.1', resolve))
    expect(await runScript()).toBe('200 {"result":7}')
    const refused = await run(CLIENT, [...OLD_CHAIN, 'movein', folder], 'y\ny\ny\n')
    await new Promise((resolve) => old.close(resolve))
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('The old node is running. Stop it first')
    expect(readFileSync(conf)).toEqual(before)
  })

  it('moves block files in another order in, over two files with junk, and takes nothing without a yes', async () => {
    const before = await unpack(true)
    const declined = await run(CLIENT, [...OLD_CHAIN, 'movein', folder], 'n\nn\nn\n')
    expect([declined.code, declined.stdout]).toEqual([1, ''])
    expect(declined.stderr).toContain('Nothing was done.')
    expect(declined.stderr).toContain('Wallet: 15 keys, 1 watch-only script, 1 multi-signature script, 6 labels\n')
    const moved = await run(CLIENT, [...OLD_CHAIN, 'movein', folder], 'n\nn\ny\n')
    expect(moved.code, moved.stderr).toBe(0)
    expect(readFileSync(conf)).toEqual(before)
    await startMoved()
    const rpc = connectRpc(readConfAccess(conf))
    await expectRecorded(rpc)
    rpc.close()
  })

  it('asks for options that are in no list, and rejects those of another chain', async () => {
    await unpack()
    const unknown = await run(CLIENT, ['movein', folder])
    expect([unknown.code, unknown.stderr.split('\n').at(-2)]).toEqual([
      1,
      'error: The options of a chain are not in its folder. Paste the command that started the node, or its start script.',
    ])
    const other = await run(CLIENT, [...OLD_CHAIN.map((word) => word.replace('1000000', '1000001')), 'movein', folder])
    expect([other.code, other.stderr.split('\n').at(-2)]).toEqual([
      1,
      'error: The block files belong to another chain than these options.',
    ])
  })
})
