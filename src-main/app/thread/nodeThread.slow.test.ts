import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const CHAIN = ['-ac_name=THREAD', '-ac_supply=1000', '-ac_cc=2', '-regtest', '-rpcport=0']
const WIF = 'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ'

/** Process with the node in a thread, like the app. It prints events, and throws in the node's thread on request. */
const HOST = `
  import { NodeClient, startNodeWorker } from ${JSON.stringify(new URL('./nodeClient.ts', import.meta.url).href)}
  const node = new NodeClient(startNodeWorker({ argv: ${JSON.stringify(CHAIN)}, transport: 'web' }))
  node.onEvent((event) => event.type === 'status' && console.log('phase ' + event.phase + ' ' + event.detail))
  const onProgress = (progress) => console.log('progress ' + JSON.stringify(progress))
  const ask = async (method, params = '[]') => {
    try { return await node.call(method, params, { onProgress }) } catch (error) { return error.message }
  }
  const obey = async (word) => {
    if (word === 'stop') await node.stop()
    else if (word.startsWith('power ')) node.setPower(word.slice(6))
    else console.log(word + ': ' + await ask(...word.split(' ')))
  }
  process.stdin.on('data', (text) => text.toString().trim().split('\\n').forEach(obey))
  node.ended.then(() => { console.log('ended'); process.exit() })
`
const SABOTAGE = `
  import { existsSync } from 'node:fs'
  import { isMainThread } from 'node:worker_threads'
  if (!isMainThread) setInterval(() => {
    if (existsSync(process.env.SABOTAGE)) throw new Error('cannot use ' + process.env.SECRET)
  }, 10).unref()
`

describe('node thread', () => {
  let home = ''
  let child: ChildProcess
  let text = ''
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'thread-'))
    writeFileSync(join(home, 'host.mjs'), HOST)
    writeFileSync(join(home, 'sabotage.mjs'), SABOTAGE)
    text = ''
    const env = { ...process.env, HOME: home, USERPROFILE: home, SABOTAGE: join(home, 'now'), SECRET: WIF }
    child = spawn(process.execPath, ['--import', join(home, 'sabotage.mjs'), join(home, 'host.mjs')], { env })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  })
  afterEach(async () => {
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      await new Promise((done) => child.once('exit', done))
    }
    rmSync(home, { recursive: true, force: true })
  })

  /** Waits until the process has printed the pattern. */
  const printed = (pattern: RegExp) =>
    new Promise<void>((done, fail) => {
      const check = () => pattern.test(text) && done()
      check()
      child.stdout?.on('data', check)
      child.once('exit', () => fail(new Error(`the process ended:\n${text}`)))
    })
  const ask = (word: string) => child.stdin?.write(`${word}\n`)
  const log = () => readFileSync(join(home, '.chainwright', 'THREAD', 'regtest', 'debug.log'), 'utf8')

  it('closes the node and ends on request', async () => {
    await printed(/phase ready/)
    ask('stop')
    await new Promise((done) => child.once('close', done))
    expect(text).toMatch(/phase stopping \nphase stopped \n(.*\n)*ended\n$/)
    expect(log()).toMatch(/INFO {2}stopped\n$/)
  })

  it('receives the power source during startup and later', async () => {
    ask('power battery')
    await printed(/phase ready/)
    ask('getminerstatus')
    await printed(/getminerstatus: .*"power":"battery"/)
    ask('power mains')
    ask('getminerstatus')
    await printed(/getminerstatus: .*"power":"mains"/)
  })

  it('reports progress to the caller of a method', async () => {
    await printed(/phase ready/)
    ask('generate [3]')
    await printed(/generate \[3\]: /)
    expect(text).toMatch(/progress \{"done":1,"total":3,"unit":"blocks"\}\n(.*\n)*generate \[3\]: \[\s*"[0-9a-f]{64}"/)
  })

  it('survives an uncaught error and reports it without secrets', async () => {
    await printed(/phase ready/)
    writeFileSync(join(home, 'now'), '')
    await printed(/phase failed An unexpected error stopped the node: Error: cannot use \(hidden\)/)
    ask('getblockcount')
    await printed(/getblockcount: An unexpected error stopped the node/)
    ask('getnodestatus')
    await printed(/getnodestatus: .*"phase": ?"failed"/)
    ask('stop')
    await new Promise((done) => child.once('close', done))
    expect(text).toMatch(/ended\n$/)
    expect(log()).toMatch(/uncaught error/)
    expect(text + log()).not.toContain(WIF)
  })
})
