/**
 * Reads a wallet file of 2 GiB with a million encrypted keys, as many creation times and labels, and prints time and
 * peak memory: `npm run fuzz:wallets:large`. The file is written to a temporary folder first.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { encodeBase58Check, hash160 } from '../../src-main/node/crypto/index.ts'
import { mulberry32 } from '../../src-main/node/testing/index.ts'
import { concat } from '../../src-main/node/util/index.ts'
import { readWalletDat } from '../../src-main/node/wallet/moveIn/walletDat/index.ts'

const { values } = parseArgs({
  options: {
    read: { type: 'string' },
    keys: { type: 'string', default: '1000000' },
    labels: { type: 'string', default: '400000' },
  },
})
const [keys, labels] = [Number(values.keys), Number(values.labels)]

const PAGE_BYTES = 4096
const MAX_FILE_BYTES = 2 ** 31
/** Children of an internal page: its items have no separators. */
const CHILDREN = 250
const [META, MASTER_LEAF, MAIN_META, FIRST_LEAF] = [0, 1, 2, 3]

const random = mulberry32(1)
const filler = Buffer.from(Array.from({ length: 997 }, () => Math.floor(random() * 256)))
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const prefixed = (bytes: Uint8Array) => concat(Uint8Array.of(bytes.length), bytes)
const named = (name: string, ...rest: Uint8Array[]) => concat(prefixed(Buffer.from(name)), ...rest)

/** Public key whose order is that of its number. The number is repeated, because no secret is needed. */
function pubkey(number: number): Uint8Array {
  const bytes = Buffer.alloc(33, number % 251)
  bytes[0] = 2
  bytes.writeUInt32BE(number, 1)
  return bytes
}

/** Records in the order of their keys: a shorter name comes first. */
function* records(): Generator<readonly [Uint8Array, Uint8Array]> {
  for (let number = 0; number < keys; number++)
    yield [named('ckey', prefixed(pubkey(number))), prefixed(Buffer.alloc(48, number % 253))]
  const addresses: string[] = []
  for (let number = 0; number < labels; number++)
    addresses.push(encodeBase58Check(concat(Uint8Array.of(60), hash160(pubkey(number)))))
  for (const address of addresses.sort())
    yield [named('name', prefixed(Buffer.from(address))), prefixed(Buffer.from('label'))]
  for (let number = 0; number < keys; number++)
    yield [named('keymeta', prefixed(pubkey(number))), concat(u32(1), u32(1_700_000_000 + number), u32(0))]
  for (let number = 0; ; number++) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(number)
    yield [named('anotherprogram', counter), filler]
  }
}

function header(
  page: Buffer,
  number: number,
  fields: { level?: number; type: number; next?: number; prev?: number },
): void {
  page.writeUInt32LE(1, 4)
  page.writeUInt32LE(number, 8)
  page.writeUInt32LE(fields.prev ?? 0, 12)
  page.writeUInt32LE(fields.next ?? 0, 16)
  page[24] = fields.level ?? 0
  page[25] = fields.type
}

/** Fills a page with items that grow from its end; returns false if one no longer fits. */
function createPage(): { readonly bytes: Buffer; add(...items: Uint8Array[]): boolean } {
  const bytes = Buffer.alloc(PAGE_BYTES)
  let count = 0
  let low = PAGE_BYTES
  return {
    bytes,
    add(...items) {
      const needed = items.reduce((sum, item) => sum + Math.ceil(item.length / 4) * 4 + 2, 0)
      if (26 + 2 * count + needed > low) return false
      for (const item of items) {
        low -= Math.ceil(item.length / 4) * 4
        bytes.set(item, low)
        bytes.writeUInt16LE(low, 26 + 2 * count++)
      }
      bytes.writeUInt16LE(count, 20)
      bytes.writeUInt16LE(low, 22)
      return true
    },
  }
}

const leafItem = (bytes: Uint8Array) => concat(Uint8Array.of(bytes.length & 0xff, bytes.length >> 8, 1), bytes)

function writeMeta(handle: number, number: number, root: number, lastPage: number): void {
  const page = Buffer.alloc(PAGE_BYTES)
  header(page, number, { type: 9 })
  for (const [at, value] of [
    [12, 0x053162],
    [16, 9],
    [20, PAGE_BYTES],
    [32, lastPage],
    [48, 0x20],
    [76, 2],
    [88, root],
  ] as const)
    page.writeUInt32LE(value, at)
  page[25] = 9
  writeSync(handle, page, 0, PAGE_BYTES, number * PAGE_BYTES)
}

function writeWallet(path: string): void {
  const handle = openSync(path, 'w')
  let number = FIRST_LEAF
  let level: number[] = []
  const write = (page: Buffer, fields: { level: number; type: number; next?: number; prev?: number }) => {
    header(page, number, fields)
    writeSync(handle, page, 0, PAGE_BYTES, number * PAGE_BYTES)
    level.push(number++)
  }
  // Internal pages need a hundredth of the file.
  const leaves = Math.floor((MAX_FILE_BYTES / PAGE_BYTES) * 0.99)
  let page = createPage()
  for (const [key, value] of records()) {
    if (page.add(leafItem(key), leafItem(value))) continue
    const isLast = number - FIRST_LEAF === leaves - 1
    const prev = number === FIRST_LEAF ? 0 : number - 1
    write(page.bytes, { level: 1, type: 5, prev, next: isLast ? 0 : number + 1 })
    if (isLast) break
    page = createPage()
    page.add(leafItem(key), leafItem(value))
  }
  for (let height = 2; level.length > 1; height++) {
    const children = level
    level = []
    for (let at = 0; at < children.length; at += CHILDREN) {
      const parent = createPage()
      for (const child of children.slice(at, at + CHILDREN))
        parent.add(concat(Uint8Array.of(0, 0, 1, 0), u32(child), u32(0)))
      write(parent.bytes, { level: height, type: 3 })
    }
  }
  writeMeta(handle, META, MASTER_LEAF, number - 1)
  writeMeta(handle, MAIN_META, level[0]!, 0)
  const master = createPage()
  master.add(leafItem(Buffer.from('main')), leafItem(Uint8Array.of(0, 0, 0, MAIN_META)))
  header(master.bytes, MASTER_LEAF, { level: 1, type: 5 })
  writeSync(handle, master.bytes, 0, PAGE_BYTES, MASTER_LEAF * PAGE_BYTES)
  closeSync(handle)
}

async function readAndReport(path: string): Promise<void> {
  const before = process.memoryUsage.rss()
  const { user, system } = process.cpuUsage()
  const wallet = await readWalletDat(path)
  const spent = process.cpuUsage({ user, system })
  const { size } = statSync(path)
  console.log(`${size} bytes, ${wallet.keys.length} keys, ${wallet.labels.length} labels, rescued: ${wallet.rescued}`)
  for (const warning of wallet.warnings) console.log(warning)
  console.log(`${((spent.user + spent.system) / 1e6).toFixed(0)} s of processor time`)
  const peak = process.resourceUsage().maxRSS / 1024
  console.log(`memory of the process: ${(before / 2 ** 20).toFixed(0)} MB before, at most ${peak.toFixed(0)} MB`)
}

if (values.read !== undefined) await readAndReport(values.read)
else {
  const folder = mkdtempSync(join(tmpdir(), 'large-wallet-'))
  try {
    const path = join(folder, 'wallet.dat')
    writeWallet(path)
    // Another process reads it, so that memory for writing does not count.
    spawnSync(process.execPath, [import.meta.filename, `--read=${path}`], { stdio: 'inherit' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
