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
  when: 'there is no such account',
} as const
const NO_PHRASE = { code: -4, message: 'The wallet has no phrase, and so no accounts', when: 'there is none' } as const

const accountFields = {
  account: r.int('its number, from 0'),
  label: r.text('may be empty'),
  pubkey: r.pubkey('its own key, the first of its addresses'),
  address: r.address('of that key'),
  identity: r.bool('it is the token key now'),
}

/** An account of the wallet's phrase. */
export const walletAccount = r.object(accountFields)

const FOLLOWING =
  'the phrase was restored before the chain was fetched: later blocks are looked at as they come, and once all are there what was passed by is looked for again'

/** State of the wallet, as the methods that change it also return. */
export const walletStatus = r.object({
  encrypted: r.bool('a passphrase protects the secrets'),
  locked: r.bool('secrets cannot be used before the passphrase is given'),
  unlockeduntil: r.oneOf('null while it is locked, and without a passphrase', r.time(), r.nothing),
  onlystaking: r.bool('it is unlocked for staking alone'),
  phrase: r.bool('a phrase restores the keys that are made from now on'),
  words: r.oneOf('of the phrase; null without one', r.int(), r.nothing),
  phrasekept: r.bool('showphrase can show its words'),
  phrasewritten: r.bool('its words were written down or typed in, as far as the wallet knows'),
  phrasetyped: r.bool('it was typed in: this program did not make it, as far as the wallet knows'),
  phrasereplaceable: r.bool(
    'its words cannot be shown, and no search or move is under way: setphrase may put one that newphrase made in its place',
  ),
  phraseunused: r.bool('it was neither shown nor paid to: setphrase may put another one in its place'),
  phrasebirth: r.oneOf('nothing was paid to the phrase before; null: not known, or no phrase', r.time(), r.nothing),
  searching: r.bool(
    'payments to the phrase’s addresses are still to be looked for: at the next start, or by setphrase',
  ),
  following: r.bool(FOLLOWING),
  accounts: r.array(walletAccount, 'none without a phrase'),
  identity: r.oneOf('the token key: the public key that contracts act for; null without one', r.pubkey(), r.nothing),
  previousidentity: r.oneOf(
    'what "identity" was before setidentity last changed it, in this run or an earlier one; null: it did not, that key is not the wallet’s, or -pubkey chose the present one',
    r.pubkey(),
    r.nothing,
  ),
  imported: r.int('keys that the phrase does not restore: only a backup does'),
  uncovered: r.int(
    'keys and scripts that hold coins or tokens, or that the node pays to, and that the phrase would not bring back in another wallet',
  ),
  keychain: r.choice('whether the system’s keychain keeps the passphrase', 'none', 'available', 'used'),
  backup: r.oneOf('when the wallet was last backed up; null: never, as far as it knows', r.time(), r.nothing),
  backupcomplete: r.bool('that backup has every key that the phrase does not restore'),
  drill: r.oneOf('when provebackup last found everything; null: never', r.time(), r.nothing),
  move: r.oneOf('how far a move to the phrase is; null: none is under way', moveStatus, r.nothing),
})

const getwalletstatus = defineMethod({
  name: 'getwalletstatus',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet', 'identity'],
  summary: 'Shows how the wallet is kept: passphrase, phrase, accounts and backup.',
  params: [],
  returns: 'how the wallet is kept',
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
  summary: 'Makes a random recovery phrase, which is not in use yet.',
  description:
    'setphrase takes it, once it is written down, and keeps its words for showphrase: those of the last call in this run, and of no other phrase.',
  params: [p.int('words', '12 or 24').default(12)],
  returns: 'the phrase',
  result: r.object({ phrase: r.text('English words of BIP39') }),
  errors: [{ code: -8, message: 'Invalid parameter, words must be 12 or 24', when: 'it is another number' }],
  examples: [{ params: [], result: { phrase: PHRASE_EXAMPLE } }, { params: [24] }],
  flags: { wallet: true, beyondReference: true, secretResult: true },
})

const setphrase = defineMethod({
  name: 'setphrase',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Lets all keys that are made from now on follow from a recovery phrase.',
  description:
    'Keys are those of BIP32 and BIP44 with coin type 141. Restoring looks for addresses in use, until 20 in a row of a chain of an account were never paid. It may be called off without loss, and goes on when the same phrase is given again, or at the next start. While the chain is still being fetched it goes on by itself with the blocks that come. Keys that the wallet had before stay, and are not restored by the phrase. A phrase that the wallet was made with gives way if it was never shown and nothing was paid to it. A phrase whose words are not kept gives way to the one that newphrase made last, unless a search or a move is under way: its keys stay, and planmovetophrase moves what they hold. The words of a phrase that is typed in are not stored.',
  params: [
    p.str('phrase', '12, 15, 18, 21 or 24 English words of BIP39').secret(),
    p
      .object('options', 'whether the phrase was in use, and since when', {
        properties: {
          restore: { type: 'boolean', description: 'look for payments in the chain' },
          birth: { type: ['integer', 'null'], description: 'unix time before which it was not in use' },
        },
      })
      .optional(),
  ],
  returns: 'the accounts, and what a search of the chain found',
  result: r.object({
    words: r.int('of the phrase'),
    accounts: r.array(walletAccount),
    found: r.int('addresses of the phrase that were paid'),
    complete: r.bool('the search is done, or none was asked for'),
    height: r.oneOf('the newest block that was looked through; null: the search is not done', r.height(), r.nothing),
    following: r.bool(FOLLOWING),
  }),
  errors: [
    { code: -8, message: 'Invalid phrase: word X is not one of the 2048 words of BIP39', when: 'a word is wrong' },
    {
      code: -8,
      message: 'Invalid phrase: the words do not belong together; one is wrong, or they are in another order',
      when: 'its checksum is wrong',
    },
    {
      code: -4,
      message: 'The wallet has another phrase already. Restore this one in a wallet of its own.',
      when: 'it has one',
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
  description: 'Whoever has the words can spend the coins. notebackup with "phrase" notes that they were written down.',
  params: [],
  returns: 'the phrase and its time',
  result: r.object({ phrase: r.text('English words of BIP39'), time: r.time('when it was shown; for notebackup') }),
  errors: [
    { code: -4, message: 'Error: the wallet has no recovery phrase', when: 'it has no phrase' },
    {
      code: -4,
      message: 'Error: the phrase was made on X, cannot be shown again: its words were not kept',
      when: 'an earlier version of the program made it',
    },
    {
      code: -4,
      message: 'Error: the phrase was typed in: its words were not kept and cannot be shown',
      when: 'this program did not make it',
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
  params: [p.str('label', 'what it is called').default('')],
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
  summary: 'Gives an account another name.',
  params: [p.int('account', 'its number'), p.str('label', 'what it is called')],
  returns: 'the account with its new name',
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
    'The present token key comes first. Tokens are those in blocks; of more than 100 a key names the first ones. Without the indexes of a chain with contracts no tokens are listed.',
  params: [],
  returns: 'the keys with what they own',
  result: r.array(
    r.object({
      pubkey: r.pubkey(),
      address: r.address('of the key'),
      identity: r.bool('it is the token key'),
      mine: r.bool('the wallet has its private key'),
      account: r.oneOf('whose own key it is; null: of no account', r.int(), r.nothing),
      restored: r.bool('the phrase brings it back'),
      label: r.text('of the account or the address; empty without one'),
      coins: r.coins('that it holds, with those that cannot be spent yet'),
      tokens: r.array(r.object({ tokenid: r.txid(), name: r.text(), units: r.int64('of it') })),
      tokencount: r.int('tokens that it holds units of'),
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
  summary:
    'Sets the token key: the public key that contracts act for, now and at later starts where -pubkey is not given.',
  description: 'Change and rewards go to it too. Unlike with setpubkey it may be changed at any time.',
  params: [p.text('account', 'number of an account of the phrase, or a public key of 66 hex digits')],
  returns: 'the key that is set now',
  result: r.object({
    WARNING: r.optional(r.text('the wallet does not have the private key')),
    ismine: r.optional(r.text('"true" if the wallet has the private key')),
    address: r.address(),
    pubkey: r.pubkey(),
  }),
  errors: [
    NO_ACCOUNT,
    { code: -8, message: 'Invalid parameter, expected an account or a public key', when: 'it is neither' },
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
