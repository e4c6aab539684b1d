/** Input and result types of the methods that move an existing node of the family in. */
import { r } from '../rpc/result.ts'
import { textOrNull } from './shapes.ts'

/** Definition of the chain, for a folder whose options no process shows. */
export interface OldChainInput {
  /** start command, script or share text, at most 65,536 characters */
  readonly text?: string
}

/** Omitted members keep their defaults. */
export interface MoveInChoices extends OldChainInput {
  /** name in the list; the chain's name if empty or omitted */
  readonly label?: string
  /** default: true if the folder has a wallet */
  readonly wallet?: boolean
  /** default: true if the folder has block files */
  readonly blocks?: boolean
  /** true replaces the conf file in the old folder by one that points to this program; default: false */
  readonly conf?: boolean
  /**
   * Lines of `settings.ask`, as `option=value`, that the user wants to keep. The app replaces them by those that the user
   * ticked in its own window.
   */
  readonly ticks?: readonly string[]
}

const intOrNull = (doc: string) => r.oneOf('', r.nothing, r.int(doc))
const texts = (doc: string) => r.array(r.text(), doc)

const runningSigns = {
  state: r.choice('maybe: signs of a node that was killed or is closing', 'no', 'maybe', 'yes'),
  signs: r.array(
    r.choice(
      'process: a process holds the lock file, or that of komodod.pid lives; rpc: the RPC port of the conf file answers; log: the wallet’s database has logs that were not applied',
      'process',
      'rpc',
      'log',
    ),
  ),
  pid: intOrNull('id of the process, if known'),
  commandline: textOrNull('command line of the process, without passwords; null if the system does not show it'),
}

const nodeFolderMembers = {
  folder: r.text('absolute path of the folder with blocks and wallet; the parameter of the other calls'),
  chain: r.text('name of the chain, from the conf file or the folder; empty if unknown'),
  network: r.choice('', 'main', 'regtest', 'testnet'),
  size: r.int('bytes of block files, wallet and databases'),
  wallet: r.oneOf(
    'wallet file; null if there is none',
    r.nothing,
    r.object({ file: r.text('absolute'), size: r.int('bytes') }),
  ),
  conf: textOrNull('absolute path of the conf file'),
  blocks: r.object({ files: r.int('number of block files'), size: r.int('bytes') }),
  running: r.object(runningSigns),
  id: textOrNull('id of the chain in the list that this folder was moved into'),
}

/** Folder of a node of the family. */
export const nodeFolder = r.object(nodeFolderMembers)

const confLine = r.object({
  option: r.text('name without the dash'),
  value: r.text('a secret is hidden'),
  reason: r.text('a sentence; empty for a line that is taken'),
})

const oldChain = r.object({
  ok: r.bool('whether the chain is known and can run here'),
  from: r.choice(
    'where the options come from: command line of the running process, text of the call, list of live chains, the list of this program',
    'process',
    'text',
    'gallery',
    'list',
    'nowhere',
  ),
  verified: r.choice(
    'blocks: block 1 was created under these options; magic: the block files have the magic of these options; no: there are no block files to check; differs: the block files belong to another chain',
    'blocks',
    'magic',
    'no',
    'differs',
  ),
  problems: texts('sentences: why the chain cannot run here, or why its options are not known'),
  refused: textOrNull('for a chain whose rules changed: a sentence with what to do instead'),
  name: r.text(),
  network: r.choice('', 'main', 'regtest'),
  options: texts('normalised, as describechain lists them'),
  magic: r.text('8 hex digits; empty while there are problems'),
  peers: texts('host:port'),
  id: textOrNull('id of the chain in the list, if it is there already'),
})

/** Secrets that the old wallet file reveals without its passphrase. */
const leaks = r.object({ plainkeys: r.int('readable private keys in an encrypted file'), plainseed: r.bool() })

const oldWallet = r.object({
  file: r.text('absolute'),
  problem: textOrNull('a sentence: why the wallet cannot be read; the counts are 0 then'),
  encrypted: r.bool('whether its passphrase is needed'),
  keys: r.int('private keys'),
  encryptedkeys: r.int('private keys that the passphrase opens'),
  watchonly: r.int(),
  scripts: r.int('scripts of multi-signature addresses'),
  labels: r.int(),
  transactions: r.int(),
  shielded: r.int('shielded keys, which are kept but cannot be used yet'),
  oldest: r.time('creation of the oldest key; 0: unknown'),
  cleanlyclosed: r.bool(),
  rescued: r.choice('how the keys were found', 'no', 'pages', 'bytes'),
  leaks,
  balance: r.oneOf('spendable by these keys on the chain in the list; null: not known yet', r.nothing, r.coins()),
  warnings: texts('sentences'),
})

const oldConf = r.object({
  file: r.text('absolute'),
  problem: textOrNull('a sentence: why the file cannot be replaced; null if it can'),
  user: r.text('RPC user that stays valid; empty if the file has no user and password'),
  shortpassword: r.bool('the password has fewer than 16 characters, so it works on this computer only'),
  taken: r.array(confLine, 'lines that this program takes over'),
  ask: r.array(confLine, 'lines that the user must tick one by one in the app’s own window'),
  leftout: r.array(confLine, 'other lines, which are left out'),
})

/** Findings about a folder before anything is moved. */
export const nodeFolderReport = r.object({
  ...nodeFolderMembers,
  ready: r.bool('whether moveinnode can run now'),
  obstacle: textOrNull('a sentence: what to do first; null if the folder is ready'),
  definition: oldChain,
  keys: r.oneOf('null if there is no wallet file', r.nothing, oldWallet),
  settings: r.oneOf('null if there is no conf file', r.nothing, oldConf),
  needed: r.int('bytes on the disk that the chain will take'),
  free: intOrNull('free bytes on the disk; null if unknown'),
  warnings: texts('sentences to read before moving in'),
})

/** Steps of a move, in this order. */
export const MOVE_IN_STEPS = ['chain', 'wallet', 'blocks', 'conf', 'done'] as const

/** A move in progress or done. */
export const moveInState = r.object({
  id: r.text('id of the chain in the list'),
  folder: r.text('the old folder'),
  step: r.choice('step that runs, or that comes next', ...MOVE_IN_STEPS),
  state: r.choice(
    'waiting: for the passphrase of the wallet, which moveinnode asks for again; failed: detail has the reason, and moveinnode tries again',
    'running',
    'waiting',
    'paused',
    'failed',
    'done',
  ),
  detail: r.text('a sentence; empty if there is nothing to report'),
  started: r.time(),
  running: r.bool('whether the old node runs, as far as the system shows it'),
  choices: r.object(
    {
      ...{ wallet: r.bool(), blocks: r.bool(), conf: r.bool(), label: r.text() },
      ticks: texts('approved lines of the old conf file, `option=value`'),
    },
    'the user’s choices, which a call that continues the move repeats',
  ),
  wallet: r.oneOf(
    'null: not imported',
    r.nothing,
    r.object({ imported: r.int('keys that are new in the wallet'), keys: r.int(), shielded: r.int(), leaks }),
  ),
  blocks: r.oneOf(
    'null: no block files were imported yet',
    r.nothing,
    r.object({ read: r.int('bytes'), size: r.int('bytes of all block files'), height: r.height('tip') }),
  ),
  conf: r.oneOf(
    'null: the old conf file was not replaced',
    r.nothing,
    r.object({
      file: r.text('absolute'),
      kept: r.text('absolute path of the former file, which stays beside it'),
      state: r.choice(
        'ours: undomovein can restore the former file; changed: another program wrote the file since; restored; gone: one of the two files is missing',
        'ours',
        'changed',
        'restored',
        'gone',
      ),
    }),
  ),
  warnings: texts('sentences'),
})

/** Result of undomovein. */
export const moveInUndone = r.object({
  restored: r.bool('whether the old conf file is back, byte for byte'),
  file: r.text('absolute'),
  detail: r.text('a sentence'),
  former: r.text('content of the former file, with hidden secrets; empty if it was restored'),
  found: r.text('content that is there now, with hidden secrets; empty if it was restored'),
})
