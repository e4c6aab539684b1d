/** Methods that take over a wallet.dat of komodod. The reference does not have them. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { LOCKED } from './wallet.ts'

const NO_FOLDER = {
  code: -4,
  message: 'Cannot read wallet files until the -exportdir option has been set',
  when: '-exportdir is not set',
} as const
const NO_FILE = {
  code: -8,
  message: 'Cannot open wallet file',
  when: 'the folder has no such file, or the name leads outside the folder',
} as const
const UNREADABLE = {
  code: -8,
  message: 'This file is not a wallet: X',
  when: 'the file is not a wallet.dat, or nothing in it can be read; the text gives the reason',
} as const
const BUSY = {
  code: -1,
  message: 'Another wallet file is being read. Try again when that is done.',
  when: 'another call reads a wallet file',
} as const

const file = p.str('file', 'name of the file in the folder set by -exportdir, or its complete path')

const findings = {
  keys: r.int('number of private keys in the file, including those that are encrypted or in the key pool'),
  encryptedkeys: r.int('number of those keys that are still encrypted'),
  watchonly: r.int('number of watch-only scripts'),
  scripts: r.int('number of redeem scripts'),
  labels: r.int('number of labels, of own and foreign addresses'),
  transactions: r.int('number of transactions'),
  shielded: r.int('number of shielded keys: they are kept and backed up, but cannot be used yet'),
  oldest: r.time('time of the oldest key; 0: unknown, so that all blocks are searched'),
  cleanlyclosed: r.bool('false if the last changes may be only in the log files beside the file'),
  rescued: r.choice(
    'how the keys were found. no: as komodod finds them; pages: page by page; bytes: by a search of all bytes',
    'no',
    'pages',
    'bytes',
  ),
  leaks: r.int('number of secrets that lie unencrypted in the file although it is encrypted'),
  leakedkeys: r.int('number of private keys among them'),
  leakedseed: r.bool('true if the seed of the shielded keys is among them'),
  balance: r.coins('confirmed coins of the keys on the chain, as far as it is synced'),
  height: r.height('height of the tip at which the coins were counted'),
  warnings: r.array(r.text(), 'what may be missing, and what to do; never empty if keys may be missing'),
}

const inspectwalletfile = defineMethod({
  name: 'inspectwalletfile',
  category: 'wallet',
  consent: 'never',
  changesWith: 'never',
  summary: 'Shows what a wallet.dat of komodod contains; nothing is imported, and the file is not changed.',
  description:
    'The file must be in the folder set by -exportdir. Damaged files are read as far as possible. Without the address index the blocks are read to count the coins.',
  params: [file],
  returns: 'the contents, without secrets',
  result: r.object(findings),
  errors: [NO_FOLDER, NO_FILE, UNREADABLE, BUSY],
  examples: [{ params: ['wallet.dat'] }],
  flags: { wallet: true, beyondReference: true, longRunning: true },
})

const importwalletfile = defineMethod({
  name: 'importwalletfile',
  category: 'wallet',
  consent: 'never',
  changesWith: 'never',
  summary: 'Adds everything in a wallet.dat of komodod to this wallet; the file is not changed.',
  description:
    'Adds all keys with their labels, including those of the key pool, and redeem scripts, watch-only scripts, labels of other addresses, comments of transactions and shielded keys, all or nothing. Nothing in this wallet is replaced, and a second import of the same file adds nothing. Labels of more than 100 characters are truncated. The chain is then searched for payments from the oldest key on; a search that is interrupted continues at the next start. Keep the file until an encrypted backup of this wallet was opened again: see listmovedwallets.',
  params: [
    file,
    p.str('passphrase', 'passphrase of the file, or "" if it is not encrypted').secret().default(''),
    p.bool('rescan', 'search the chain for payments').default(true),
  ],
  returns: 'the contents of the file, without secrets',
  result: r.object({ ...findings, imported: r.int('number of keys that this wallet did not have') }),
  errors: [
    NO_FOLDER,
    NO_FILE,
    UNREADABLE,
    BUSY,
    {
      code: -14,
      message: 'The wallet in this file is encrypted: its passphrase is needed.',
      when: 'the file is encrypted and no passphrase is given',
    },
    {
      code: -14,
      message: 'Error: The wallet passphrase entered was incorrect.',
      when: 'the passphrase does not open the file',
    },
    LOCKED,
  ],
  examples: [{ params: ['wallet.dat'] }, { params: ['wallet.dat', 'correct horse battery staple', false] }],
  flags: { wallet: true, beyondReference: true, longRunning: true },
})

const listmovedwallets = defineMethod({
  name: 'listmovedwallets',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'wallet'],
  summary:
    'Lists the wallet files of komodod that were added with importwalletfile, and whether another program used them since.',
  description: 'No file is ever deleted or changed. Keep a file until its `backup` is not null.',
  params: [],
  result: r.array(
    r.object({
      file: r.text('complete path'),
      moved: r.time('time of the import that last added something'),
      keys: r.int('number of private keys in the file'),
      shielded: r.int('number of shielded keys in the file'),
      leakedkeys: r.int('number of private keys that lie unencrypted in the file although it is encrypted'),
      leakedseed: r.bool('true if the seed of its shielded keys lies unencrypted in it although it is encrypted'),
      used: r.bool('true if another program changed the file later: two programs may be spending the same coins'),
      missing: r.bool('true if the file is no longer there'),
      backup: r.oneOf(
        'time when an encrypted backup with everything in this wallet was opened again, by provebackup; null: not yet',
        r.time(),
        r.nothing,
      ),
    }),
    'oldest import first',
  ),
  examples: [{ params: [], result: [] }],
  flags: { wallet: true, beyondReference: true },
})

export const walletMoveInMethods = { importwalletfile, inspectwalletfile, listmovedwallets } as const
