import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NodeEvent } from '#shared/events.ts'
import { takesSecrets } from '#shared/rpc/args.ts'
import { methods } from '#shared/rpc/index.ts'
import en from '#shared/sentences/en.json' with { type: 'json' }
import { recogniseText } from '#shared/sentences/sentence.ts'
import { createLogger, systemClock, systemRandom } from '../core/index.ts'
import { secp256k1Backend } from '../crypto/index.ts'
import { encodeWif } from '../script/index.ts'
import { testKey } from '../testing/index.ts'
import { waitFor } from '../testing/waitFor.ts'
import { toHex } from '../util/index.ts'
import { type ChainNode, createNode } from './node.ts'
import type { NodeOptions } from './options.ts'
import type { NodeDeps } from './parts.ts'

type Changes = { readonly [Part in keyof NodeOptions]?: Partial<NodeOptions[Part]> }

const CC_ARGS = ['-ac_name=NODETEST', '-ac_supply=1000', '-ac_cc=2', '-ac_sapling=1', '-regtest']
const PLAIN_ARGS = ['-ac_name=PLAIN', '-ac_supply=1000', '-regtest']
const PUBKEY = toHex(testKey(1).pub)
const WIF = encodeWif({ privateKey: testKey(1).priv, compressed: true })

describe('createNode', () => {
  let folder = ''
  let opened: ChainNode[] = []
  let logged: string[] = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'node-'))
  })
  afterEach(async () => {
    for (const node of opened) await node.stop()
    opened = []
    logged = []
    rmSync(folder, { recursive: true, force: true })
  })

  function nodeWith(changes: Changes = {}, directory = join(folder, 'data'), given: Partial<NodeDeps> = {}): ChainNode {
    const usual: NodeOptions = {
      chain: { args: CC_ARGS, name: 'NODETEST', network: 'regtest' },
      directories: { base: directory, network: directory, confFile: join(directory, 'x.conf') },
      rpc: {
        ...{ enabled: false, port: 0, bind: [], allowIp: [], allowHost: [], user: 'u', password: 'p' },
        ...{
          cookieFile: join(directory, '.cookie'),
          threads: 4,
          workQueue: 16,
          timeoutSeconds: 30,
          rest: false,
          salted: [],
        },
        users: { whitelists: [], whitelistDefault: undefined, readOnly: [], localOnly: [], limits: [] },
      },
      wallet: {
        enabled: true,
        keypool: 1,
        rescan: false,
        newWallet: false,
        withPhrase: false,
        tokenKey: false,
        payTxFee: 0n,
        exportFolder: undefined,
        encryptByRpc: false,
      },
      mining: {
        address: undefined,
        automatic: false,
        blockMaxSize: undefined,
        withoutPeers: false,
        generate: undefined,
        threads: undefined,
        cores: 1,
      },
      indexes: { addresses: true, spent: true, timestamps: false },
      storage: {
        loadBlock: [],
        importFolder: undefined,
        reindex: false,
        cache: 4,
        threads: 1,
        dpowConfirmations: true,
        checkpoints: true,
        maxReorg: 99,
      },
      mempool: {
        ...{ maxSize: 5_000_000, expiry: 1, persist: true, minRelayFee: 100n },
        ...{ acceptNonStandard: true, dataCarrierBytes: undefined, permitBareMultisig: true },
      },
      p2p: undefined,
      publish: {
        postgres: undefined,
        nats: undefined,
        zmq: [],
        commands: { block: undefined, wallet: undefined, alert: undefined },
      },
      monitor: { metrics: undefined },
      log: { level: 'info', debug: [], exclude: [], toConsole: false, json: false, fileSize: 0 },
      pubkey: PUBKEY,
      mockTime: 0,
      sandbox: false,
    }
    const merged = Object.fromEntries(
      Object.entries(usual).map(([part, value]) => {
        const change = changes[part as keyof NodeOptions]
        const whole = part in changes ? change : value
        return [part, typeof value === 'object' ? { ...value, ...(change as object) } : whole]
      }),
    ) as unknown as NodeOptions
    const logger = createLogger({ sink: (line) => void logged.push(line), millis: Date.now, level: 'debug' })
    const deps = { clock: systemClock(), random: systemRandom(), logger, version: '1.2.3', ...given }
    const node = createNode(merged, deps)
    opened.push(node)
    return node
  }

  const call = async (node: ChainNode, method: string, ...params: unknown[]) =>
    JSON.parse(await node.dispatcher.callText(method, JSON.stringify(params), { transport: 'http' }))
  const catchCallError = (node: ChainNode, method: string, ...params: unknown[]): Promise<string> =>
    call(node, method, ...params).then(
      (result) => `no refusal: ${JSON.stringify(result)}`,
      (error: Error) => error.message,
    )
  const catchStartError = (node: ChainNode): Promise<string> =>
    node.start().then(
      () => 'it started',
      (error: Error) => error.message,
    )
  const next = (node: ChainNode, phase: string) =>
    new Promise<NodeEvent>((resolve) =>
      node.onEvent((event) => event.type === 'status' && event.phase === phase && resolve(event)),
    )
  /** Returns the path of a block file with `count` blocks above genesis. */
  async function blockFile(count: number): Promise<string> {
    const source = join(folder, 'source')
    const node = nodeWith({}, source)
    await node.start()
    await call(node, 'generate', count)
    await node.stop()
    return join(source, 'blocks', 'blk00000.dat')
  }

  it('starts, answers and stops, and reports each phase', async () => {
    const node = nodeWith()
    const phases: string[] = []
    node.onEvent((event) => event.type === 'status' && phases.push(event.phase))
    expect(await catchCallError(node, 'getblockcount')).toBe('Loading...')
    expect(await call(node, 'getnodestatus')).toMatchObject({
      ...{ phase: 'starting', name: 'NODETEST', version: '1.2.3', verifier: secp256k1Backend },
    })
    await node.start()
    expect(await call(node, 'getblockcount')).toBe(0)
    await node.stop()
    await node.stop()
    expect(phases).toEqual(['starting', 'ready', 'stopping', 'stopped'])
    expect(await catchCallError(node, 'getblockcount')).toBe('Shutting down')
  })

  it('removes unfinished files of killed nodes from its folder, and only reports those in an export folder', async () => {
    const gone = spawnSync(process.execPath, ['-e', '']).pid
    const [data, exports] = [join(folder, 'data'), join(folder, 'exports')]
    const own = [
      'chaindata.json',
      'mining.json',
      'peers.dat',
      'wallet.notes',
      'node.pid',
      '.cookie',
      'x.conf',
      'NODETEST_mining.csv',
    ]
    const left = own.map((file) => `${file}.new-${gone}-0123abcd`)
    const stays = [`wallet.db.new-${gone}`, `mining.json.new-${process.pid}-0123abcd`, 'x.0123abcd.unfinished']
    const mine = ['dump.0123abcd.unfinished', `dump.new-${gone}`, 'dump.unfinished']
    for (const path of [data, exports]) mkdirSync(path)
    for (const name of [...left, ...stays]) writeFileSync(join(data, name), 'x')
    for (const name of mine) writeFileSync(join(exports, name), 'keys')
    const node = nodeWith({ wallet: { exportFolder: exports } })
    await node.start()
    const found = readdirSync(data)
    expect([left.filter((name) => found.includes(name)), stays.filter((name) => !found.includes(name))]).toEqual([
      [],
      [],
    ])
    expect(readdirSync(exports).toSorted()).toEqual(mine)
    const { detail } = await call(node, 'getnodestatus')
    expect(recogniseText('start', en.start, detail)).toMatchObject({
      key: 'start.unfinished',
      values: new Map([['path', join(exports, 'dump.0123abcd.unfinished')]]),
    })
    expect(logged.filter((line) => line.includes('unfinished'))).toHaveLength(2)
  })

  it('refuses to start without the wallet that its chain was used with, also after -reindex', async () => {
    const path = join(folder, 'data', 'wallet.db')
    const once = async (changes: Changes = {}) => {
      const node = nodeWith(changes)
      try {
        await node.start()
        return await call(node, 'getwalletinfo').catch(() => undefined)
      } finally {
        await node.stop()
      }
    }
    const { seedfp } = await once()
    const backup = readFileSync(path)
    for (const reindex of [false, true]) {
      rmSync(path)
      const node = nodeWith({ storage: { reindex } })
      expect(await catchStartError(node)).toContain(
        `${path} is missing, but this chain was used with a wallet (${seedfp.slice(0, 16)}`,
      )
      expect(await call(node, 'getnodestatus')).toMatchObject({
        phase: 'failed',
        walletProblem: { kind: 'missing', path, expected: seedfp.slice(0, 16), found: null, earlier: false },
      })
      await node.stop()
      // A node without a wallet misses no wallet and creates none.
      expect(await once({ wallet: { enabled: false } })).toBeUndefined()
      expect(existsSync(path)).toBe(false)
      writeFileSync(path, backup)
      expect(await once()).toMatchObject({ seedfp })
    }
    rmSync(path)
    const begun = await once({ wallet: { newWallet: true } })
    expect(begun.seedfp).not.toBe(seedfp)
    expect(await once()).toMatchObject({ seedfp: begun.seedfp })
    writeFileSync(path, backup)
    expect(await catchStartError(nodeWith())).toContain(
      `another wallet ${seedfp.slice(0, 16)}, with which this chain was used before`,
    )
  })

  describe('without chain.db', () => {
    const data = () => join(folder, 'data')
    const fingerprint = async (changes: Changes = {}) => {
      const node = nodeWith(changes)
      try {
        await node.start()
        return (await call(node, 'getwalletinfo').catch(() => ({ seedfp: '' }))).seedfp as string
      } finally {
        await node.stop()
      }
    }
    const remove = (...names: string[]) => {
      for (const name of names) rmSync(join(data(), name), { force: true })
    }
    const chainFiles = ['chain.db', 'chain.db-wal', 'chain.db-shm']

    it('creates no new wallet for existing blocks unless the user sets -newwallet', async () => {
      const path = join(data(), 'wallet.db')
      const first = await fingerprint()
      const backup = readFileSync(path)
      remove('wallet.db', ...chainFiles)
      for (const _ of ['the first', 'a later start']) {
        const node = nodeWith()
        expect(await catchStartError(node)).toMatch(
          /wallet\.db is missing, but this chain was used before: its blocks are on disk\..*start once with -newwallet/,
        )
        expect(await call(node, 'getnodestatus')).toMatchObject({
          walletProblem: { kind: 'missing', path, expected: null, found: null, noted: null, earlier: false },
        })
        await node.stop()
        expect(existsSync(path)).toBe(false)
      }
      writeFileSync(path, backup)
      expect(await fingerprint()).toBe(first)
      remove('wallet.db', ...chainFiles)
      expect(await fingerprint({ wallet: { newWallet: true } })).not.toBe(first)
      await fingerprint()
    })

    it('accepts -newwallet for block files that were copied into a new folder', async () => {
      const file = await blockFile(4)
      mkdirSync(join(data(), 'blocks'), { recursive: true })
      copyFileSync(file, join(data(), 'blocks', 'blk00000.dat'))
      expect(await catchStartError(nodeWith())).toContain('-newwallet')
      const node = nodeWith({ wallet: { newWallet: true } })
      await node.start()
      expect(await call(node, 'getblockcount')).toBe(4)
    })

    it('keeps an existing wallet, and creates one for a chain that never had any', async () => {
      const first = await fingerprint()
      remove(...chainFiles)
      expect(await fingerprint()).toBe(first)
      rmSync(data(), { recursive: true })
      await fingerprint({ wallet: { enabled: false } })
      expect(await fingerprint()).not.toBe('')
    })
  })

  it('reports that a stop was requested over RPC', async () => {
    const node = nodeWith()
    await node.start()
    await call(node, 'stop')
    expect(await node.stopRequested).toBe('asked')
  })

  it('repeats no argument of a method that takes secrets, in any position', async () => {
    const node = nodeWith()
    await node.start()
    const text = `${WIF} correct horse`
    const answers: string[] = []
    for (const method of Object.values(methods).filter(takesSecrets)) {
      const usual = method.examples[0]?.params ?? []
      for (const [place, param] of method.params.entries()) {
        for (const given of [text, 271828182845, [text], { [text]: text }]) {
          // A passphrase parameter would accept the text, or the method would answer with its key.
          if (given === text && param.name.endsWith('passphrase')) continue
          const params = method.params.map((_, index) => (index === place ? given : (usual[index] ?? null)))
          answers.push(
            `${method.name}: ${await catchCallError(node, method.name, ...params.slice(0, Math.max(place + 1, usual.length)))}`,
          )
        }
      }
    }
    expect(answers.length).toBeGreaterThan(60)
    expect(answers.filter((answer) => !answer.includes('no refusal')).length).toBeGreaterThan(55)
    for (const line of [...answers, ...logged]) expect(line).not.toMatch(/horse|271828182845|Uu?[1-9A-Za-z]{40}/)
  })

  it('stops over RPC while it is still starting', async () => {
    const node = nodeWith({ storage: { loadBlock: [await blockFile(40)] } })
    const importing = next(node, 'importing')
    const started = node.start()
    await importing
    expect(await catchCallError(node, 'getblockcount')).toMatch(/^(Importing|Reading) blocks/)
    expect(await call(node, 'stop')).toBe('NODETEST server stopping')
    expect(await node.stopRequested).toBe('asked')
    await node.stop()
    await started
  })

  it('stops in the middle of an import, and resumes it at the next start', async () => {
    const file = await blockFile(40)
    const node = nodeWith({ storage: { loadBlock: [file] } })
    const importing = next(node, 'importing')
    const started = node.start()
    await importing
    await node.stop()
    await started
    const again = nodeWith({ storage: { loadBlock: [file] } })
    await again.start()
    expect(await call(again, 'getblockcount')).toBe(40)
  })

  it('stops immediately while blocks are being generated', async () => {
    const node = nodeWith()
    await node.start()
    const generating = catchCallError(node, 'generate', 100_000)
    const before = await call(node, 'getblockcount')
    await node.stop()
    expect(await generating).toBe('Shutting down')
    const again = nodeWith()
    await again.start()
    // At most a few slices; generating all blocks would take minutes.
    expect((await call(again, 'getblockcount')) - before).toBeLessThan(1_000)
  })

  it('releases its directory and reports the reason if it cannot start', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as AddressInfo
    const node = nodeWith({ rpc: { enabled: true, port } })
    expect(await catchStartError(node)).toMatch(new RegExp(`port ${port} is in use by another program.*-rpcport=`))
    expect(await call(node, 'getnodestatus')).toMatchObject({
      phase: 'failed',
      detail: expect.stringContaining('in use'),
    })
    expect(await catchCallError(node, 'getblockcount')).toContain(`port ${port} is in use`)
    await nodeWith().start()
    taken.close()
  })

  it.each([
    ...['lock.db', 'node.pid', 'chain.db', 'chain.db-wal', 'chain.db-shm', 'wallet.db', 'wallet.db-journal'],
    ...['blocks/blk00000.dat', 'wallet.notes'],
  ])('reports a folder in place of %s, leaves it unchanged, and starts once it is removed', async (name) => {
    const path = join(folder, 'data', name)
    const first = nodeWith()
    await first.start()
    await first.stop()
    const saved = existsSync(path) ? readFileSync(path) : undefined
    rmSync(path, { force: true })
    mkdirSync(path, { mode: 0o755 })
    for (const reindex of [false, true]) {
      const node = nodeWith({ storage: { reindex } })
      expect(await catchStartError(node)).toBe(
        `${path} is a folder, but a file belongs there. Move the folder away and start again.`,
      )
      expect(await call(node, 'getnodestatus')).toMatchObject({ phase: 'failed', walletProblem: null })
      await node.stop()
      expect(statSync(path).mode & 0o777).toBe(0o755)
    }
    rmSync(path, { recursive: true })
    if (saved) writeFileSync(path, saved)
    await nodeWith().start()
  })

  it.each([
    ['a file', 'is a file, but a folder belongs there. Move the file away and start again.', writeFileSync],
    [
      'a link to nothing',
      'is a link to something that does not exist. Connect the disk that it leads to, or remove the link, and start again.',
      (path: string) => symlinkSync(join(path, '..', 'unplugged'), path),
    ],
  ])('reports the path of the block folder if it is %s', async (_, text, make) => {
    const path = join(folder, 'data', 'blocks')
    const first = nodeWith()
    await first.start()
    await first.stop()
    rmSync(path, { recursive: true })
    make(path, '')
    for (const reindex of [false, true])
      expect(await catchStartError(nodeWith({ storage: { reindex } }))).toBe(`${path} ${text}`)
  })

  it('reports a cookie file that cannot be written', async () => {
    const cookieFile = join(folder, 'nowhere', '.cookie')
    const node = nodeWith({ rpc: { enabled: true, password: '', cookieFile } })
    expect(await catchStartError(node)).toBe(
      `The RPC cookie file ${cookieFile} cannot be written (ENOENT). Set -rpcpassword, or another -rpccookiefile.`,
    )
  })

  it('reports a database whose damage shows late, and a block file that cannot be read', async () => {
    const node = nodeWith()
    await node.start()
    await call(node, 'generate', 30)
    await node.stop()
    const path = join(folder, 'data', 'chain.db')
    const page = 4096
    // Opening reads the first pages; the pages after them are read with the chain.
    writeFileSync(path, readFileSync(path).fill(0xa5, page * 2))
    expect(await catchStartError(nodeWith())).toMatch(/chain\.db is damaged\. Start once with -reindex/)
    await nodeWith({ storage: { reindex: true } }).start()
    const strange = nodeWith({ storage: { loadBlock: [folder] } }, join(folder, 'other'))
    expect(await catchStartError(strange)).toContain(`${folder} is a folder, but a file belongs there.`)
  })

  it('reports a damaged block file and -reindex to callers that need it, and keeps running', async () => {
    const before = nodeWith()
    await before.start()
    await call(before, 'generate', 6)
    const hash = await call(before, 'getblockhash', 3)
    const { tx } = (await call(before, 'getblock', '3')) as { tx: readonly string[] }
    await before.stop()
    const file = join(folder, 'data', 'blocks', 'blk00000.dat')
    const whole = readFileSync(file)
    const damages: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
      ['is damaged: block [1-6] cannot be read', (bytes) => bytes.fill(0xff, 600, bytes.length - 400)],
      // Flip one bit of an amount: the block still parses.
      [
        'is damaged: block [1-6] cannot be read',
        (bytes) => {
          for (let at = bytes.indexOf('ffffffff', 500, 'hex'); at > 0; at = bytes.indexOf('ffffffff', at + 4, 'hex'))
            bytes[at + 5]! ^= 1
          return bytes
        },
      ],
      ['is shorter than the chain database says', (bytes) => bytes.subarray(0, 600)],
    ]
    for (const [text, damage] of damages) {
      writeFileSync(file, whole)
      const node = nodeWith()
      await node.start()
      writeFileSync(file, damage(Buffer.from(whole)))
      const damageMessage = new RegExp(`^The block file \\S*blk00000\\.dat ${text}.*Start once with -reindex`)
      for (const [method, ...params] of [
        ['getblock', '3', 2],
        ['getblock', hash, 0],
        ['getrawtransaction', tx[0]!, 1],
        ['getrawtransaction', tx[0]!],
        ['getblockdeltas', hash],
      ] as const) {
        await expect(call(node, method, ...params), `${method} ${text}`).rejects.toMatchObject({
          code: -20,
          message: expect.stringMatching(damageMessage),
        })
      }
      expect(await call(node, 'getblockcount')).toBe(6)
      writeFileSync(file, whole)
      expect(await call(node, 'getblock', '3', 2)).toMatchObject({ hash })
      await node.stop()
    }
  })

  it('runs without a damaged watch list, and reports the damage to its callers', async () => {
    const node = nodeWith()
    mkdirSync(join(folder, 'data'))
    const path = join(folder, 'data', 'watch.db')
    writeFileSync(path, 'no database'.repeat(1000))
    await node.start()
    expect(await call(node, 'getblockcount')).toBe(0)
    expect(await catchCallError(node, 'listwatchedaddresses')).toBe(
      `The watch list ${path} is damaged and was left as it is. Restore a backup of it, or move it away to start with an empty one.`,
    )
  })

  it('closes its files when it fails, and still answers with the reason', async () => {
    const node = nodeWith()
    await node.start()
    node.fail(new Error('the sky fell'))
    expect(await node.stopRequested).toBe('failed')
    expect(await call(node, 'getnodestatus')).toMatchObject({ phase: 'failed', detail: 'the sky fell' })
    for (const method of ['getblockcount', 'getsyncstate'])
      expect(await catchCallError(node, method)).toBe('the sky fell')
    await node.stop()
    await nodeWith().start()
  })

  it('stops when the disk is full, reports the reason, and resumes once there is space', async () => {
    let free = 1e9
    const low = /^Disk space is low: 50 MB left on the disk that holds \S*data, 5\d(\.\d)? MB needed\. Free up space/
    const start = () => nodeWith({}, undefined, { freeBytes: () => free })
    const node = start()
    await node.start()
    await call(node, 'generate', 5)
    free = 5e7
    expect(await catchCallError(node, 'generate', 1)).toMatch(low)
    expect(await node.stopRequested).toBe('failed')
    expect(await call(node, 'getnodestatus')).toMatchObject({ phase: 'failed', detail: expect.stringMatching(low) })
    expect(logged.filter((line) => /ERROR.*Disk space is low/.test(line))).not.toEqual([])
    await node.stop()
    expect(await catchStartError(start())).toMatch(low)
    free = 1e9
    const again = start()
    await again.start()
    expect(await call(again, 'getblockcount')).toBe(5)
    await call(again, 'generate', 1)
    expect(await call(again, 'verifychain', 4, 0)).toBe(true)
  })

  it('stops in the middle of an import if the disk is full, and completes it once there is space', async () => {
    const file = await blockFile(40)
    let free = 1e9
    const start = () => nodeWith({ storage: { loadBlock: [file] } }, undefined, { freeBytes: () => free })
    const node = start()
    // Blocks are committed in one batch while others are read: the uncommitted batch is rolled back when space runs
    // out.
    void next(node, 'importing').then(() => {
      free = 5.4e7
    })
    expect(await catchStartError(node)).toMatch(
      /^Disk space is low: 54 MB left on the disk that holds \S*data, \d+(\.\d)? MB needed/,
    )
    expect(await node.stopRequested).toBe('failed')
    await node.stop()
    free = 1e9
    const again = start()
    await again.start()
    expect(await call(again, 'getblockcount')).toBe(40)
    expect(await call(again, 'verifychain', 4, 0)).toBe(true)
  })

  it('stops within a minute if other programs fill the disk while no block arrives', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let free = 1e9
      const node = nodeWith({}, undefined, { freeBytes: () => free })
      await node.start()
      vi.advanceTimersByTime(60_000)
      free = 5e7
      vi.advanceTimersByTime(60_000)
      expect(await node.stopRequested).toBe('failed')
      expect((await call(node, 'getnodestatus')).detail).toMatch(/^Disk space is low: 50 MB left/)
    } finally {
      vi.useRealTimers()
    }
  })

  it('builds no index for which the disk lacks space', async () => {
    const indexed = (addresses: boolean, free: number) =>
      nodeWith({ chain: { args: PLAIN_ARGS, name: 'PLAIN' }, indexes: { addresses } }, undefined, {
        freeBytes: () => free,
      })
    const node = indexed(false, 1e9)
    await node.start()
    await call(node, 'generate', 3)
    await node.stop()
    expect(await catchStartError(indexed(true, 52_430_000))).toMatch(/^Disk space is low: 52\.4 MB left/)
    await indexed(true, 1e9).start()
  })

  it('rejects start() if it fails during an import', async () => {
    const node = nodeWith({ storage: { loadBlock: [await blockFile(10)] } })
    void next(node, 'importing').then(() => node.fail(new Error('the sky fell')))
    expect(await catchStartError(node)).toBe('the sky fell')
  })

  describe('when an index is switched', () => {
    const plain = (indexes: Partial<NodeOptions['indexes']>) =>
      nodeWith({ chain: { args: PLAIN_ARGS, name: 'PLAIN' }, indexes })

    it('builds or drops the index at the next start, and reports which indexes calls may use', async () => {
      const hidden = plain({ addresses: false, spent: false })
      await hidden.start()
      await call(hidden, 'generate', 3)
      await hidden.stop()
      const expected = { ok: true, height: 3, count: 0, totalsagree: true }

      const shown = plain({ addresses: true, spent: true, timestamps: true })
      const states: string[] = []
      shown.onEvent((event) => {
        if (event.type === 'sync') states.push(event.state)
      })
      const indexing = next(shown, 'indexing').then(() => call(shown, 'getsyncstate'))
      await shown.start()
      expect(await indexing).toMatchObject({ state: 'indexing', evidence: { height: 3, peersheight: -1, peers: 0 } })
      expect(states.slice(0, 2)).toEqual(['starting', 'indexing'])
      expect(await call(shown, 'getsyncstate')).toMatchObject({ evidence: { height: 3 } })
      expect(await call(shown, 'auditaddressindex')).toMatchObject({ ...expected, addresses: 1, deltas: 3 })
      expect(await call(shown, 'getblockhashes', 2_100_000_000, 0)).toHaveLength(3)
      await call(shown, 'generate', 1)
      expect(await call(shown, 'auditaddressindex')).toMatchObject({ ...expected, height: 4, deltas: 4 })
      await shown.stop()

      const again = plain({ addresses: false, spent: true })
      await again.start()
      await again.stop()
      const db = new SqliteDatabase(join(folder, 'data', 'chain.db'), { readonly: true })
      for (const table of ['addresses', 'address_deltas', 'address_unspent', 'block_times', 'index_states'])
        expect(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0)
      db.close()
    })
  })

  it('reports in its status that -reindex found damaged block files', async () => {
    const file = await blockFile(12)
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 500))
    const node = nodeWith({ storage: { reindex: true } }, join(folder, 'source'))
    await node.start()
    const { phase, detail } = await call(node, 'getnodestatus')
    expect(phase).toBe('ready')
    expect(detail).toMatch(
      /^The block file blocks\/blk00000\.dat is damaged at byte \d+: .*the readable chain ends at height [1-9]\./,
    )
  })

  describe('without -addressindex', () => {
    const indexed = (directory: string): number => {
      const db = new SqliteDatabase(join(directory, 'chain.db'), { readonly: true })
      const count = db.prepare<[], number>('SELECT count(*) FROM addresses').pluck().get()
      db.close()
      return count ?? 0
    }

    it('still validates tokens, but answers calls as if there were no index', async () => {
      const source = nodeWith({}, join(folder, 'source'))
      await source.start()
      await call(source, 'importprivkey', WIF)
      await call(source, 'generate', 3)
      const { hex } = await call(source, 'tokencreate', 'T', '0.00001000', 'a token')
      await call(source, 'sendrawtransaction', hex)
      await call(source, 'generate', 1)
      expect(await call(source, 'tokenlist')).toHaveLength(1)
      const tip = await call(source, 'getbestblockhash')
      await source.stop()

      const file = join(folder, 'source', 'blocks', 'blk00000.dat')
      const node = nodeWith({ indexes: { addresses: false }, storage: { loadBlock: [file] } })
      await node.start()
      expect(await call(node, 'getbestblockhash')).toBe(tip)
      expect(await catchCallError(node, 'tokenlist')).toMatch(/^to use CC contracts, you need to launch/)
      await node.stop()
      expect(indexed(join(folder, 'data'))).toBeGreaterThan(0)
    })

    it('keeps no address index on a chain without contract rules', async () => {
      const node = nodeWith({ chain: { args: PLAIN_ARGS, name: 'PLAIN' }, indexes: { addresses: false } })
      await node.start()
      await call(node, 'generate', 2)
      await node.stop()
      expect(indexed(join(folder, 'data'))).toBe(0)
    })
  })

  it.each([
    ['-datacarriersize', { dataCarrierBytes: 20 }, '64: scriptpubkey'],
    ['-datacarriersize large enough', { dataCarrierBytes: 10_001 }, 'accepted'],
    ['the chain’s own -datacarriersize', { dataCarrierBytes: undefined }, 'accepted'],
    ['-datacarrier=0', { dataCarrierBytes: 0 }, '64: scriptpubkey'],
    ['-acceptnonstdtxn', { dataCarrierBytes: 0, acceptNonStandard: true }, 'accepted'],
  ])('applies the policy of %s', async (_name, policy, verdict) => {
    const node = nodeWith({ mempool: { acceptNonStandard: false, ...policy } })
    await node.start()
    await call(node, 'importprivkey', WIF)
    await call(node, 'generate', 3)
    const { hex } = await call(node, 'tokencreate', 'T', '0.00001000', 'a token')
    const answer = await call(node, 'sendrawtransaction', hex).then(
      () => 'accepted',
      (error: Error) => error.message,
    )
    expect(answer).toBe(verdict)
  })

  it('creates a token key if configured, keeps it, and notifies windows when it changes', async () => {
    const node = nodeWith({ wallet: { tokenKey: true }, pubkey: undefined } as Changes)
    const events: NodeEvent[] = []
    node.onEvent((event) => void (event.type === 'identity' && events.push(event)))
    await node.start()
    const made = (await call(node, 'getinfo')).pubkey
    expect(made).toMatch(/^0[23][0-9a-f]{64}$/)
    expect(await call(node, 'tokenlist')).toEqual([])
    await call(node, 'setidentity', PUBKEY)
    await call(node, 'setidentity', PUBKEY)
    expect(await call(node, 'getwalletstatus')).toMatchObject({ identity: PUBKEY, previousidentity: made })
    await waitFor(() => expect(events.at(-1)).toEqual({ type: 'identity', pubkey: PUBKEY }))
    await call(node, 'setidentity', made)
    await node.stop()
    const again = nodeWith({ wallet: { tokenKey: true }, pubkey: undefined } as Changes)
    await again.start()
    expect((await call(again, 'getinfo')).pubkey).toBe(made)
  })

  it('remembers the previous token key across restarts while it belongs to the wallet', async () => {
    const kept = { wallet: { tokenKey: true }, pubkey: undefined } as Changes
    const restarted = async (node: ChainNode, changes = kept) => {
      await node.stop()
      const next = nodeWith(changes)
      await next.start()
      return next
    }
    let node = nodeWith(kept)
    await node.start()
    const previous = async () => (await call(node, 'getwalletstatus')).previousidentity
    const made = (await call(node, 'getinfo')).pubkey
    expect(await previous()).toBeNull()
    await call(node, 'setidentity', PUBKEY)
    node = await restarted(node)
    expect(await call(node, 'getwalletstatus')).toMatchObject({ identity: PUBKEY, previousidentity: made })
    await call(node, 'setidentity', PUBKEY)
    expect(await previous()).toBe(made)
    // The option applies to this run only: the previous key that it overrides was not changed.
    node = await restarted(node, { ...kept, pubkey: toHex(testKey(9).pub) } as Changes)
    expect(await previous()).toBeNull()
    node = await restarted(node)
    expect(await previous()).toBe(made)
    // PUBKEY is not a key of this wallet, so it is not offered as the previous key.
    await call(node, 'setidentity', made)
    expect(await previous()).toBeNull()
    node = await restarted(node)
    expect(await call(node, 'getwalletstatus')).toMatchObject({ identity: made, previousidentity: null })
  })

  it('creates no token key by default, and reads tokens without one', async () => {
    const node = nodeWith({ pubkey: undefined } as Changes)
    await node.start()
    expect((await call(node, 'getwalletstatus')).identity).toBeNull()
    expect(await call(node, 'tokensummary')).toEqual({ total: 0, rows: [] })
    expect(await catchCallError(node, 'tokencreate', 'GOLD', '1')).toContain('-pubkey=')
  })
})
