/**
 * Every file of the app and the node that SQLite does not write, with a sample change and the way the next start reads
 * the file.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { type JsonObject, parseJson } from '#shared/json.ts'
import { AppSettingsStore, createAutostart } from '../../app/appSettings/index.ts'
import { type ChainEntry, listText } from '../../app/chains/chainList.ts'
import { confValues, writeConfPassword } from '../../app/chains/confPassword.ts'
import { confPort, writeConfPort } from '../../app/chains/confPort.ts'
import { createRegistry } from '../../app/chains/registry.ts'
import { systemParts } from '../../app/consent/systemParts.ts'
import { contactsText } from '../../app/contacts/contactList.ts'
import { createContactCalls } from '../../app/contacts/index.ts'
import { Updates } from '../../app/updates/index.ts'
import { readConf } from '../../config/directories.ts'
import { chainParamsFromArgs } from '../../node/consensus/index.ts'
import { type Mempool, MempoolFile } from '../../node/mempool/index.ts'
import { openMinerRecord } from '../../node/mining/index.ts'
import { AddrMan, loadAddrMan, saveAddrMan } from '../../node/p2p/addrman/index.ts'
import { ipFromText } from '../../node/p2p/wire/index.ts'
import { createMiningCsvHandlers } from '../../node/rpc/handlers/mining/miningCsv.ts'
import { callContext } from '../../node/rpc/handlers/testing/walletTestNode.ts'
import { prepareCredentials } from '../../node/rpc/index.ts'
import { findScriptAddress, p2pkhScript } from '../../node/script/index.ts'
import { planChainDataMove } from '../../node/storage/chainDataMove.ts'
import { Storage } from '../../node/storage/index.ts'
import { saveBindings } from '../../node/storage/walletBindings.ts'
import { silentLogger, TEST_ARGS } from '../../node/testing/index.ts'
import { writeNew } from '../../node/wallet/backup/scheduleFiles.ts'
import { openExportFolder } from '../../node/wallet/index.ts'
import { countingRandom } from '../../node/wallet/testing/index.ts'
import { readBounds, saveBounds } from '../../shell/windowBounds.ts'

export interface WrittenFile {
  readonly name: string
  /** Writes the file's original content into the folder. */
  prepare(folder: string): void
  /** Makes the same change each time. Throws or rejects if the file could not be written. */
  change(folder: string): unknown
  /** Returns the content as the next start reads it. */
  read(folder: string): unknown
}

const lockDeps = { now: () => 1_700_000_000_000, delay }
const random = { bytes: (length: number) => new Uint8Array(length).fill(7) }
const clock = { now: () => 1_700_000_000, millis: () => 0 }
/** Long enough for several pages of the disk, with a different text per line. */
const LINES = Array.from({ length: 500 }, (_, line) => `# line ${line} ${'x'.repeat(line % 50)}`).join('\n')

const readText = (folder: string, name: string) =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined
const put = (name: string, text: string) => (folder: string) => writeFileSync(join(folder, name), text)
const putNothing = (name: string) => (folder: string) => rmSync(join(folder, name), { force: true })
const textIn = (name: string) => (folder: string) => readText(folder, name)

/** Returns a valid address for each index. */
export const contactAddress = (index: number): string =>
  findScriptAddress(p2pkhScript(new Uint8Array(20).fill(index)), { cc: false }) ?? ''

/** A realistic address book of 42 KB. */
const contacts = Array.from({ length: 150 }, (_, index) => ({
  id: index.toString(16).padStart(16, '0'),
  name: `Contact ${index}`,
  addresses: [contactAddress(index)],
  pubkeys: [],
  note: 'rent '.repeat(20),
  changed: 1_700_000_000 + index,
}))

const chain = (index: number): ChainEntry => ({
  ...{ id: `CHAIN${index}`, kind: 'created', label: `Chain ${index}`, name: `CHAIN${index}`, network: 'main' },
  ...{ options: [`-ac_name=CHAIN${index}`, '-ac_supply=7'], peers: ['192.0.2.1:8000'], settings: [] },
  ...{ folder: `CHAIN${index}`, testnode: true, p2pPort: null, rpcPort: 12_345 + index, created: 1_700_000_000 },
  ...{ lastUsed: null, height: 7, tipTime: 1_700_000_060 },
})
const chains = {
  current: 'CHAIN3',
  running: ['CHAIN3'],
  chains: Array.from({ length: 20 }, (_, index) => chain(index)),
}

const contact = parseJson(
  `{"name":"New","pubkeys":["02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}"]}`,
)
const contactCalls = (root: string) =>
  createContactCalls(root, { ...lockDeps, newId: () => 'f'.repeat(16), changed: () => undefined })

const OF_THE_APP: readonly WrittenFile[] = [
  {
    name: 'contacts.json',
    prepare: put('contacts.json', contactsText(contacts)),
    change: (root) => contactCalls(root).savecontact({ contact: contact as JsonObject }),
    read: (root) => contactCalls(root).listcontacts({}),
  },
  {
    name: 'chains.json',
    prepare: put('chains.json', listText(chains)),
    change: (root) => createRegistry(root, lockDeps).update((list) => ({ ...list, current: 'CHAIN4' })),
    read: (root) => [createRegistry(root, lockDeps).list(), createRegistry(root, lockDeps).notice()],
  },
  {
    name: 'app.json',
    prepare: put('app.json', JSON.stringify({ version: 1, webPort: 7801, updates: false })),
    change: (root) => new AppSettingsStore(root, lockDeps).change({ tray: false }),
    read: (root) => [new AppSettingsStore(root, lockDeps).now(), new AppSettingsStore(root, lockDeps).notice()],
  },
  {
    name: 'updates.json',
    prepare: put('updates.json', JSON.stringify({ asked: 5, file: LINES })),
    async change(root) {
      const lines: string[] = []
      await updatesIn(root, lines).poll()
      const failure = lines.find((line) => line.includes('cannot be written'))
      if (failure !== undefined) throw new Error(failure)
    },
    read: (root) => [updatesIn(root, []).asked(), readText(root, 'updates.json')],
  },
  {
    name: 'window.json',
    prepare: put('window.json', JSON.stringify({ x: 1, y: 2, width: 900, height: 700 })),
    change: (folder) => saveBounds(join(folder, 'window.json'), { x: 3, y: 4, width: 901, height: 701 }),
    read: (folder) => readBounds(join(folder, 'window.json')),
  },
  {
    name: 'chainwright.desktop',
    prepare: put('chainwright.desktop', '[Desktop Entry]\nHidden=true\n'),
    change: (folder) => createAutostart(join(folder, 'chainwright.desktop'), ['/opt/app']).set(true),
    read: textIn('chainwright.desktop'),
  },
  {
    name: 'port of a conf file',
    prepare: put('TEST.conf', `${LINES}\nrpcport=7\n`),
    change: (folder) => writeConfPort(join(folder, 'TEST.conf'), 12_345),
    read: (folder) => [confPort(join(folder, 'TEST.conf')), readText(folder, 'TEST.conf')],
  },
  {
    name: 'password of a conf file',
    prepare: put('TEST.conf', `${LINES}\nrpcpassword=old\n`),
    change: (folder) => writeConfPassword(join(folder, 'TEST.conf'), 'new'),
    read: (folder) => [confValues(join(folder, 'TEST.conf')), readText(folder, 'TEST.conf')],
  },
  {
    name: 'picked file',
    prepare: put('keys.txt', 'old keys'),
    change: (folder) => systemParts.files.write(join(folder, 'keys.txt'), LINES),
    read: textIn('keys.txt'),
  },
]

function updatesIn(root: string, lines: string[]) {
  const dial = () => Promise.reject(new Error('no way out'))
  const source = { address: 'https://example.org/feed.json', keys: [] }
  const parts = { root, version: '1.0.0', source, dial, now: clock.now, delay, wanted: () => true }
  return new Updates({ ...parts, log: (line) => lines.push(line), changed: () => undefined })
}

const minerRecord = (folder: string) => openMinerRecord(join(folder, 'mining.json'), silentLogger)
const minedBlocks = Array.from({ length: 200 }, (_, height) => ({
  ...{ hash: height.toString(16).padStart(64, '0'), height, time: 1_700_000_000 + height, reward: '7', staked: false },
}))

/** Deterministic: equal addresses always get the same buckets. */
const addrManDeps = () => ({ clock, random: countingRandom(), logger: silentLogger })
function addressesUpTo(count: number) {
  const addrMan = new AddrMan(addrManDeps())
  for (let n = 0; n < count; n++) {
    const [ip, source] = [ipFromText(`${20 + (n % 60)}.${n % 256}.8.8`)!, ipFromText(`${9 + (n % 90)}.9.9.9`)!]
    addrMan.add([{ ip, port: 8233, services: 1n, time: clock.now() }], source, 0)
  }
  return addrMan
}

const csvChain = {
  tip: () => ({ height: 400 }),
  byHeight: (height: number) => ({ height, time: 1_700_000_000 + height * 60, bits: 0x200f0f0f }),
} as unknown as Parameters<typeof createMiningCsvHandlers>[0]['chain']

const storageIn = (dataDir: string) =>
  Storage.open(
    { dataDir, durable: false, magic: Uint8Array.of(1, 2, 3, 4), genesisHash: new Uint8Array(32) },
    // Disable the free-space check, because these tests need small disks.
    { logger: silentLogger, freeBytes: () => undefined },
  )

/** Mempool without transactions, but with enough priority deltas for several pages of the disk. */
const prioritisedMempool = {
  stats: () => ({ size: 0, bytes: 0, usage: 0 }),
  snapshot: () => ({ size: 0, entries: [] }),
  prioritised: () =>
    Array.from(
      { length: 400 },
      (_, index) => [index.toString(16).padStart(64, '0'), { priority: 0, fee: 1n }] as const,
    ),
} as unknown as Mempool

const OF_THE_NODE: readonly WrittenFile[] = [
  {
    name: 'new conf file',
    prepare: putNothing('TEST.conf'),
    change: (folder) =>
      readConf(join(folder, 'TEST.conf'), { p2pPort: 8000, random: (length) => random.bytes(length) }),
    read: textIn('TEST.conf'),
  },
  {
    name: '.cookie',
    prepare: put('.cookie', 'stale'),
    change: (folder) =>
      prepareCredentials({ user: 'u', password: '', cookieFile: join(folder, '.cookie'), salted: [] }, random),
    read: textIn('.cookie'),
  },
  {
    name: 'mining.json',
    prepare: put('mining.json', JSON.stringify({ pauseOnBattery: true, total: 200, blocks: minedBlocks })),
    change: (folder) => minerRecord(folder).setResumes(true),
    read: (folder) => [minerRecord(folder).resumes(), minerRecord(folder).newest(1_000)],
  },
  {
    name: 'mempool.dat',
    prepare: put('mempool.dat', 'old'),
    change(folder) {
      const settings = { path: join(folder, 'mempool.dat'), magic: new Uint8Array(4), persist: true, maxBytes: 0 }
      return new MempoolFile(settings, { mempool: prioritisedMempool, clock, logger: silentLogger }).save()
    },
    read: (folder) => readFileSync(join(folder, 'mempool.dat'), 'hex'),
  },
  {
    name: 'chaindata.json',
    prepare: putNothing('chaindata.json'),
    change: (folder) => planChainDataMove(folder, false, clock.now()),
    read: textIn('chaindata.json'),
  },
  {
    name: 'peers.dat',
    prepare: (folder) => writeFileSync(join(folder, 'peers.dat'), addressesUpTo(300).serialise()),
    change: (folder) => saveAddrMan(join(folder, 'peers.dat'), addressesUpTo(400)),
    read: (folder) => loadAddrMan(join(folder, 'peers.dat'), addrManDeps()).size,
  },
  {
    name: 'wallet.notes',
    prepare(folder) {
      putNothing('wallet.notes')(folder)
      if (existsSync(join(folder, 'chain.db'))) return
      const storage = storageIn(folder)
      const bytes = new Uint8Array(32)
      for (let noted = 1; noted < 60; noted++) storage.walletBindings.add({ id: bytes, mark: bytes, noted })
      storage.close()
    },
    change: saveBindings,
    read: textIn('wallet.notes'),
  },
  {
    name: 'mining CSV',
    prepare: put('DEMO_mining.csv', 'old'),
    async change(folder) {
      const params = { ...chainParamsFromArgs(TEST_ARGS), name: 'DEMO' }
      const reply = await createMiningCsvHandlers({ params, chain: csvChain, dataFolder: folder }).genminingCSV(
        {},
        callContext,
      )
      if ('error' in (reply as object)) throw new Error('the reply names an error')
    },
    read: textIn('DEMO_mining.csv'),
  },
  {
    name: 'dump of keys',
    prepare: putNothing('dump'),
    change: (folder) => openExportFolder(folder).create('dump', LINES),
    read: textIn('dump'),
  },
  {
    name: 'copy of the wallet file',
    prepare: put('copy', 'an older copy'),
    change(folder) {
      const db = new SqliteDatabase(':memory:')
      try {
        db.exec('CREATE TABLE keys (text)')
        for (const line of LINES.split('\n')) db.prepare('INSERT INTO keys VALUES (?)').run(line)
        openExportFolder(folder).replace('copy', (path) => void db.prepare('VACUUM INTO ?').run(path))
      } finally {
        db.close()
      }
    },
    read(folder) {
      if (readText(folder, 'copy') === 'an older copy') return 'an older copy'
      const db = new SqliteDatabase(join(folder, 'copy'), { readonly: true })
      try {
        return [db.pragma('integrity_check'), db.prepare('SELECT count(*) FROM keys').all()]
      } finally {
        db.close()
      }
    },
  },
  {
    name: 'scheduled backup',
    prepare: putNothing('DEMO.chainwright-backup'),
    change: (folder) => writeNew(folder, 'DEMO.chainwright-backup', LINES),
    read: textIn('DEMO.chainwright-backup'),
  },
]

export const WRITTEN_FILES: readonly WrittenFile[] = [...OF_THE_APP, ...OF_THE_NODE]
