/** Methods of encrypted backups for the window only: create one, restore one, and a schedule that creates them. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { LOCKED } from './wallet.ts'
import { WINDOW_ONLY } from './walletBackup.ts'

/** Limits of a schedule's numbers, which the window's form checks too. */
export const MAX_KEPT_BACKUPS = 1_000
export const MAX_BACKUP_CHANGES = 10_000

const CLOSED = {
  code: -8,
  message: 'Wrong passphrase or damaged file',
  when: 'the file cannot be opened; the reason is not disclosed',
} as const

const schedule = r.object({
  on: r.bool('true if backups are made automatically'),
  folder: r.oneOf('folder of the backups; null if off', r.text(), r.nothing),
  every: r.oneOf('interval; null if off', r.choice('', 'day', 'week', 'changes'), r.nothing),
  changes: r.int('number of changed keys and labels that triggers a backup, if every is "changes"'),
  keep: r.int('number of backup files to keep'),
  files: r.int('number of files made by the schedule and not deleted'),
  last: r.oneOf('time of the last backup; null if there was none yet', r.time(), r.nothing),
  error: r.oneOf('reason why the last attempt failed; null: it succeeded', r.text(), r.nothing),
  waiting: r.bool('true if a backup is due and waits for the wallet to be unlocked'),
})

const sealbackup = defineMethod({
  name: 'sealbackup',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary:
    'Returns everything in the wallet as the text of a passphrase-encrypted file; only for the window of the app.',
  description:
    'Keys, phrase, accounts, labels, token key, scripts, comments and shielded keys, encrypted with scrypt, X25519 and AES-256-GCM. The history is not in it: it comes back from the chain. The passphrase is only for this file, and stored nowhere. The text only counts as a backup once it is saved as a file, which notebackup records.',
  params: [p.str('passphrase', 'of the file').secret()],
  returns: 'the text of the file, and its time',
  result: r.object({
    text: r.text('the file'),
    time: r.time('creation time; for notebackup'),
    keys: r.int('number of keys in the file'),
  }),
  errors: [WINDOW_ONLY, LOCKED],
  examples: [{ params: ['correct horse battery staple'] }],
  flags: { wallet: true, beyondReference: true, secretResult: true },
})

const restorebackup = defineMethod({
  name: 'restorebackup',
  // Maximum size of a dump, encrypted and in base64.
  maxText: 70_000_100,
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Adds everything in an encrypted backup to this wallet; only for the window of the app.',
  description:
    'The wallet takes the phrase of the backup if it has none, and the token key of the backup if its current token key was never paid. Nothing in the wallet is replaced. The chain is then searched for payments.',
  params: [p.str('text', 'the file').secret(), p.str('passphrase', 'of the file').secret()],
  returns: 'the added items',
  result: r.object({
    added: r.int('number of new keys'),
    phrase: r.choice('result for the phrase; other: the wallet keeps its own phrase', 'none', 'restored', 'other'),
    scripts: r.int('number of new scripts and watched addresses'),
    identity: r.bool('true if the token key of the backup is the wallet’s now'),
    made: r.time('creation time of the backup'),
  }),
  errors: [WINDOW_ONLY, CLOSED, LOCKED],
  examples: [{ params: ['chainwright-backup 1\n…', 'correct horse battery staple'] }],
  flags: { wallet: true, beyondReference: true, longRunning: true },
})

const getbackupschedule = defineMethod({
  name: 'getbackupschedule',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'wallet'],
  summary: 'Shows the schedule of automatic encrypted backups, and the result of the last one.',
  params: [],
  returns: 'the schedule',
  result: schedule,
  examples: [{ params: [] }],
  flags: { wallet: true, beyondReference: true },
})

const setbackupschedule = defineMethod({
  name: 'setbackupschedule',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary:
    'Starts automatic encrypted backups into a folder, the first one immediately; only for the window of the app.',
  description:
    'The data that the node keeps for the schedule cannot open the files: only the passphrase can, which is stored nowhere. If the wallet has its own passphrase, backups wait while the wallet is locked. Only files made by the schedule are ever deleted.',
  params: [
    p.str('passphrase', 'passphrase of the backup files').secret(),
    p.str('folder', 'absolute path of an existing folder; the desktop app asks for the folder'),
    p.str('every', '"day", "week" or "changes"'),
    p
      .int('keep', `number of backup files to keep, 1 to ${MAX_KEPT_BACKUPS}`, { min: 1, max: MAX_KEPT_BACKUPS })
      .default(10),
    p
      .int('changes', `number of changed keys and labels that triggers a backup, 1 to ${MAX_BACKUP_CHANGES}`, {
        min: 1,
        max: MAX_BACKUP_CHANGES,
      })
      .default(10),
  ],
  returns: 'the schedule',
  result: schedule,
  errors: [
    WINDOW_ONLY,
    { code: -8, message: 'Invalid parameter, every must be day, week or changes', when: 'the value is something else' },
    {
      code: -8,
      message: 'Invalid parameter, folder must be the absolute path of a folder',
      when: 'the text is not the absolute path of a folder',
    },
    {
      code: -4,
      message: 'No backup can be written to this folder: X',
      when: 'the first backup fails; the schedule is unchanged',
    },
    LOCKED,
  ],
  examples: [{ params: ['correct horse battery staple', '/media/stick/backups', 'day'] }],
  flags: { wallet: true, beyondReference: true },
})

const stopbackupschedule = defineMethod({
  name: 'stopbackupschedule',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Stops automatic backups. Existing files are kept.',
  params: [],
  returns: 'the schedule',
  result: schedule,
  examples: [{ params: [] }],
  flags: { wallet: true, beyondReference: true },
})

export const walletSealedMethods = {
  getbackupschedule,
  restorebackup,
  sealbackup,
  setbackupschedule,
  stopbackupschedule,
} as const
