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
  when: 'the file does not open; why is not told',
} as const

const schedule = r.object({
  on: r.bool('backups are made by themselves'),
  folder: r.oneOf('where; null when it is off', r.text(), r.nothing),
  every: r.oneOf('when; null when it is off', r.choice('', 'day', 'week', 'changes'), r.nothing),
  changes: r.int('of keys and labels after which one is made, where that is chosen'),
  keep: r.int('how many of its files stay'),
  files: r.int('that it has made and not deleted'),
  last: r.oneOf('when the last one was made; null: none yet', r.time(), r.nothing),
  error: r.oneOf('why the last attempt failed; null: it did not', r.text(), r.nothing),
  waiting: r.bool('one is due, and waits for the wallet to be unlocked'),
})

const sealbackup = defineMethod({
  name: 'sealbackup',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Returns everything in the wallet as the text of a file that only a passphrase opens; for the window alone.',
  description:
    'Keys, phrase, accounts, labels, token key and scripts, encrypted with scrypt, X25519 and AES-256-GCM. The passphrase is the file’s own, and stored nowhere. It is no backup before it is a file: notebackup says that it is.',
  params: [p.str('passphrase', 'of the file').secret()],
  returns: 'the text of the file and its time',
  result: r.object({
    text: r.text('the file'),
    time: r.time('when it was made; for notebackup'),
    keys: r.int('in it'),
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
  summary: 'Adds everything in an encrypted backup to this wallet; for the window alone.',
  description:
    'The phrase of the backup becomes the wallet’s where it has none, and its token key where nothing was ever paid to the present one. Nothing in the wallet is replaced. The chain is then looked through for payments.',
  params: [p.str('text', 'the file').secret(), p.str('passphrase', 'of the file').secret()],
  returns: 'what came with it',
  result: r.object({
    added: r.int('keys that were new'),
    phrase: r.choice('other: the wallet keeps the phrase it had', 'none', 'restored', 'other'),
    scripts: r.int('scripts and watched addresses that were new'),
    identity: r.bool('the token key of the backup is the wallet’s now'),
    made: r.time('when the backup was made'),
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
  summary: 'Shows whether encrypted backups are made by themselves, and how the last one went.',
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
  summary: 'Makes encrypted backups by themselves in a folder, and the first one at once; for the window alone.',
  description:
    'What the node keeps for it opens none of the files: only the passphrase does, which is stored nowhere. While a wallet with a passphrase of its own is locked, backups wait. Only files that the schedule made itself are ever deleted.',
  params: [
    p.str('passphrase', 'of the files').secret(),
    p.str('folder', 'an absolute path, of a folder that is there; the desktop app asks for it'),
    p.str('every', '"day", "week" or "changes"'),
    p
      .int('keep', `how many of its files stay, 1 to ${MAX_KEPT_BACKUPS}`, { min: 1, max: MAX_KEPT_BACKUPS })
      .default(10),
    p
      .int('changes', `of keys and labels after which one is made, 1 to ${MAX_BACKUP_CHANGES}`, {
        min: 1,
        max: MAX_BACKUP_CHANGES,
      })
      .default(10),
  ],
  returns: 'the schedule',
  result: schedule,
  errors: [
    WINDOW_ONLY,
    { code: -8, message: 'Invalid parameter, every must be day, week or changes', when: 'it is something else' },
    { code: -8, message: 'Invalid parameter, folder must be the absolute path of a folder', when: 'it is none' },
    { code: -4, message: 'No backup can be written there: X', when: 'the first one fails; nothing has changed then' },
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
  summary: 'Makes no more backups by themselves. The files that there are stay.',
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
