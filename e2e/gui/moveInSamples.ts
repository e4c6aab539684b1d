/** Sample folders, reports and moves for the pages that move a node in. */
import type { ChainMethodResult } from '#shared/chains/index.ts'

type Report = ChainMethodResult<'inspectnodefolder'>
type Folder = ChainMethodResult<'findnodefolders'>['folders'][number]
type Move = ChainMethodResult<'getmovein'>['moves'][number]
type OldWallet = NonNullable<Report['keys']>
type OldSettings = NonNullable<Report['settings']>
type HandedConf = NonNullable<Move['conf']>

export const FOLDER = '/home/robin/.komodo/TEST'
const YEAR = 31_536_000
const yearsAgo = (years: number) => Math.floor(Date.now() / 1000 - years * YEAR)

const folder = (change: Partial<Folder> = {}): Folder => ({
  ...{ folder: FOLDER, chain: 'TEST', network: 'main', size: 2_412_000_000, id: null },
  wallet: { file: `${FOLDER}/wallet.dat`, size: 1_212_416 },
  conf: `${FOLDER}/TEST.conf`,
  blocks: { files: 12, size: 1_511_000_000 },
  running: { state: 'no', signs: [], pid: null, commandline: null },
  ...change,
})

const DAEMON = 'komodod -ac_name=POND -ac_supply=1000000 -ac_reward=100000000 -ac_cc=2 -addnode=203.0.113.9 -daemon'

export function foundFolders(): ChainMethodResult<'findnodefolders'> {
  const folders = [
    folder(),
    folder({
      ...{ folder: '/home/robin/.komodo/POND', chain: 'POND', conf: null, size: 96_000_000 },
      running: { state: 'yes', signs: ['process', 'rpc'], pid: 4711, commandline: DAEMON },
    }),
    folder({
      ...{ folder: `/mnt/old disk/${'backup/'.repeat(14)}.komodo/OLD`, chain: '', wallet: null, network: 'regtest' },
      running: { state: 'maybe', signs: ['log'], pid: null, commandline: null },
    }),
    folder({ folder: '/home/robin/.komodo/GARDEN', chain: 'GARDEN', id: 'GARDEN-1', blocks: { files: 0, size: 0 } }),
  ]
  return { places: ['/home/robin/.komodo', '/home/robin/.verus', '/home/robin/.zcash'], folders }
}

const wallet = (change: Partial<OldWallet> = {}): OldWallet => ({
  ...{ file: `${FOLDER}/wallet.dat`, problem: null, encrypted: false, keys: 105, encryptedkeys: 0, watchonly: 2 },
  ...{ scripts: 1, labels: 3, transactions: 40, shielded: 0, oldest: yearsAgo(4) as OldWallet['oldest'] },
  ...{ cleanlyclosed: true, rescued: 'no', leaks: { plainkeys: 0, plainseed: false }, warnings: [] },
  balance: 1_234_567_890_000n as NonNullable<OldWallet['balance']>,
  ...change,
})

const settings = (change: Partial<OldSettings> = {}): OldSettings => ({
  ...{ file: `${FOLDER}/TEST.conf`, problem: null, user: 'robin', shortpassword: true },
  taken: [
    { option: 'rpcport', value: '7771', reason: '' },
    { option: 'addnode', value: '203.0.113.9', reason: '' },
    { option: 'txindex', value: '1', reason: '' },
  ],
  ask: [
    { option: 'blocknotify', value: '/home/robin/notify %s', reason: 'Runs a program on this computer at each event.' },
    {
      ...{ option: 'rpcallowip', value: '192.168.0.0/16' },
      reason: 'Other computers may call the node. Whoever knows a password can spend.',
    },
  ],
  leftout: [
    { option: 'gen', value: '1', reason: 'This option is not taken over. Set it in Settings if you need it.' },
    { option: 'server', value: '1', reason: 'This is the default here.' },
  ],
  ...change,
})

const definition = (change: Partial<Report['definition']> = {}): Report['definition'] => ({
  ...{ ok: true, from: 'gallery', verified: 'blocks', problems: [], refused: null, name: 'TEST', network: 'main' },
  options: ['-ac_name=TEST', '-ac_supply=1000000', '-ac_reward=100000000', '-ac_cc=2', '-ac_public=1'],
  ...{ magic: '5071c306', peers: [], id: null },
  ...change,
})

/** A stopped node with everything, ready to move in. */
export const report = (change: Partial<Report> = {}): Report => ({
  ...folder(),
  ...{ ready: true, obstacle: null, needed: 3_000_000_000, free: 90_000_000_000 },
  warnings: ['Do not start the old node with this wallet again: two programs would spend the same coins.'],
  ...{ definition: definition(), keys: wallet(), settings: settings() },
  ...change,
})

/** An encrypted wallet that had to be rescued. */
export const damagedReport = (): Report =>
  report({
    keys: wallet({
      ...{ encrypted: true, encryptedkeys: 101, shielded: 2, cleanlyclosed: false, rescued: 'pages', balance: null },
      ...{ leaks: { plainkeys: 4, plainseed: true }, oldest: 0 as OldWallet['oldest'] },
      warnings: ['Two records could not be read.'],
    }),
  })

export const runningReport = (): Report =>
  report({
    ready: false,
    obstacle: 'The old node is running. Stop it first, for example with: komodo-cli -ac_name=TEST stop',
    definition: definition({ from: 'process' }),
    running: { state: 'yes', signs: ['process'], pid: 4711, commandline: DAEMON },
  })

const PASTE =
  'The options of a chain are not in its folder. Paste the command that started the node, or its start script.'

/** A folder whose chain is unknown, on a disk that is too small. */
export const unknownReport = (): Report =>
  report({
    definition: definition({
      ...{ ok: false, from: 'nowhere', verified: 'no', problems: [PASTE], name: '', options: [], magic: '' },
    }),
    ...{ chain: '', ready: false, obstacle: PASTE, free: 900_000_000, settings: null, warnings: [] },
  })

/** Long names, values and paths. */
export const longReport = (): Report =>
  report({
    folder: `/mnt/${'very-long-folder-name-without-spaces'.repeat(6)}/TEST`,
    definition: definition({ name: 'N'.repeat(64), options: Array(40).fill('-ac_founders_reward=123456789') }),
    keys: wallet({ keys: 1_000_000, encryptedkeys: 999_999, balance: 12_345_678_901_234_567n as OldWallet['balance'] }),
    settings: settings({
      user: 'u'.repeat(64),
      leftout: Array.from({ length: 40 }, (_, index) => ({
        ...{ option: `option${index}`, value: 'v'.repeat(280), reason: 'This line is not key=value.' },
      })),
    }),
  })

/** A move whose blocks are being read. */
export const move = (change: Partial<Move> = {}): Move => ({
  ...{ id: 'TEST-1', folder: FOLDER, step: 'blocks', state: 'running', detail: '', warnings: [] },
  started: yearsAgo(0) as Move['started'],
  running: false,
  choices: { wallet: true, blocks: true, conf: true, label: '', ticks: [] },
  wallet: { imported: 105, keys: 105, shielded: 0, leaks: { plainkeys: 0, plainseed: false } },
  blocks: { read: 600_000_000, size: 1_511_000_000, height: 52_000 as NonNullable<Move['blocks']>['height'] },
  conf: null,
  ...change,
})

export const conf = (state: HandedConf['state']): HandedConf => ({
  ...{ file: `${FOLDER}/TEST.conf`, kept: `${FOLDER}/TEST.conf.before-chainwright`, state },
})
