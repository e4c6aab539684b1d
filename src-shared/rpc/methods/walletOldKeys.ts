/** Methods for keys of other wallets of the family: a phrase, passphrase or private key, and what each reading gives. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { LOCKED } from './wallet.ts'
import { WINDOW_ONLY } from './walletBackup.ts'

export const OLD_KEY_READINGS = ['wif', 'otherwif', 'rawkey', 'agama', 'bip39', 'sha256'] as const
export type OldKeyReading = (typeof OLD_KEY_READINGS)[number]

/** Changes to a typed text before it is read. */
export const OLD_KEY_TEXTS = ['given', 'trimmed', 'words', 'nfc', 'nfd'] as const
export type OldKeyText = (typeof OLD_KEY_TEXTS)[number]

const OLD_KEY_HINTS = ['weak', 'damagedkey', 'address', 'othercoin'] as const
export type OldKeyHint = (typeof OLD_KEY_HINTS)[number]

const SHIELDED_KEY_KINDS = ['sprout', 'sproutview', 'sapling'] as const
export type ShieldedKeyKind = (typeof SHIELDED_KEY_KINDS)[number]

const EMPTY_TEXT = {
  code: -8,
  message: 'Invalid parameter, the text is empty',
  when: 'the text has no character, or more than 4,096',
} as const
const text = p.str('text', 'the passphrase, phrase or private key, exactly as it was written down').secret()

const inspectpassphrase = defineMethod({
  name: 'inspectpassphrase',
  category: 'wallet',
  consent: 'never',
  changesWith: 'never',
  summary: 'Shows which keys a passphrase of another wallet may stand for; only for the window of the app.',
  description:
    'Wallets of the family derive keys in different ways. Each reading is listed with its address and the history of the address on this chain. Nothing is stored or imported. Without the address index the blocks are read.',
  params: [text],
  returns: 'readings of the text, without secrets',
  result: r.object({
    readings: r.array(
      r.object({
        id: r.text('name of the reading; for importpassphrase'),
        reading: r.choice(
          'wif: private key of this family; otherwif: private key of another coin; rawkey: the key in hex; agama: passphrase of Agama and older wallets; bip39: first address of the phrase; sha256: plain hash of the text',
          ...OLD_KEY_READINGS,
        ),
        text: r.choice(
          'which text was read. trimmed: without blanks around it; words: in lower case with single blanks; nfc, nfd: trimmed and in this Unicode form',
          ...OLD_KEY_TEXTS,
        ),
        address: r.address(),
        balance: r.coins('confirmed coins on this chain'),
        transactions: r.int('number of confirmed transactions'),
        first: r.oneOf('time of the first transaction', r.nothing, r.time()),
        last: r.oneOf('time of the last transaction', r.nothing, r.time()),
        tokens: r.int('number of tokens that the key holds'),
        inwallet: r.bool('true if the wallet has the key'),
      }),
      'the most likely first; empty for a shielded key',
    ),
    hints: r.array(
      r.choice(
        'weak: others can guess the passphrase; damagedkey: a private key with a wrong checksum; address: an address, not a secret; othercoin: a private key of another coin',
        ...OLD_KEY_HINTS,
      ),
    ),
    prefix: r.oneOf('version byte of a private key of another coin', r.nothing, r.int()),
    shielded: r.oneOf(
      'kind of a shielded key, which cannot be used',
      r.nothing,
      r.choice('sproutview: viewing key', ...SHIELDED_KEY_KINDS),
    ),
    height: r.height('height of the tip at which the funds were counted'),
  }),
  errors: [WINDOW_ONLY, EMPTY_TEXT],
  examples: [{ params: ['agama passphrase'] }],
  flags: { wallet: true, beyondReference: true, longRunning: true },
})

const importpassphrase = defineMethod({
  name: 'importpassphrase',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Adds keys of a passphrase of another wallet; only for the window of the app.',
  description:
    'The desktop app asks for the text in its own window, shows the addresses and lets the user choose. The keys become imported keys, which the recovery phrase does not restore.',
  params: [
    text,
    p.str('label', 'label of the addresses').default(''),
    p.bool('rescan', 'search the chain for payments to the keys').default(true),
    p.array('readings', 'names of readings, as in inspectpassphrase; empty in a call of the window').default([]),
  ],
  returns: 'addresses of the chosen keys',
  result: r.object({ addresses: r.array(r.address()) }),
  errors: [
    WINDOW_ONLY,
    EMPTY_TEXT,
    {
      code: -8,
      message: 'Invalid parameter, readings must name readings of this text',
      when: 'no reading is named, or one that the text does not have',
    },
    LOCKED,
  ],
  examples: [{ params: ['agama passphrase', 'old wallet', true, ['agama']] }],
  flags: { wallet: true, beyondReference: true, longRunning: true },
})

export const walletOldKeyMethods = { importpassphrase, inspectpassphrase } as const
