/**
 * Methods for the source of the wallet's keys: its phrase, its accounts, and the token key. The reference does not have
 * them.
 */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { moveStatus } from './walletMove.ts'

const PUBKEY_EXAMPLE = '02676d00110c2cd14ae24f95969e8598f7ccfaa675498b82654a5b5bd57fc1d8cf'
/** A publicly known phrase: all coins sent to it are stolen. */
const PHRASE_EXAMPLE = `${'abandon '.repeat(11)}about`

const LOCKED = {
  code: -13,
  message: 'Error: Please enter the wallet passphrase with walletpassphrase first.',
  when: 'the wallet is locked',
} as const
const NO_ACCOUNT = {
  code: -8,
  message: 'Invalid parameter, there is no account X',
  when: 'the phrase has no account with this number',
} as const
const NO_PHRASE = {
  code: -4,
  message: 'The wallet has no phrase and therefore no accounts',
  when: 'there is none',
} as const

const accountFields = {
  account: r.int('number of the account, from 0'),
  label: r.text('may be empty'),
  pubkey: r.pubkey('key of the account, the first of its addresses'),
  address: r.address('of that key'),
  identity: r.bool('true if this is the current token key'),
}

/** An account of the wallet's phrase. */
export const walletAccount = r.object(accountFields)

const FOLLOWING =
  'true if the phrase was restored before the chain was downloaded: new blocks are searched as they arrive, and skipped blocks once the chain is complete'

/** State of the wallet, as the methods that change it also return. */
export const walletStatus = r.object({
  encrypted: r.bool('true if a passphrase protects the secrets'),
  locked: r.bool('true if secrets cannot be used until the passphrase is given'),
  unlockeduntil: r.oneOf('time of locking; null if the wallet is locked, or has no passphrase', r.time(), r.nothing),
  onlystaking: r.bool('true if the wallet is unlocked only for staking'),
  phrase: r.bool('true if new keys can be restored from a phrase'),
  words: r.oneOf('number of words of the phrase; null without one', r.int(), r.nothing),
  phrasekept: r.bool('true if showphrase can show the words'),
  phrasewritten: r.bool('true if the words were written down or typed in, as far as the wallet knows'),
  phrasetyped: r.bool('true if the phrase was typed in and not made by this program, as far as the wallet knows'),
  phrasereplaceable: r.bool(
    'true if the words cannot be shown, and no search or move is running: setphrase may replace the phrase by one from newphrase',
  ),
  phraseunused: r.bool('true if the phrase was neither shown nor paid to: setphrase may replace the phrase'),
  phrasebirth: r.oneOf(
    'time of the first possible payment to the phrase; null: unknown, or no phrase',
    r.time(),
    r.nothing,
  ),
  searching: r.bool(
    'true if the search for payments to the phrase’s addresses is not done: it runs at the next start, or by setphrase',
  ),
  following: r.bool(FOLLOWING),
  accounts: r.array(walletAccount, 'accounts; none without a phrase'),
  identity: r.oneOf('token key: the public key that contracts use; null without one', r.pubkey(), r.nothing),
  previousidentity: r.oneOf(
    'value of "identity" before its last change by setidentity, in this run or an earlier one; null: never changed, not a key of the wallet, or the current key was set by -pubkey',
    r.pubkey(),
    r.nothing,
  ),
  imported: r.int('number of keys that the phrase does not restore: only a backup does'),
  uncovered: r.int(
    'number of keys and scripts that hold coins or tokens, or that the node pays to, and that the phrase would not restore in another wallet',
  ),
  keychain: r.choice('state of the passphrase in the system’s keychain', 'none', 'available', 'used'),
  backup: r.oneOf('time of the last backup; null: never, as far as the wallet knows', r.time(), r.nothing),
  backupcomplete: r.bool('true if that backup has every key that the phrase does not restore'),
  drill: r.oneOf('time of the last provebackup that found everything; null: never', r.time(), r.nothing),
  move: r.oneOf('progress of the move to the phrase; null: not running', moveStatus, r.nothing),
})

const getwalletstatus = defineMethod({
  name: 'getwalletstatus',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet', 'identity'],
  summary: 'Shows the state of the wallet: passphrase, phrase, accounts and backup.',
  params: [],
  returns: 'state of the wallet',
  result: walletStatus,
  examples: [{ params: [] }],
  flags: { wallet: true, beyondReference: true },
})

const newphrase = defineMethod({
  name: 'newphrase',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Creates a random recovery phrase, which is not used yet.',
  description:
    'Pass the phrase to setphrase once it is written down. setphrase then keeps its words for showphrase, but only those of the last newphrase call in this run.',
  params: [p.int('words', '12 or 24').default(12)],
  returns: 'the phrase',
  result: r.object({ phrase: r.text('English words of BIP39') }),
  errors: [{ code: -8, message: 'Invalid parameter, words must be 12 or 24', when: 'the number is neither 12 nor 24' }],
  examples: [{ params: [], result: { phrase: PHRASE_EXAMPLE } }, { params: [24] }],
  flags: { wallet: true, beyondReference: true, secretResult: true },
})

const setphrase = defineMethod({
  name: 'setphrase',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Derives all new keys from a recovery phrase.',
  description:
    'Keys follow BIP32 and BIP44 with coin type 141. A restore searches for used addresses, until 20 consecutive addresses of a chain of an account were never paid. It can be cancelled without loss, and continues when the same phrase is given again, or at the next start. During the download of the chain it continues automatically with the new blocks. Existing keys of the wallet stay, and are not restored by the phrase. The initial phrase of the wallet is replaced if it was never shown and never paid. A phrase whose words are not kept can be replaced by the last one from newphrase, unless a search or a move is running: its keys stay, and planmovetophrase moves their funds. The words of a phrase that is typed in are not stored.',
  params: [
    p.str('phrase', '12, 15, 18, 21 or 24 English words of BIP39').secret(),
    p
      .object('options', 'options: whether the phrase was used before, and since when', {
        properties: {
          restore: { type: 'boolean', description: 'search the chain for payments' },
          birth: { type: ['integer', 'null'], description: 'unix time before which the phrase was not used' },
        },
      })
      .optional(),
  ],
  returns: 'the accounts, and the result of the search',
  result: r.object({
    words: r.int('number of words of the phrase'),
    accounts: r.array(walletAccount),
    found: r.int('number of addresses of the phrase that were paid'),
    complete: r.bool('true if the search is done, or none was requested'),
    height: r.oneOf('height of the newest searched block; null: the search is not done', r.height(), r.nothing),
    following: r.bool(FOLLOWING),
  }),
  errors: [
    {
      code: -8,
      message: 'Invalid phrase: word X is not one of the 2048 words of BIP39',
      when: 'a word is not in the list',
    },
    {
      code: -8,
      message: 'Invalid phrase: wrong checksum; a word is wrong, or the words are in the wrong order',
      when: 'the checksum is wrong',
    },
    {
      code: -4,
      message: 'The wallet already has another phrase. Restore this phrase in a separate wallet.',
      when: 'the wallet has another phrase',
    },
    LOCKED,
  ],
  examples: [
    {
      params: [PHRASE_EXAMPLE],
      result: {
        words: 12,
        accounts: [
          {
            account: 0,
            label: '',
            pubkey: '037a36fb4783e60b51664ea4770b5141248b80924f5b3b1881ab366def2ddf3b77',
            address: 'RW8gfgpCUdgZbkPAs1uJQF2S9681JVkGRi',
            identity: false,
          },
        ],
        found: 0,
        complete: true,
        height: null,
        following: false,
      },
    },
    { params: [PHRASE_EXAMPLE, { restore: true, birth: 1_700_000_000 }] },
  ],
  flags: { wallet: true, beyondReference: true, longRunning: true },
})

const showphrase = defineMethod({
  name: 'showphrase',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Shows the words of the wallet’s recovery phrase, if this program made it.',
  description:
    'Anyone who has the words can spend the coins. Call notebackup with "phrase" to record that they were written down.',
  params: [],
  returns: 'the phrase, and its time',
  result: r.object({ phrase: r.text('English words of BIP39'), time: r.time('time of this call; for notebackup') }),
  errors: [
    { code: -4, message: 'Error: the wallet has no recovery phrase', when: 'the wallet has no phrase' },
    {
      code: -4,
      message: 'Error: the phrase was made on X, cannot be shown again: its words were not stored',
      when: 'an earlier version of the program made the phrase',
    },
    {
      code: -4,
      message: 'Error: the phrase was typed in: its words were not stored and cannot be shown',
      when: 'the phrase was not made by this program',
    },
    LOCKED,
  ],
  examples: [{ params: [], result: { phrase: PHRASE_EXAMPLE, time: 1_795_248_000 } }],
  flags: { wallet: true, beyondReference: true, secretResult: true },
})

const newaccount = defineMethod({
  name: 'newaccount',
  category: 'wallet',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Adds the next account of the wallet’s phrase.',
  params: [p.str('label', 'label of the account').default('')],
  returns: 'the new account',
  result: walletAccount,
  errors: [NO_PHRASE, LOCKED],
  examples: [{ params: [] }, { params: ['shop'] }],
  flags: { wallet: true, beyondReference: true },
})

const labelaccount = defineMethod({
  name: 'labelaccount',
  category: 'wallet',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Renames an account.',
  params: [p.int('account', 'number of the account'), p.str('label', 'label of the account')],
  returns: 'the account with its new label',
  result: walletAccount,
  errors: [NO_ACCOUNT],
  examples: [{ params: [0, 'mine'] }],
  flags: { wallet: true, beyondReference: true },
})

const listtokenkeys = defineMethod({
  name: 'listtokenkeys',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet', 'identity'],
  summary: 'Lists the keys that can be the token key: those that own coins or tokens, and those of accounts.',
  description:
    'The current token key comes first. Only confirmed tokens are listed, at most 100 per key. Without the indexes of a chain with contracts, no tokens are listed.',
  params: [],
  returns: 'the keys with their coins and tokens',
  result: r.array(
    r.object({
      pubkey: r.pubkey(),
      address: r.address('of the key'),
      identity: r.bool('true if this is the token key'),
      mine: r.bool('true if the wallet has the private key'),
      account: r.oneOf('account whose token key this is; null if none', r.int(), r.nothing),
      restored: r.bool('true if the phrase restores the key'),
      label: r.text('label of the account or the address; empty without one'),
      coins: r.coins('balance, including coins that cannot be spent yet'),
      tokens: r.array(r.object({ tokenid: r.txid(), name: r.text(), units: r.int64('units of the token') })),
      tokencount: r.int('number of tokens with units on this key'),
    }),
  ),
  examples: [{ params: [] }],
  flags: { wallet: true, beyondReference: true, longRunning: true },
})

const setidentity = defineMethod({
  name: 'setidentity',
  category: 'wallet',
  consent: 'ask',
  stake: 'money',
  changesWith: 'never',
  summary: 'Sets the token key: the public key that contracts use, now and at later starts without -pubkey.',
  description: 'Change and rewards go to this key too. Unlike with setpubkey, the key can be changed at any time.',
  params: [p.text('account', 'number of an account of the phrase, or a public key of 66 hex digits')],
  returns: 'the current token key',
  result: r.object({
    WARNING: r.optional(r.text('warning, if the wallet does not have the private key')),
    ismine: r.optional(r.text('"true" if the wallet has the private key')),
    address: r.address(),
    pubkey: r.pubkey(),
  }),
  errors: [
    NO_ACCOUNT,
    {
      code: -8,
      message: 'Invalid parameter, expected an account or a public key',
      when: 'the text is neither an account nor a public key',
    },
  ],
  examples: [{ params: ['0'] }, { params: [PUBKEY_EXAMPLE] }],
  flags: { wallet: true, beyondReference: true },
})

export const walletKeyMethods = {
  getwalletstatus,
  labelaccount,
  listtokenkeys,
  newaccount,
  newphrase,
  setidentity,
  setphrase,
  showphrase,
} as const
