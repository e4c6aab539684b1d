import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BlockObserver } from '../../core/index.ts'
import { secp256k1 } from '../../crypto/index.ts'
import { type Block, serializeBlock } from '../../primitives/index.ts'
import {
  createTestNode,
  silentLogger,
  type TestNode,
  type TestNodeOptions,
  testKey,
  testRandom,
  turnsDuring,
} from '../../testing/index.ts'
import { PoolVerifier } from '../../verify/index.ts'
import type { ImportProgress } from '../index.ts'

const TIME = 1_700_010_000

describe('block import', () => {
  let dir: string
  let node: TestNode
  let blocks: Block[]
  let magic: Uint8Array

  /** A chain of 40 blocks with transactions, made once. */
  beforeAll(() => {
    const maker = createTestNode({ time: TIME })
    magic = maker.params.magicBytes
    maker.mine(3)
    blocks = []
    for (let i = 0; i < 37; i++) {
      const pay = maker.pay(testKey(i % 3), [{ value: 1000n, scriptPubKey: testKey((i + 1) % 3).p2pkh }])
      maker.mineBlock({ txs: [pay], script: testKey((i + 1) % 3).p2pk })
    }
    for (let height = 1; height <= 40; height++) blocks.push(maker.chain.block(maker.chain.byHeight(height)!)!)
    maker.close()
  })

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'import-'))
    open()
  })
  afterEach(() => {
    node.close()
    rmSync(dir, { recursive: true, force: true })
  })

  function open(options: TestNodeOptions = {}): void {
    node = createTestNode({ time: TIME, dataDir: join(dir, 'node'), ...options })
  }
  function reopen(options: TestNodeOptions = {}): void {
    node.close()
    open(options)
  }

  function record(block: Block): Buffer {
    const bytes = serializeBlock(block)
    const head = Buffer.alloc(8)
    head.set(magic)
    head.writeUInt32LE(bytes.length, 4)
    return Buffer.concat([head, bytes])
  }
  function bootstrap(parts: readonly (Block | Buffer)[]): string {
    const path = join(dir, 'bootstrap.dat')
    writeFileSync(path, Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : record(part)))))
    return path
  }
  const countInputs = (imported: readonly Block[]): number =>
    imported.flatMap(({ txs }) => txs.slice(1)).reduce((sum, { vin }) => sum + vin.length, 0)
  const blkPath = (): string => join(dir, 'node', 'blocks', 'blk00000.dat')
  const rows = (): unknown => node.storage.db.prepare('SELECT * FROM outputs ORDER BY id').safeIntegers().all()
  const summary = (): unknown => [node.chain.tip().hashHex, rows(), node.storage.ledger.nextTxNum()]

  describe('from a bootstrap file', () => {
    it('produces the same state as submitting the blocks singly', async () => {
      const result = await node.chain.importFiles([bootstrap(blocks)])
      expect(result).toEqual({ accepted: 40, known: 0, refused: 0, orphans: 0, aborted: false })
      const imported = summary()
      const single = createTestNode({ time: TIME })
      for (const block of blocks) expect(single.submit(block)).toBeNull()
      const other = node
      node = single
      expect(summary()).toEqual(imported)
      single.close()
      node = other
    })

    it('verifies a valid signature for each input, and no other', async () => {
      const verify = vi.spyOn(secp256k1, 'verify')
      try {
        await node.chain.importFiles([bootstrap(blocks)])
        expect(countInputs(blocks)).toBeGreaterThan(30)
        expect(verify).toHaveBeenCalledTimes(countInputs(blocks))
        expect(verify.mock.results.every(({ value }) => value === true)).toBe(true)
        const signatures = verify.mock.calls.map(([signature]) => Buffer.from(signature).toString('hex'))
        expect(new Set(signatures).size).toBe(countInputs(blocks))
      } finally {
        verify.mockRestore()
      }
    })

    it('skips known blocks, garbage and a truncated record', async () => {
      for (const block of blocks.slice(0, 5)) node.submit(block)
      const garbage = Buffer.concat([Buffer.from('garbage'), Buffer.from(magic), Buffer.alloc(4, 0xff)])
      const cut = record(blocks[30]!).subarray(0, 120)
      const path = bootstrap([garbage, ...blocks.slice(0, 10), garbage, ...blocks.slice(10, 30), cut])
      expect(await node.chain.importFiles([path])).toMatchObject({ accepted: 25, known: 5, refused: 0 })
      expect(node.chain.tip().height).toBe(30)
    })

    it('accepts blocks in any order', async () => {
      const shuffled = [...blocks.slice(10), ...blocks.slice(0, 10).reverse()]
      expect(await node.chain.importFiles([bootstrap(shuffled)])).toMatchObject({ accepted: 40, orphans: 0 })
      expect(node.chain.tip().height).toBe(40)
    })

    it('counts blocks whose parents are missing as orphans', async () => {
      const result = await node.chain.importFiles([bootstrap([...blocks.slice(0, 10), ...blocks.slice(11)])])
      expect(result).toMatchObject({ accepted: 10, orphans: 29 })
    })

    it('rejects an invalid block and imports the others', async () => {
      const forger = createTestNode({ time: TIME })
      for (const block of blocks.slice(0, 20)) forger.submit(block)
      const bad = forger.buildBlock({ coinbase: [{ value: 900_000_000n, scriptPubKey: testKey(0).p2pk }] })
      forger.close()
      const result = await node.chain.importFiles([bootstrap([...blocks.slice(0, 20), bad, ...blocks.slice(20)])])
      expect(result).toMatchObject({ accepted: 40, refused: 1 })
      expect(node.chain.tip().height).toBe(40)
      expect(
        node.chain
          .tips()
          .map((entry) => node.chain.tipStatus(entry))
          .sort(),
      ).toEqual(['active', 'invalid'])
    })

    it('rejects a block with a bad signature found by another thread', async () => {
      const forger = createTestNode({ time: TIME })
      for (const block of blocks.slice(0, 20)) forger.submit(block)
      const pay = forger.pay(testKey(0), [{ value: 1000n, scriptPubKey: testKey(1).p2pkh }])
      const vin = pay.vin.map((input) => ({
        ...input,
        scriptSig: input.scriptSig.map((byte, i) => (i === 40 ? byte ^ 1 : byte)),
      }))
      const bad = forger.buildBlock({ txs: [{ ...pay, vin }] })
      forger.close()
      reopen({
        verifier: () => new PoolVerifier({ ccEnabled: true, threads: 1 }, { logger: silentLogger, random: testRandom }),
      })
      const result = await node.chain.importFiles([bootstrap([...blocks.slice(0, 20), bad, ...blocks.slice(20, 30)])])
      expect(result).toMatchObject({ accepted: 30, refused: 1 })
      expect(node.chain.tip().height).toBe(30)
    })

    it('reports progress, stops when aborted and resumes', async () => {
      const path = bootstrap(blocks)
      const stop = new AbortController()
      const seen: ImportProgress[] = []
      const onProgress = (progress: ImportProgress): void => {
        seen.push(progress)
        stop.abort()
      }
      // Each read advances the test clock, so the time of one event-loop slice is used up after a few blocks.
      const slow: BlockObserver = { name: 'slow', connect: () => void slower(), disconnect: () => {} }
      reopen({ observers: () => [slow] })
      function slower(): void {
        for (let i = 0; i < 100; i++) node.clock.millis()
      }
      const first = await node.chain.importFiles([path], { signal: stop.signal, onProgress })
      expect(first.aborted).toBe(true)
      expect(first.accepted).toBeLessThan(40)
      expect(first.accepted).toBeGreaterThan(0)
      expect(seen).toHaveLength(1)
      expect(seen.at(-1)).toMatchObject({ height: first.accepted, total: statSync(path).size })
      const rest = await node.chain.importFiles([path])
      expect(rest).toMatchObject({ accepted: 40 - first.accepted, known: first.accepted })
      expect(node.chain.isInitialDownload()).toBe(false)
    })

    it('yields to the event loop after every few blocks', async () => {
      const slow: BlockObserver = { name: 'slow', connect: () => void slower(), disconnect: () => {} }
      reopen({ observers: () => [slow] })
      function slower(): void {
        for (let i = 0; i < 4; i++) node.clock.millis()
      }
      const path = bootstrap(blocks)
      expect(await turnsDuring(() => node.chain.importFiles([path]))).toBeGreaterThan(10)
    })

    it('notifies listeners of every block in order', async () => {
      const heights: number[] = []
      node.chain.subscribe(({ connected }) => heights.push(...connected.map(({ entry }) => entry.height)))
      await node.chain.importFiles([bootstrap(blocks)])
      expect(heights).toEqual(blocks.map((_, index) => index + 1))
    })

    describe('of other programs', () => {
      const folder = (name: string, parts: readonly (Block | Buffer)[]): string => {
        const path = join(dir, name)
        writeFileSync(path, Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : record(part)))))
        return path
      }
      const withLength = (block: Block, length: number): Buffer => {
        const bytes = record(block)
        bytes.writeUInt32LE(length, 4)
        return bytes
      }

      it('links blocks to parents in a later file', async () => {
        const files = [folder('b', blocks.slice(20)), folder('a', [...blocks.slice(10, 20), Buffer.alloc(3_000_000)])]
        const last = folder('c', blocks.slice(0, 10).reverse())
        expect(await node.chain.importFiles([...files, last])).toMatchObject({ accepted: 40, orphans: 0, refused: 0 })
        expect(node.chain.tip().height).toBe(40)
      })

      it.each([
        ['longer than the block', 20, 3_000],
        ['longer than the file', 20, 8_000_000],
        ['shorter than the block', 20, 200],
      ])('finds blocks behind a length that is %s', async (_, at, length) => {
        const parts = [...blocks.slice(0, at), withLength(blocks[at]!, length), ...blocks.slice(at)]
        expect(await node.chain.importFiles([folder('a', parts)])).toMatchObject({ accepted: 40, orphans: 0 })
        expect(node.chain.tip().height).toBe(40)
      })

      it('finds blocks behind a cut record of a block that is stored already', async () => {
        const cut = record(blocks[2]!).subarray(0, 300)
        const parts = [...blocks.slice(0, 20), cut, ...blocks.slice(20), cut]
        expect(await node.chain.importFiles([folder('a', parts)])).toMatchObject({ accepted: 40, orphans: 0 })
      })

      it('finds blocks behind an accidental magic in a record without valid blocks', async () => {
        const junk = Buffer.concat([Buffer.from(magic), Buffer.from([0xff, 0x10, 0, 0]), Buffer.alloc(200, 7)])
        const parts = [...blocks.slice(0, 20), junk, junk, ...blocks.slice(20)]
        expect(await node.chain.importFiles([folder('a', parts)])).toMatchObject({ accepted: 40, orphans: 0 })
      })

      it('rejects a block that was replaced while it waited for its parent', async () => {
        const path = folder('a', [blocks[1]!, blocks[0]!])
        const other = folder('b', [blocks[2]!, blocks[2]!])
        const importing = node.chain.importFiles([path])
        // The first step has read both records; the orphan is read again later.
        writeFileSync(path, readFileSync(other).subarray(0, statSync(path).size))
        const result = await importing
        expect(result.accepted + result.refused).toBe(2)
        expect(node.chain.tip().height).toBe(result.accepted)
        expect(node.chain.tips().map(({ height }) => height)).not.toContain(3)
      })

      it('counts stored blocks as known without parsing their transactions', async () => {
        const path = folder('a', blocks)
        await node.chain.importFiles([path])
        const before = summary()
        expect(await node.chain.importFiles([path])).toMatchObject({ accepted: 0, known: 40, refused: 0 })
        expect(summary()).toEqual(before)
      })

      it('ends in time for a file of records within records', async () => {
        const nested: Buffer[] = []
        for (let left = 10_000; left > 0; left--) {
          const head = Buffer.from([...magic, 0, 0, 0, 0])
          head.writeUInt32LE(150 + left * 8, 4)
          nested.push(head)
        }
        const result = await node.chain.importFiles([folder('a', [...nested, Buffer.alloc(200)])])
        expect(result).toMatchObject({ accepted: 0, orphans: 0 })
      })

      it('lets other sources wait while it reads', async () => {
        const importing = node.chain.importFiles([folder('a', blocks)])
        expect(node.importQueue.reserved).toBe(true)
        await importing
        expect(node.importQueue.reserved).toBe(false)
        expect(node.importQueue.reservations).toBeGreaterThan(0)
      })
    })

    it('rejects with ENOENT for a missing file', async () => {
      await expect(node.chain.importFiles([join(dir, 'missing.dat')])).rejects.toThrow(/ENOENT/)
    })
  })

  describe('from the block files', () => {
    beforeEach(() => {
      for (const block of blocks) node.submit(block)
    })

    it('rebuilds the same state for -reindex', async () => {
      const before = summary()
      reopen({ reindex: true })
      expect(node.chain.tip().height).toBe(0)
      expect(node.chain.backlogBytes).toBeGreaterThan(0)
      await node.chain.start()
      expect(summary()).toEqual(before)
      const size = statSync(blkPath()).size
      reopen()
      expect(node.chain.backlogBytes).toBe(0)
      expect(summary()).toEqual(before)
      expect(statSync(blkPath()).size).toBe(size)
    })

    it('resumes an aborted reindex at the next start', async () => {
      const before = summary()
      reopen({ reindex: true })
      const stop = new AbortController()
      stop.abort()
      await node.chain.start({ signal: stop.signal })
      expect(node.chain.tip().height).toBe(0)
      reopen()
      expect(node.chain.backlogBytes).toBeGreaterThan(0)
      await node.chain.start()
      expect(summary()).toEqual(before)
    })

    it('rebuilds the state if the chain database is missing', async () => {
      const before = summary()
      node.close()
      for (const name of ['chain.db', 'chain.db-wal', 'chain.db-shm']) rmSync(join(dir, 'node', name), { force: true })
      open()
      await node.chain.start()
      expect(summary()).toEqual(before)
    })

    it('imports complete records unknown to the database and truncates an incomplete one', async () => {
      const path = bootstrap(blocks)
      reopen({ dataDir: join(dir, 'other') })
      for (const block of blocks.slice(0, 30)) node.submit(block)
      const { dir: other } = node
      node.close()
      const file = join(other, 'blocks', 'blk00000.dat')
      const whole = statSync(file).size
      appendFileSync(file, Buffer.concat(blocks.slice(30, 35).map(record)))
      const torn = statSync(file).size
      appendFileSync(file, record(blocks[35]!).subarray(0, 100))
      open({ dataDir: other })
      expect(node.chain.backlogBytes).toBe(torn + 100 - whole)
      await node.chain.start()
      expect(node.chain.tip().height).toBe(35)
      expect(statSync(file).size).toBe(torn)
      await node.chain.importFiles([path])
      expect(node.chain.tip().height).toBe(40)
    })

    describe('with damage', () => {
      const findOffset = (height: number): number =>
        readFileSync(blkPath()).indexOf(serializeBlock(blocks[height - 1]!)) - 8
      const flip = (file: Buffer, at: number): void => void file.writeUInt8(file.readUInt8(at) ^ 1, at)
      const readDamaged = async (damage: (file: Buffer) => void): Promise<string[]> => {
        const file = readFileSync(blkPath())
        damage(file)
        node.close()
        writeFileSync(blkPath(), file)
        open({ reindex: true })
        const texts: string[] = []
        await node.chain.start({ onDamage: (text) => texts.push(text) })
        return texts
      }

      it.each([
        ['zeros over several blocks', (file: Buffer, at: number) => void file.fill(0, at, at + 2000)],
        ['one changed byte of a transaction', (file: Buffer, at: number) => flip(file, at + 400)],
        ['a changed length', (file: Buffer, at: number) => flip(file, at + 5)],
        ['a changed parent', (file: Buffer, at: number) => flip(file, at + 12)],
      ])('reports the position of the damage: %s', async (_, damage) => {
        const at = findOffset(21)
        const [text, ...more] = await readDamaged((file) => damage(file, at))
        expect(more).toEqual([])
        expect(node.chain.tip().height).toBe(20)
        expect(text).toContain(`blocks/blk00000.dat is damaged at byte ${at}:`)
        expect(text).toContain('the readable chain ends at height 20.')
        expect(text).toContain('-reindex')
      })

      it('reports no damage for intact files or an incomplete last record', async () => {
        expect(await readDamaged(() => {})).toEqual([])
        expect(node.chain.tip().height).toBe(40)
        appendFileSync(blkPath(), record(blocks[3]!).subarray(0, 100))
        expect(await readDamaged(() => {})).toEqual([])
      })
    })

    it('throws an error that names -reindex if the files are shorter than the database expects', () => {
      node.close()
      truncateSync(blkPath(), 1000)
      expect(() => open()).toThrow(/shorter than the chain database says.*-reindex/s)
      open({ reindex: true })
    })
  })
})
