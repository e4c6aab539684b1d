/** Methods for wallet backups: contents, completeness check, and keys as text for the window. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { LOCKED } from './wallet.ts'
import { walletStatus } from './walletKeys.ts'

export const WINDOW_ONLY = {
  code: -4,
  message: 'Only the window of the app can do this: secrets are not sent over HTTP',
  when: 'the call came over HTTP; use dumpwallet and importwallet',
} as const
const NO_KEYS = {
  code: -8,
  message: 'There is no key in this text',
  when: 'the text was not written by dumpwallet',
} as const

const provebackup = defineMethod({
  name: 'provebackup',
  // Maximum size of a dump, encrypted and in base64.
  maxText: 70_000_100,
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Checks what a backup would restore, against the chain and this wallet; nothing is imported or stored.',
  description:
    'The keys of the backup are derived and compared with those that this wallet has shown or imported, and their funds on the chain are counted. Without the address index the blocks are read.',
  params: [
    p
      .object(
        'backup',
        'object: either "phrase" (the words), or "dump" (the text written by dumpwallet or exportwallet), or "sealed" (the text of an encrypted backup) with its "passphrase"',
      )
      .secret(),
  ],
  returns: 'what the backup would restore, and what would be missing',
  result: r.object({
    ok: r.bool('true if no key is missing, and the backup owns everything that the wallet owns'),
    ownphrase: r.bool('true if the backup is the phrase of this wallet'),
    keys: r.int('number of keys in the backup; for a phrase: number of keys checked'),
    wallet: r.int('number of keys that this wallet has shown or imported'),
    missing: r.int('number of keys of this wallet that a restore of the backup would not find'),
    missingbalance: r.coins('balance of the missing keys on the chain'),
    missinglabels: r.int('number of address labels that are not in the backup; a phrase has none'),
    balance: r.coins('balance of the backup on the chain'),
    walletbalance: r.coins('balance of this wallet on the chain'),
    tokens: r.array(r.object({ tokenid: r.txid(), balance: r.satoshis('units') }), 'tokens owned by the backup'),
    height: r.height('height of the tip at which the funds were counted'),
  }),
  errors: [
    {
      code: -8,
      message: 'Invalid phrase: word 3 is not one of the 2048 words of BIP39',
      when: 'the phrase is invalid',
    },
    NO_KEYS,
    {
      code: -8,
      message: 'Give either a phrase, a dump or a sealed backup',
      when: 'several of these are given, or none',
    },
    { code: -8, message: 'Wrong passphrase or damaged file', when: 'the encrypted backup cannot be opened' },
  ],
  examples: [
    {
      params: [
        {
          phrase: 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
        },
      ],
    },
  ],
  flags: { wallet: true, beyondReference: true, longRunning: true },
})

const exportwallet = defineMethod({
  name: 'exportwallet',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Returns all keys of the wallet as text in the format of dumpwallet; only for the window of the app.',
  description:
    'Anyone who has the text can spend the coins. The text only counts as a backup once it is saved as a file, which notebackup records. It lacks the same as the file of dumpwallet, and a comment lists it.',
  params: [],
  returns: 'the text, and its time',
  result: r.object({ text: r.text('the keys'), time: r.time('creation time; for notebackup') }),
  errors: [WINDOW_ONLY, LOCKED],
  examples: [{ params: [] }],
  flags: { wallet: true, beyondReference: true, secretResult: true },
})

const notebackup = defineMethod({
  name: 'notebackup',
  category: 'wallet',
  consent: 'never',
  changesWith: 'never',
  summary: 'Records that the text of exportwallet was saved as a file, or that the phrase was written down.',
  params: [
    p.int64('time', 'time returned by exportwallet or showphrase, unix seconds'),
    p.str('what', '"file": counts as the last backup in getwalletstatus; or "phrase"').default('file'),
  ],
  returns: 'state of the wallet',
  result: walletStatus,
  errors: [
    { code: -8, message: 'Invalid parameter, time must be in the past', when: 'the time is in the future' },
    {
      code: -8,
      message: 'Invalid parameter, what must be file or phrase',
      when: 'the value is neither file nor phrase',
    },
  ],
  examples: [{ params: [1_795_248_000] }, { params: [1_795_248_000, 'phrase'] }],
  flags: { wallet: true, beyondReference: true },
})

const importwallettext = defineMethod({
  name: 'importwallettext',
  // Maximum size of a dump.
  maxText: 50_000_100,
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Adds the keys of a text written by dumpwallet or exportwallet; only for the window of the app.',
  description: 'Labels of more than 100 characters are truncated. The chain is then searched for payments.',
  params: [p.str('text', 'the keys').secret()],
  returns: 'number of keys added',
  result: r.object({ added: r.int('number of new keys') }),
  errors: [WINDOW_ONLY, NO_KEYS, LOCKED],
  examples: [{ params: ['UuHkQH4BW63pLpkdDmoF4nqvr5FhfhaHBxXLfvRPBGAVkjBzjZbS 2026-11-21T08:00:00Z label=rent'] }],
  flags: { wallet: true, beyondReference: true, longRunning: true },
})

export const walletBackupMethods = { exportwallet, importwallettext, notebackup, provebackup } as const
