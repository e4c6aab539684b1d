import type { FolderReport, MoveState, NodeFolder } from '../texts.ts'

const FOLDER = '/home/robin/.komodo/TEST'

/** Folder of a stopped node with wallet, blocks and conf file. */
export const folderSample = (changes: Partial<NodeFolder> = {}): NodeFolder => ({
  ...{ folder: FOLDER, chain: 'TEST', network: 'main', size: 2_400_000_000, id: null },
  wallet: { file: `${FOLDER}/wallet.dat`, size: 1_200_000 },
  conf: `${FOLDER}/TEST.conf`,
  blocks: { files: 12, size: 1_500_000_000 },
  running: { state: 'no', signs: [], pid: null, commandline: null },
  ...changes,
})

type OldWallet = NonNullable<FolderReport['keys']>
type OldSettings = NonNullable<FolderReport['settings']>
type Definition = FolderReport['definition']

export const definitionSample = (changes: Partial<Definition> = {}): Definition => ({
  ...{ ok: true, from: 'gallery', verified: 'blocks', problems: [], refused: null, name: 'TEST', network: 'main' },
  ...{ options: ['-ac_name=TEST', '-ac_supply=1000'], magic: '5071c306', peers: [], id: null },
  ...changes,
})

export const walletSample = (changes: Partial<OldWallet> = {}): OldWallet => ({
  ...{ file: `${FOLDER}/wallet.dat`, problem: null, encrypted: false, keys: 105, encryptedkeys: 0, watchonly: 2 },
  ...{ scripts: 1, labels: 3, transactions: 40, shielded: 0, oldest: 1_600_000_000 as OldWallet['oldest'] },
  ...{ cleanlyclosed: true, rescued: 'no', leaks: { plainkeys: 0, plainseed: false }, balance: null, warnings: [] },
  ...changes,
})

export const settingsSample = (changes: Partial<OldSettings> = {}): OldSettings => ({
  ...{ file: `${FOLDER}/TEST.conf`, problem: null, user: 'robin', shortpassword: false },
  taken: [{ option: 'rpcport', value: '7771', reason: '' }],
  ask: [{ option: 'blocknotify', value: '/bin/run %s', reason: 'Runs a program on this computer at each event.' }],
  leftout: [{ option: 'gen', value: '1', reason: 'This option is not taken over. Set it in Settings if you need it.' }],
  ...changes,
})

/** Report about `folderSample`, which can move in. */
export const reportSample = (changes: Partial<FolderReport> = {}): FolderReport => ({
  ...folderSample(),
  ...{ ready: true, obstacle: null, needed: 3_000_000_000, free: 90_000_000_000, warnings: [] },
  ...{ definition: definitionSample(), keys: walletSample(), settings: settingsSample() },
  ...changes,
})

/** Move into TEST whose blocks are being read. */
export const moveSample = (changes: Partial<MoveState> = {}): MoveState => ({
  ...{ id: 'TEST-1', folder: FOLDER, step: 'blocks', state: 'running', detail: '', warnings: [] },
  started: 1_700_000_000 as MoveState['started'],
  running: false,
  choices: { wallet: true, blocks: true, conf: true, label: '', ticks: [] },
  wallet: { imported: 100, keys: 105, shielded: 0, leaks: { plainkeys: 0, plainseed: false } },
  blocks: { read: 600_000_000, size: 1_500_000_000, height: 52_000 as NonNullable<MoveState['blocks']>['height'] },
  conf: null,
  ...changes,
})

type HandedConf = NonNullable<MoveState['conf']>

export const confSample = (state: HandedConf['state'] = 'ours'): HandedConf => ({
  ...{ file: `${FOLDER}/TEST.conf`, kept: `${FOLDER}/TEST.conf.before-chainwright`, state },
})
