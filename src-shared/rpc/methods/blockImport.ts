/** Methods that import the block files of another daemon's folder (wallet-dat.md §3.4). None is komodod's. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

const importState = r.object({
  state: r.choice('', 'none', 'running', 'paused', 'finished', 'failed'),
  folder: r.text('folder of the block files; empty without an import'),
  files: r.int('number of block files'),
  done: r.int64('bytes read so far'),
  total: r.int64('bytes of all files'),
  height: r.height('of the tip'),
  accepted: r.int('new blocks'),
  known: r.int('blocks that were stored before'),
  refused: r.int('records that are no valid blocks of this chain'),
  orphans: r.int('blocks whose parents were not found; peers send them'),
  needed: r.int64('estimated disk space that the rest needs, in bytes'),
  free: r.oneOf('bytes left on the disk; null if the system does not report it', r.int64(), r.nothing),
  reason: r.text('why the import waits or failed; empty otherwise'),
})

const NOTHING = {
  state: 'none',
  folder: '',
  files: 0,
  done: 0n,
  total: 0n,
  height: 0,
  accepted: 0,
  known: 0,
  refused: 0,
  orphans: 0,
  needed: 0n,
  free: 80_000_000_000n,
  reason: '',
} as const

const cannotNow = {
  code: -1,
  message: 'the reason',
  when: 'the folder has no block files of this chain, a daemon uses it, or the disk has too little space',
} as const

const importblocks = defineMethod({
  name: 'importblocks',
  category: 'blockchain',
  // A path is named by the user in the app, never by a page.
  consent: 'never',
  changesWith: 'never',
  summary: 'Imports the block files of another daemon’s folder, which are only read.',
  description:
    'The call returns at once, and getblockimport shows the progress. Blocks may be in any order, and each is validated like ' +
    'one from a peer. The next start continues the import, and peers send what the files lack. Over HTTP the folder must be ' +
    'the one set by -importdir, or in it.',
  params: [
    p.str('folder', 'absolute path of the chain’s folder, or of its blocks'),
    p.bool('dryrun', 'only show the size of the files and the disk space needed').default(false),
  ],
  returns: 'state of the import',
  result: importState,
  errors: [
    { code: -8, message: 'The folder is not in that of -importdir', when: 'a call over HTTP names another folder' },
    cannotNow,
  ],
  examples: [{ params: ['/home/user/.komodo/DEMO'] }, { params: ['/home/user/.komodo/DEMO', true] }],
  flags: { beyondReference: true },
})

const getblockimport = defineMethod({
  name: 'getblockimport',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip', 'sync'],
  summary: 'Shows the progress of importblocks.',
  params: [],
  returns: 'state of the import',
  result: importState,
  examples: [{ params: [], result: NOTHING }],
  flags: { beyondReference: true },
})

const pauseblockimport = defineMethod({
  name: 'pauseblockimport',
  category: 'blockchain',
  consent: 'none',
  changesWith: 'never',
  summary: 'Pauses the import of block files, or continues it.',
  params: [p.bool('paused', 'false to continue').default(true)],
  returns: 'state of the import',
  result: importState,
  errors: [{ code: -1, message: 'No import of blocks is running or paused.', when: 'there is no import' }, cannotNow],
  examples: [{ params: [] }, { params: [false] }],
  flags: { beyondReference: true },
})

export const blockImportMethods = { getblockimport, importblocks, pauseblockimport } as const
