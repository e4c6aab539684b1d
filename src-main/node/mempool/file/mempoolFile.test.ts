import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '../../core/index.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import { silentLogger, testKey } from '../../testing/index.ts'
import { toHex } from '../../util/index.ts'
import { defaultMempoolPolicy, Mempool } from '../mempool.ts'
import { createTestMempool, type TestMempool } from '../testing/testMempool.ts'
import { MempoolFile, type MempoolFileSettings } from './mempoolFile.ts'

const key = testKey(0)
const payee = testKey(1)
const NEVER = new AbortController().signal

let test: TestMempool
let path = ''
let lines: string[] = []

beforeEach(() => {
  test = createTestMempool()
  path = join(test.node.dir, 'mempool.dat')
  lines = []
})
afterEach(() => test.close())

const logger = createLogger({ sink: (line) => void lines.push(line.slice(25)), millis: () => 0, level: 'debug' })

function openFile(mempool: Mempool, settings: Partial<MempoolFileSettings> = {}): MempoolFile {
  const { params, clock } = test.node
  const usual = { path, magic: params.magicBytes, persist: true, maxBytes: 1_000_000 }
  return new MempoolFile({ ...usual, ...settings }, { mempool, clock, logger })
}

/** Creates an empty mempool on the chain of the test, as a restart does. */
function restartedMempool(maxUsage?: number): Mempool {
  const { params, chain, verifier, clock } = test.node
  const policy = { ...defaultMempoolPolicy(params), ...(maxUsage !== undefined && { maxUsage }) }
  return new Mempool(policy, { params, chain, verifier, clock, logger: silentLogger })
}

async function load(settings: Partial<MempoolFileSettings> = {}, mempool = restartedMempool()) {
  const file = openFile(mempool, settings)
  await file.begin(NEVER)
  return { mempool, file, times: [...mempool.entries()].map(({ txidHex, time }) => [txidHex, time]) }
}

function payment(coin: number, fee = 1_000n): Transaction {
  const input = test.node.coins(key)[coin]!
  return test.node.build({ inputs: [input], outputs: [{ value: input.value - fee, scriptPubKey: payee.p2pkh }] })
}

function buildChild(parent: Transaction): Transaction {
  const input = test.node.inputOf(parent, 0, payee)
  return test.node.build({ inputs: [input], outputs: [{ value: input.value - 1_000n, scriptPubKey: key.p2pkh }] })
}

function add(tx: Transaction): Transaction {
  expect(test.accept(tx).ok).toBe(true)
  return tx
}

/** Saves a mempool with two transactions that depend on each other, and a third. */
async function saveThree(): Promise<readonly (readonly [string, number])[]> {
  const parent = add(payment(1))
  test.node.clock.advance(60)
  add(buildChild(parent))
  test.node.clock.advance(60)
  add(payment(2))
  await openFile(test.mempool).save()
  return [...test.mempool.entries()].map(({ txidHex, time }) => [txidHex, time])
}

const withChecksum = (content: Uint8Array) => Buffer.concat([content, createHash('sha256').update(content).digest()])

/** Changes the content of the file and gives it a valid checksum. */
function rewrite(change: (content: Buffer) => Uint8Array): void {
  writeFileSync(path, withChecksum(change(readFileSync(path).subarray(0, -32))))
}

describe('a saved mempool', () => {
  it('returns with the time of each transaction', async () => {
    const saved = await saveThree()
    test.node.clock.advance(600)
    const { times, file } = await load()
    expect(times).toEqual(saved)
    expect(file.loaded).toBe(true)
    expect(lines.at(-1)).toBe(`INFO  mempool loaded file=${path} accepted=3 known=0 expired=0 rejected=0`)
  })

  it('keeps priority deltas, also of unknown transactions', async () => {
    const tx = payment(1)
    test.mempool.prioritise(computeTxid(tx), 1.5, -40n)
    await openFile(test.mempool).save()
    const { mempool } = await load()
    expect(mempool.deltasOf(computeTxid(tx))).toEqual({ priority: 1.5, fee: -40n })
  })

  it('lists parents before children that were admitted earlier', async () => {
    const parent = payment(1)
    test.node.mineBlock({ txs: [parent] })
    add(buildChild(parent))
    // The parent returns to the mempool after its child.
    test.node.chain.invalidateBlock(test.node.chain.tip())
    expect(test.mempool.stats().size).toBe(2)
    await openFile(test.mempool).save()
    expect((await load()).times).toHaveLength(2)
  })

  it('leaves out transactions that expired, and keeps younger ones', async () => {
    const [, , young] = await saveThree()
    test.node.clock.advance(3_600)
    expect((await load()).times).toEqual([young])
    expect(lines.at(-1)).toContain('accepted=1 known=0 expired=2 rejected=0')
  })

  it('leaves out transactions that are confirmed or in conflict by now', async () => {
    await saveThree()
    test.node.mineBlock({ txs: [payment(1, 5_000n)] })
    const { mempool } = await load()
    expect(mempool.stats().size).toBe(1)
    expect(lines.at(-1)).toContain('accepted=1 known=0 expired=0 rejected=2')
  })

  it('gives a transaction that is in the mempool already its earlier time', async () => {
    const [first] = await saveThree()
    const mempool = restartedMempool()
    test.node.clock.advance(600)
    mempool.accept(payment(1), { rejectAbsurdFee: false })
    const { times } = await load({}, mempool)
    expect(times[0]).toEqual(first)
    expect(lines.at(-1)).toContain('accepted=2 known=1')
  })

  it('expires by its own time although younger transactions were admitted before', async () => {
    const tx = add(payment(1))
    await openFile(test.mempool).save()
    test.node.clock.advance(3_000)
    const mempool = restartedMempool()
    mempool.accept(payment(2), { rejectAbsurdFee: false })
    await load({}, mempool)
    expect(mempool.stats().size).toBe(2)
    test.node.clock.advance(601)
    mempool.expire()
    expect(mempool.get(computeTxid(tx))).toBeUndefined()
    expect(mempool.stats().size).toBe(1)
  })

  it('stays within the limit of the mempool', async () => {
    await saveThree()
    const { mempool } = await load({}, restartedMempool(2_500))
    expect(mempool.stats().size).toBe(1)
  })

  it('never has a time in the future', async () => {
    add(payment(1))
    await openFile(test.mempool).save()
    rewrite((content) => {
      content.writeBigUInt64LE(2n ** 64n - 1n, 24)
      return content
    })
    expect((await load()).times.map(([, time]) => time)).toEqual([test.node.clock.now()])
  })

  it('survives close and a new load', async () => {
    const tx = add(payment(1))
    const file = openFile(test.mempool)
    await file.begin(NEVER)
    await file.close()
    expect((await load()).times.map(([txid]) => txid)).toEqual([toHex(computeTxid(tx).toReversed())])
  })
})

describe('MempoolFile', () => {
  it('starts with an empty mempool if there is no file, without a warning', async () => {
    const { file, times } = await load()
    expect(times).toEqual([])
    expect(file.loaded).toBe(true)
    expect(lines).toEqual([])
  })

  it('neither loads nor saves on its own without persistence, but saves when asked', async () => {
    await saveThree()
    const { file, times } = await load({ persist: false })
    expect(times).toEqual([])
    expect(file.loaded).toBe(true)
    const before = readFileSync(path)
    await file.close()
    expect(readFileSync(path)).toEqual(before)
    expect(await file.save()).toBe(path)
    expect(readFileSync(path)).not.toEqual(before)
  })

  it('keeps the file if the load was aborted', async () => {
    await saveThree()
    const before = readFileSync(path)
    const stop = new AbortController()
    const file = openFile(restartedMempool())
    const loading = file.begin(stop.signal)
    stop.abort()
    await loading
    expect(file.loaded).toBe(false)
    await file.close()
    expect(readFileSync(path)).toEqual(before)
  })

  it('saves nothing before it was asked to load', async () => {
    add(payment(1))
    await openFile(test.mempool).close()
    expect(existsSync(path)).toBe(false)
  })

  it('keeps the old file if a new one cannot be written', async () => {
    const missing = join(test.node.dir, 'missing', 'mempool.dat')
    const file = openFile(test.mempool, { path: missing })
    await expect(file.save()).rejects.toThrow('ENOENT')
    expect(lines.at(-1)).toMatch(/^WARN {2}mempool cannot be saved file=/)
    await file.begin(NEVER)
    await expect(file.close()).resolves.toBeUndefined()
  })

  it('leaves no temporary file, and replaces the file in simultaneous calls one after the other', async () => {
    add(payment(1))
    const file = openFile(test.mempool)
    expect(await Promise.all([file.save(), file.save(), file.save()])).toEqual([path, path, path])
    expect(readdirSync(test.node.dir).filter((name) => name.startsWith('mempool'))).toEqual(['mempool.dat'])
    expect((await load()).times).toHaveLength(1)
  })

  it('ignores an unfinished file that a killed process left behind', async () => {
    await saveThree()
    writeFileSync(`${path}.new-1-00000000`, readFileSync(path).subarray(0, 100))
    expect((await load()).times).toHaveLength(3)
  })
})

describe('a damaged file', () => {
  const expectRefused = async (reason: string, settings: Partial<MempoolFileSettings> = {}) => {
    const { file, times } = await load(settings)
    expect(times).toEqual([])
    expect(lines.at(-1)).toMatch(/^WARN {2}saved mempool cannot be loaded, continuing without file=/)
    expect(lines.at(-1)).toContain(reason)
    // The next save replaces it.
    expect(file.loaded).toBe(true)
  }

  it('changes nothing, wherever a byte was changed', async () => {
    await saveThree()
    const whole = readFileSync(path)
    for (let at = 0; at < whole.length; at += 7) {
      const changed = Buffer.from(whole)
      changed[at]! ^= 0x41
      writeFileSync(path, changed)
      expect((await load()).times, `byte ${at}`).toEqual([])
    }
  })

  it('changes nothing, wherever it was cut off', async () => {
    await saveThree()
    const whole = readFileSync(path)
    for (let length = 0; length < whole.length; length += 13) {
      writeFileSync(path, whole.subarray(0, length))
      expect((await load()).times, `${length} bytes`).toEqual([])
    }
  })

  it('causes a warning if it is empty, foreign, longer than expected or of another version', async () => {
    await saveThree()
    const whole = readFileSync(path)
    writeFileSync(path, '')
    await expectRefused('the file ends early')
    writeFileSync(path, 'x'.repeat(5_000))
    await expectRefused('the file is not a saved mempool')
    writeFileSync(path, whole)
    await expectRefused('the file belongs to another chain', { magic: Uint8Array.of(1, 2, 3, 4) })
    await expectRefused('the file has more than 100 bytes', { maxBytes: 100 })
    rewrite((content) => Buffer.concat([content, Buffer.from('more')]))
    await expectRefused('the file is longer than its header says')
    writeFileSync(path, whole)
    rewrite((content) => {
      content.writeUInt32LE(2, 8)
      return content
    })
    await expectRefused('the file has version 2, expected 1')
  })

  it('allocates nothing for counts and lengths that it cannot hold', async () => {
    await saveThree()
    const whole = readFileSync(path)
    const claim = (value: number, at: number) =>
      rewrite((content) => {
        content.writeUInt32LE(value, at)
        return content
      })
    claim(0xffff_ffff, 16)
    await expectRefused('the file is shorter than its header says')
    writeFileSync(path, whole)
    claim(0xffff_ffff, 20)
    await expectRefused('the file is shorter than its header says')
    writeFileSync(path, whole)
    claim(0xffff_ffff, 32)
    await expectRefused('a transaction is larger than a block')
    writeFileSync(path, whole)
    claim(4_000_000, 32)
    await expectRefused('the file ends early')
  })

  it('with a valid checksum cannot bring in an invalid transaction', async () => {
    add(payment(1))
    await openFile(test.mempool).save()
    rewrite((content) => {
      content[content.length - 40]! ^= 1
      return content
    })
    expect((await load()).times).toEqual([])
    expect(lines.at(-1)).toContain('accepted=0 known=0 expired=0 rejected=1')
  })

  it('causes a warning if it is a folder or not readable as a file', async () => {
    mkdirSync(path)
    await expectRefused('not a regular file')
    rmSync(path, { recursive: true })
    symlinkSync(path, path)
    await expectRefused('ELOOP')
    rmSync(path)
  })
})
