/** Methods that read and write wallet keys in files (rpc.md §9). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

const BAD_NAME = {
  code: -4,
  message: "Filename is invalid as only alphanumeric characters are allowed.  Try 'X' instead.",
  when: 'the name has other characters',
} as const
const BAD_FOLDER = {
  code: -32603,
  message: 'Failed to create directory at -exportdir X',
  when: 'the path is not a folder',
} as const
const LOCKED = {
  code: -13,
  message: 'Error: Please enter the wallet passphrase with walletpassphrase first.',
  when: 'the wallet is locked',
} as const

const backupwallet = defineMethod({
  name: 'backupwallet',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Copies the wallet to a file in the folder set by -exportdir.',
  description:
    'Anyone who has the file can spend the coins, unless a passphrase protects the wallet: it then protects the copy too. The copy has everything in the wallet. To restore the copy, replace wallet.db with it.',
  params: [p.str('destination', 'name of the file; an existing file is replaced')],
  result: r.text('full path of the file'),
  errors: [
    {
      code: -4,
      message: 'Cannot backup wallet until the -exportdir option has been set',
      when: '-exportdir is not set',
    },
    BAD_NAME,
    BAD_FOLDER,
    { code: -4, message: 'Error: Wallet backup failed!', when: 'the file cannot be written' },
  ],
  examples: [{ params: ['backup1'] }],
  flags: { wallet: true },
})

const dumpwallet = defineMethod({
  name: 'dumpwallet',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Writes all keys of the wallet as text to a file in the folder set by -exportdir.',
  description:
    'Anyone who has the file can spend the coins. An existing file is never replaced. The file has keys and their labels only. It lacks the recovery phrase, redeem scripts, watch-only addresses, labels of other addresses, comments and shielded keys; a comment in the file lists what this wallet has of them.',
  params: [p.str('filename', 'name of the file')],
  result: r.text('full path of the file'),
  errors: [
    {
      code: -4,
      message: 'Cannot export wallet until the komodod -exportdir option has been set',
      when: '-exportdir is not set',
    },
    BAD_NAME,
    BAD_FOLDER,
    { code: -8, message: 'Cannot overwrite existing file X', when: 'the file exists already' },
    { code: -8, message: 'Cannot open wallet dump file', when: 'the file cannot be written' },
    LOCKED,
  ],
  examples: [{ params: ['keys1'] }],
  flags: { wallet: true },
})

const importwallet = defineMethod({
  name: 'importwallet',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Adds the keys of a file written by dumpwallet of this node or another one.',
  description:
    'The file must be in the folder set by -exportdir. Labels of more than 100 characters are truncated. The chain is then searched for payments.',
  params: [p.str('filename', 'name of the file')],
  result: r.nothing,
  errors: [{ code: -8, message: 'Cannot open wallet dump file', when: 'the folder has no such file' }, LOCKED],
  examples: [{ params: ['keys1'], result: null }],
  flags: { wallet: true, longRunning: true },
})

export const walletFileMethods = { backupwallet, dumpwallet, importwallet } as const
