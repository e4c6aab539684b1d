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
  when: 'it is no folder',
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
  summary: 'Copies the wallet to a file in the folder that -exportdir names.',
  description:
    'Whoever has the file can spend the coins, unless a passphrase protects the wallet: then the copy needs it too. To go back to it, put it in the place of wallet.db.',
  params: [p.str('destination', 'name of the file; replaced if it is there')],
  result: r.text('the whole path of the file'),
  errors: [
    { code: -4, message: 'Cannot backup wallet until the -exportdir option has been set', when: 'there is no folder' },
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
  summary: 'Writes all keys of the wallet as text to a file in the folder that -exportdir names.',
  description: 'Whoever has the file can spend the coins. A file that is there is never replaced.',
  params: [p.str('filename', 'name of the file')],
  result: r.text('the whole path of the file'),
  errors: [
    {
      code: -4,
      message: 'Cannot export wallet until the komodod -exportdir option has been set',
      when: 'there is no folder',
    },
    BAD_NAME,
    BAD_FOLDER,
    { code: -8, message: 'Cannot overwrite existing file X', when: 'it is there already' },
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
  summary: 'Adds the keys of a file that dumpwallet has written, here or elsewhere.',
  description:
    'The file must be in the folder that -exportdir names. Labels of more than 100 characters are cut. The chain is then looked through for payments.',
  params: [p.str('filename', 'name of the file')],
  result: r.nothing,
  errors: [{ code: -8, message: 'Cannot open wallet dump file', when: 'there is no such file in that folder' }, LOCKED],
  examples: [{ params: ['keys1'], result: null }],
  flags: { wallet: true, longRunning: true },
})

export const walletFileMethods = { backupwallet, dumpwallet, importwallet } as const
