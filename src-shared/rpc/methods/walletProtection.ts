/** Methods of the wallet's passphrase (rpc.md §9), and equivalents of this program that do not stop the node. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { walletStatus } from './walletKeys.ts'

/** Three years in seconds, practically unlimited. */
export const MAX_UNLOCKED_SECONDS = 100_000_000

const PASSPHRASE_EXAMPLE = 'correct horse battery staple'
const INCORRECT = {
  code: -14,
  message: 'Error: The wallet passphrase entered was incorrect.',
  when: 'the passphrase is wrong',
} as const
const ENCRYPTED = {
  code: -15,
  message: 'Error: running with an encrypted wallet, but encryptwallet was called.',
  when: 'the wallet is already encrypted',
} as const
const unencrypted = (method: string) =>
  ({
    code: -15,
    message: `Error: running with an unencrypted wallet, but ${method} was called.`,
    when: 'the wallet is not encrypted',
  }) as const
const passphrase = (name: 'passphrase', doc: string) => p.str(name, doc).secret()

const encryptwallet = defineMethod({
  name: 'encryptwallet',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Encrypts the wallet’s secrets with a passphrase, and stops the node.',
  description:
    'If you lose the passphrase, you lose the coins, unless the keys are written down elsewhere. protectwallet does the same without the options and without stopping the node.',
  params: [passphrase('passphrase', '1 to 1024 bytes')],
  result: r.text('description of the next steps'),
  errors: [
    {
      code: -16,
      message: 'Error: wallet encryption is disabled.',
      when: '-experimentalfeatures and -developerencryptwallet are not set',
    },
    ENCRYPTED,
  ],
  examples: [{ params: [PASSPHRASE_EXAMPLE] }],
  flags: { wallet: true },
})

const walletpassphrase = defineMethod({
  name: 'walletpassphrase',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Unlocks an encrypted wallet for a number of seconds.',
  description: 'Another call sets the time again.',
  params: [
    passphrase('passphrase', 'of the wallet'),
    p.int64('timeout', 'number of seconds until the wallet is locked again'),
  ],
  result: r.nothing,
  errors: [INCORRECT, unencrypted('walletpassphrase')],
  examples: [{ params: [PASSPHRASE_EXAMPLE, 60], result: null }],
  flags: { wallet: true },
})

const walletpassphrasechange = defineMethod({
  name: 'walletpassphrasechange',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Changes the wallet’s passphrase.',
  description: 'Older backups still open with the old passphrase.',
  params: [p.str('oldpassphrase', 'current passphrase').secret(), p.str('newpassphrase', '1 to 1024 bytes').secret()],
  result: r.nothing,
  errors: [INCORRECT, unencrypted('walletpassphrasechange')],
  examples: [{ params: [PASSPHRASE_EXAMPLE, 'four other words here'], result: null }],
  flags: { wallet: true },
})

const walletlock = defineMethod({
  name: 'walletlock',
  category: 'wallet',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Locks an encrypted wallet: its secrets are wiped from memory.',
  params: [],
  result: r.nothing,
  errors: [unencrypted('walletlock')],
  examples: [{ params: [], result: null }],
  flags: { wallet: true },
})

const protectwallet = defineMethod({
  name: 'protectwallet',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Encrypts the wallet’s secrets with a passphrase, and locks the wallet.',
  description:
    'If you lose the passphrase, you lose the coins, unless the phrase or the keys are written down elsewhere. Older backups are not encrypted: make a new one and destroy them.',
  params: [passphrase('passphrase', '1 to 1024 bytes')],
  returns: 'state of the wallet',
  result: walletStatus,
  errors: [ENCRYPTED],
  examples: [{ params: [PASSPHRASE_EXAMPLE] }],
  flags: { wallet: true, beyondReference: true },
})

const unlockwallet = defineMethod({
  name: 'unlockwallet',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Unlocks an encrypted wallet for a number of seconds and shows its state.',
  description:
    'With "staking", the keys only sign stakes of the node’s own staker: for every other call the wallet stays locked.',
  params: [
    passphrase('passphrase', 'of the wallet'),
    p.int('seconds', 'number of seconds until the wallet is locked again', { min: 1, max: MAX_UNLOCKED_SECONDS }),
    p.str('scope', '"everything", or "staking"').default('everything'),
  ],
  returns: 'state of the wallet',
  result: walletStatus,
  errors: [
    INCORRECT,
    unencrypted('unlockwallet'),
    {
      code: -8,
      message: 'Invalid parameter, the scope is "everything" or "staking"',
      when: 'the scope is neither everything nor staking',
    },
  ],
  examples: [{ params: [PASSPHRASE_EXAMPLE, 300] }, { params: [PASSPHRASE_EXAMPLE, 86_400, 'staking'] }],
  flags: { wallet: true, beyondReference: true },
})

const checkpassphrase = defineMethod({
  name: 'checkpassphrase',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Checks whether a passphrase is the wallet’s; changes nothing.',
  params: [passphrase('passphrase', 'passphrase to check')],
  result: r.bool('true if the passphrase is correct'),
  errors: [unencrypted('checkpassphrase')],
  examples: [{ params: [PASSPHRASE_EXAMPLE], result: true }],
  flags: { wallet: true, beyondReference: true },
})

export const walletProtectionMethods = {
  checkpassphrase,
  encryptwallet,
  protectwallet,
  unlockwallet,
  walletlock,
  walletpassphrase,
  walletpassphrasechange,
} as const
