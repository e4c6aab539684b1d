import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BlockImport, IMPORT_RECORD } from '../../../chain/index.ts'
import { chainParamsFromArgs } from '../../../consensus/index.ts'
import { ContractEvaluator } from '../../../contracts/index.ts'
import { createTestNode, silentLogger, type TestNode } from '../../../testing/index.ts'
import { MAX_WAIT_MS } from '../../../testing/limits.ts'
import { readVector, readVectorFile } from '../../../testing/vectors.ts'
import { createBlockImportHandlers } from './blockImport.ts'

const FOLDER = 'walletdat/datadir'

type Deps = ConstructorParameters<typeof BlockImport>[0]

interface Expected {
  readonly args: readonly string[]
  readonly blocks: readonly { readonly height: number; readonly hash: string }[]
  readonly stale_block: string
}

const expected = JSON.parse(readVector(`${FOLDER}/expected.json`)) as Expected
const ARGS = expected.args.filter((arg) => arg.startsWith('-ac_') || arg === '-regtest')
const TIP = expected.blocks.at(-1)!

/** Returns the files of a tar archive by name. */
function readTar(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>()
  const text = (from: number, length: number) => archive.toString('latin1', from, from + length).replace(/\0.*$/s, '')
  for (let at = 0; archive[at]; ) {
    const size = Number.parseInt(text(at + 124, 12), 8)
    files.set(text(at, 100), archive.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

const recorded = readTar(gunzipSync(readVectorFile(`${FOLDER}/datadir.tar.gz`)))

describe('BlockImport', () => {
  let dir: string
  let node: TestNode
  let blockImport: BlockImport
  const fatal = vi.fn()
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'block-import-'))
    open()
    fatal.mockReset()
  })
  afterEach(async () => {
    await blockImport.close()
    node.close()
    rmSync(dir, { recursive: true, force: true })
  })

  function open(deps: Partial<Deps> = {}): void {
    const dataDir = join(dir, 'node')
    const params = chainParamsFromArgs(ARGS)
    node = createTestNode({ args: ARGS, evaluator: new ContractEvaluator(params), dataDir, time: 1_800_000_000 })
    const given = {
      ...{ chain: node.chain, magic: params.magicBytes, port: params.p2pPort, subfolder: 'regtest', dataDir },
      ...{ freeBytes: () => 1e12, logger: silentLogger, fatal },
    }
    blockImport = new BlockImport({ ...given, ...deps }, join(dataDir, IMPORT_RECORD))
  }
  async function reopen(deps: Partial<Deps> = {}): Promise<void> {
    await blockImport.close()
    node.close()
    open(deps)
  }

  function write(name: string, content: Uint8Array): string {
    const path = join(dir, 'old', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    return path
  }
  const old = () => join(dir, 'old')
  const writeRecorded = () => write('regtest/blocks/blk00000.dat', recorded.get('MOVE/regtest/blocks/blk00000.dat')!)
  function writeShuffled(): readonly string[] {
    const names = ['blk00000.dat', 'blk00001.dat']
    return names.map((name) => write(`blocks/${name}`, gunzipSync(readVectorFile(`${FOLDER}/shuffled/${name}.gz`))))
  }
  const ended = () =>
    vi.waitUntil(() => blockImport.status().state !== 'running', { timeout: MAX_WAIT_MS, interval: 5 })

  it('imports the recorded folder to the recorded tip, with its stale block', async () => {
    const file = writeRecorded()
    const bytes = readFileSync(file)
    const { mtimeMs } = statSync(file)
    expect(blockImport.start(old())).toMatchObject({ state: 'running', files: 1, total: 16_777_216 })
    await ended()
    expect(blockImport.status()).toMatchObject({ state: 'finished', accepted: 17, refused: 0, orphans: 0, needed: 0 })
    for (const { height, hash } of expected.blocks) expect(node.chain.byHeight(height)!.hashHex).toBe(hash)
    expect(node.chain.tips().map(({ hashHex }) => hashHex)).toContain(expected.stale_block)
    expect(readFileSync(file).equals(bytes)).toBe(true)
    expect(statSync(file).mtimeMs).toBe(mtimeMs)
  })

  it('imports shuffled files with junk, a repeated and a cut record to the same tip', async () => {
    writeShuffled()
    write('blocks/blk100000001.dat', gunzipSync(readVectorFile(`${FOLDER}/shuffled/blk00001.dat.gz`)))
    blockImport.start(join(old(), 'blocks'))
    await ended()
    expect(blockImport.status()).toMatchObject({ state: 'finished', files: 3, accepted: 17, orphans: 0 })
    expect(node.chain.tip()).toMatchObject({ height: TIP.height, hashHex: TIP.hash })
  })

  it('shows the size and the disk space needed without starting', () => {
    writeRecorded()
    const plan = blockImport.plan(old())
    expect(plan).toMatchObject({ state: 'none', total: 16_777_216, free: 1e12 })
    expect(plan.needed).toBeGreaterThan(plan.total)
    expect(blockImport.status().state).toBe('none')
    expect(node.chain.tip().height).toBe(0)
  })

  it('rejects an import for which the disk has too little space', async () => {
    await reopen({ freeBytes: () => 1_000_000 })
    writeRecorded()
    expect(() => blockImport.start(old())).toThrow(/needs about .* has 1 MB left/)
    expect(blockImport.status().state).toBe('none')
  })

  it('rejects a folder that a daemon uses, and offers to follow it as a peer', async () => {
    await reopen({ findDaemon: (folder) => (folder === join(old(), 'regtest') ? { pid: 4711 } : undefined) })
    writeRecorded()
    expect(() => blockImport.start(old())).toThrow(/process 4711\) is using .*addnode "127.0.0.1:\d+" "add"/)
    expect(node.chain.tip().height).toBe(0)
  })

  it('pauses if the daemon starts during the import', async () => {
    let asked = 0
    await reopen({ findDaemon: () => (asked++ > 0 ? { pid: 4711 } : undefined) })
    const [first] = writeShuffled()
    for (let copy = 2; copy < 100; copy++) write(`blocks/blk${String(copy).padStart(5, '0')}.dat`, readFileSync(first!))
    blockImport.start(old())
    await ended()
    expect(blockImport.status()).toMatchObject({ state: 'paused', reason: expect.stringContaining('process 4711') })
  })

  it.each([
    ['a missing folder', 'missing', /has no block files/],
    ['a folder without block files', '.', /has no block files/],
    ['its own folder', '../node', /own folder/],
  ])('rejects %s', (_, name, reason) => {
    mkdirSync(old())
    expect(() => blockImport.start(join(old(), name))).toThrow(reason)
  })

  it('rejects its own folder behind a link', () => {
    symlinkSync(join(dir, 'node'), old())
    expect(() => blockImport.start(old())).toThrow(/own folder/)
  })

  it('rejects files of another chain at once', () => {
    write('blocks/blk00000.dat', Buffer.from('f9eee48d00010000', 'hex'))
    expect(() => blockImport.start(old())).toThrow(
      /magic f9eee48d, but this chain has e205b400|belong to another chain/,
    )
  })

  it('reports files without a block that fits', async () => {
    write('blocks/blk00000.dat', new Uint8Array(100_000))
    blockImport.start(old())
    await ended()
    expect(blockImport.status()).toMatchObject({ state: 'failed', reason: expect.stringContaining('No block of') })
  })

  it('pauses, and continues after a restart only when asked', async () => {
    writeShuffled()
    blockImport.start(old())
    expect((await blockImport.setPaused(true)).state).toBe('paused')
    await reopen()
    blockImport.resumeRecorded()
    expect(blockImport.status()).toMatchObject({ state: 'paused', folder: old() })
    expect((await blockImport.setPaused(false)).state).toBe('running')
    await ended()
    expect(node.chain.tip().hashHex).toBe(TIP.hash)
  })

  it('continues after a stop of the node, and finds stored blocks known', async () => {
    writeShuffled()
    blockImport.start(old())
    await reopen()
    await node.chain.start()
    blockImport.resumeRecorded()
    await ended()
    expect(blockImport.status()).toMatchObject({ state: 'finished', refused: 0, orphans: 0 })
    expect(node.chain.tip().hashHex).toBe(TIP.hash)
    await reopen()
    blockImport.resumeRecorded()
    expect(blockImport.status().state).toBe('none')
  })

  it.each(['{', '{"folder":1,"state":"running"}', '{"folder":"/x","state":"?"}', 'x'.repeat(40_000), '"'])(
    'ignores an unreadable record: %.20s',
    (text) => {
      writeFileSync(join(dir, 'node', IMPORT_RECORD), text)
      blockImport.resumeRecorded()
      expect(blockImport.status().state).toBe('none')
    },
  )

  it('shows why a recorded import cannot continue', async () => {
    writeShuffled()
    blockImport.start(old())
    await reopen()
    rmSync(old(), { recursive: true })
    blockImport.resumeRecorded()
    expect(blockImport.status()).toMatchObject({ state: 'paused', reason: expect.stringContaining('no block files') })
  })

  it('fails with a reason, without stopping the node, if a file disappears', async () => {
    const [, second] = writeShuffled()
    blockImport.start(old())
    rmSync(second!)
    await ended()
    expect(blockImport.status()).toMatchObject({ state: 'failed', reason: expect.stringContaining('blk00001.dat') })
    expect(fatal).not.toHaveBeenCalled()
  })

  it('rejects a second import, and a pause without an import', async () => {
    await expect(blockImport.setPaused(true)).rejects.toThrow(/No import/)
    writeShuffled()
    blockImport.start(old())
    expect(() => blockImport.start(join(old(), 'blocks'))).toThrow(/Pause that import first/)
    expect(blockImport.start(old()).state).toBe('running')
    await ended()
    await expect(blockImport.setPaused(true)).rejects.toThrow(/No import/)
  })

  describe('over RPC', () => {
    const signal = new AbortController().signal
    const call = (folder: string, importFolder?: string, transport: 'http' | 'ipc' = 'http') =>
      createBlockImportHandlers({ blockImport, importFolder }).importblocks(
        { folder, dryrun: true },
        { signal, transport },
      )

    it('allows a folder of -importdir, and over HTTP no other', () => {
      writeShuffled()
      expect(call(old(), dir)).toMatchObject({ state: 'none', files: 2, free: 1_000_000_000_000n })
      expect(call(old(), old())).toMatchObject({ files: 2 })
      for (const importFolder of [undefined, join(old(), 'blocks'), join(dir, 'ol'), join(dir, 'missing')])
        expect(() => call(old(), importFolder)).toThrow('The folder is not in that of -importdir')
    })

    it('follows links before it compares folders', () => {
      writeShuffled()
      mkdirSync(join(dir, 'allowed'))
      symlinkSync(old(), join(dir, 'allowed', 'link'))
      expect(() => call(join(dir, 'allowed', 'link'), join(dir, 'allowed'))).toThrow(/not in that of -importdir/)
    })

    it('allows every folder to the app, where the user named it', () => {
      writeShuffled()
      expect(call(old(), undefined, 'ipc')).toMatchObject({ files: 2 })
      expect(() => call('old', undefined, 'ipc')).toThrow('The folder must be an absolute path')
      expect(() => call(join(dir, 'missing'), undefined, 'ipc')).toThrow(/has no block files/)
    })

    it('starts, shows and pauses the import', async () => {
      writeShuffled()
      const handlers = createBlockImportHandlers({ blockImport, importFolder: old() })
      const started = await handlers.importblocks({ folder: old(), dryrun: false }, { signal, transport: 'http' })
      expect(started.state).toBe('running')
      expect((await handlers.pauseblockimport({ paused: true }, { signal, transport: 'http' })).state).toBe('paused')
      await handlers.pauseblockimport({ paused: false }, { signal, transport: 'http' })
      await ended()
      expect(handlers.getblockimport({}, { signal, transport: 'http' })).toMatchObject({ state: 'finished' })
      await expect(handlers.pauseblockimport({ paused: true }, { signal, transport: 'http' })).rejects.toThrow(
        /No import/,
      )
    })
  })
})
