/** Methods for wallet backups: contents, completeness check, and keys as text for the window. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { LOCKED } from './wallet.ts'
import { walletStatus } from './walletKeys.ts'

export const WINDOW_ONLY = {
  code: -4,
  message: 'Only the window of the app does this: secrets do not go over HTTP',
  when: 'the call came over HTTP; use dumpwallet and importwallet',
} as const
const NO_KEYS = { code: -8, message: 'There is no key in this text', when: 'it is not what dumpwallet writes' } as const

const provebackup = defineMethod({
  name: 'provebackup',
  // Maximum size of a dump, encrypted and in base64.
  maxText: 70_000_100,
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Proves what a backup would bring back, against the chain and this wallet; nothing is imported or kept.',
  description:
    'The keys of the backup are made, compared with those that this wallet has shown or imported, and what they own is counted on the chain. Without the address index the blocks are read.',
  params: [
    p
      .object(
        'backup',
        'object: either "phrase" (the words), or "dump" (the text that dumpwallet and exportwallet write), or "sealed" (the text of an encrypted backup) with its "passphrase"',
      )
      .secret(),
  ],
  returns: 'what it would bring back, and what would be missing',
  result: r.object({
    ok: r.bool('no key is missing, and the backup owns what the wallet does'),
    ownphrase: r.bool('the backup is a phrase, and the one of this wallet'),
    keys: r.int('in the backup; of a phrase those that were looked at'),
    wallet: r.int('keys that this wallet has shown or imported'),
    missing: r.int('of these, keys that the backup lacks, or that a restore would not look far enough for'),
    missingbalance: r.coins('what the chain says that these hold'),
    missinglabels: r.int('names of addresses that the backup lacks; a phrase has none'),
    balance: r.coins('what the chain says that the backup owns'),
    walletbalance: r.coins('the same of this wallet'),
    tokens: r.array(r.object({ tokenid: r.txid(), balance: r.satoshis('units') }), 'that the backup owns'),
    height: r.height('of the tip that was counted at'),
  }),
  errors: [
    { code: -8, message: 'Invalid phrase: word 3 is not one of the 2048 words of BIP39', when: 'the phrase is none' },
    NO_KEYS,
    { code: -8, message: 'Give either a phrase, a dump or a sealed backup', when: 'there are several, or none' },
    { code: -8, message: 'Wrong passphrase or damaged file', when: 'the sealed backup does not open' },
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
  summary: 'Returns all keys of the wallet as the text that dumpwallet writes; for the window alone.',
  description:
    'Whoever has the text can spend the coins. It is no backup before it is a file: notebackup says that it is.',
  params: [],
  returns: 'the text and its time',
  result: r.object({ text: r.text('the keys'), time: r.time('when it was made; for notebackup') }),
  errors: [WINDOW_ONLY, LOCKED],
  examples: [{ params: [] }],
  flags: { wallet: true, beyondReference: true, secretResult: true },
})

const notebackup = defineMethod({
  name: 'notebackup',
  category: 'wallet',
  consent: 'never',
  changesWith: 'never',
  summary: 'Notes that the text of exportwallet was saved as a file, or that the phrase was written down.',
  params: [
    p.int64('time', 'of the answer of exportwallet or showphrase, unix seconds'),
    p.str('what', '"file": getwalletstatus shows it as the last backup; or "phrase"').default('file'),
  ],
  returns: 'how the wallet is kept now',
  result: walletStatus,
  errors: [
    { code: -8, message: 'Invalid parameter, time must be in the past', when: 'it is to come' },
    { code: -8, message: 'Invalid parameter, what must be file or phrase', when: 'it is neither' },
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
  summary: 'Adds the keys of a text that dumpwallet or exportwallet has written; for the window alone.',
  description: 'Labels of more than 100 characters are cut. The chain is then looked through for payments.',
  params: [p.str('text', 'the keys').secret()],
  returns: 'how many keys came with it',
  result: r.object({ added: r.int('keys that were new') }),
  errors: [WINDOW_ONLY, NO_KEYS, LOCKED],
  examples: [{ params: ['UuHkQH4BW63pLpkdDmoF4nqvr5FhfhaHBxXLfvRPBGAVkjBzjZbS 2026-11-21T08:00:00Z label=rent'] }],
  flags: { wallet: true, beyondReference: true, longRunning: true },
})

export const walletBackupMethods = { exportwallet, importwallettext, notebackup, provebackup } as const
