/** Methods about the settings of chains and of the app, and about the log. The app answers them itself. */
import { RPC_ERROR } from '../errors.ts'
import { defineMethod, type ErrorDoc } from '../rpc/define.ts'
import { r } from '../rpc/result.ts'
import {
  type AppSettingsInput,
  appSettings,
  chainSettings,
  type LogInput,
  logPage,
  type SettingValues,
  settingsCheck,
} from './settingShapes.ts'
import { APP_CALL, chainId, chainNow, noSuchChain, objectParam } from './shapes.ts'

const { category, flags } = APP_CALL

const refused: ErrorDoc = {
  code: RPC_ERROR.INVALID_PARAMETER,
  message: 'the first problem that checkchainsettings reports',
  when: 'a value is invalid',
}
const fixedHere: ErrorDoc = {
  code: RPC_ERROR.MISC,
  message: 'the reason why nothing can be changed here',
  when: 'the chain is given on the command line',
}

const settings = objectParam<SettingValues>().named(
  'settings',
  'values by option name: a text, a list of texts, or null for the default',
)

const getchainsettings = defineMethod({
  name: 'getchainsettings',
  category,
  consent: 'none',
  changesWith: ['chains'],
  summary: 'Shows the options of a chain’s node that the app can change, and the source of each value.',
  params: [chainId],
  result: chainSettings,
  errors: [noSuchChain],
  examples: [{ params: ['TEST-5071c306'] }],
  flags,
})

const checkchainsettings = defineMethod({
  name: 'checkchainsettings',
  category,
  consent: 'none',
  changesWith: 'never',
  summary: 'Shows which settings would change, and their problems. Changes nothing.',
  params: [chainId, settings],
  result: settingsCheck,
  errors: [noSuchChain],
  examples: [{ params: ['TEST-5071c306', { listen: '1', addnode: ['192.0.2.1'] }] }],
  flags,
})

const setchainsettings = defineMethod({
  name: 'setchainsettings',
  category,
  consent: 'ask',
  stake: 'reach',
  changesWith: 'never',
  summary: 'Changes options of a chain’s node. Takes effect at its next start.',
  params: [chainId, settings],
  result: chainNow,
  errors: [noSuchChain, refused, fixedHere],
  examples: [{ params: ['TEST-5071c306', { listen: '1' }] }],
  flags,
})

const setrpcaccess = defineMethod({
  name: 'setrpcaccess',
  category,
  consent: 'ask',
  // Every program with access and the password can spend.
  stake: 'keys',
  changesWith: 'never',
  summary:
    'Changes the addresses that a chain’s RPC server listens on and the clients that may call it. Takes effect at the next start.',
  params: [chainId, settings],
  result: chainNow,
  errors: [noSuchChain, refused, fixedHere],
  examples: [{ params: ['TEST-5071c306', { rpcport: '12500' }] }],
  flags,
})

const newrpcpassword = defineMethod({
  name: 'newrpcpassword',
  category,
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Sets a new password for the RPC server of a chain and shows it once. A running chain is restarted.',
  params: [chainId],
  result: r.text('new password'),
  errors: [noSuchChain, fixedHere],
  examples: [{ params: ['TEST-5071c306'] }],
  flags: { ...flags, secretResult: true, longRunning: true },
})

const readlog = defineMethod({
  name: 'readlog',
  category,
  consent: 'none',
  changesWith: 'never',
  summary: 'Shows the end of a chain’s debug.log.',
  description: 'At most the last 500 matching lines within the last 1,000,000 bytes of the file.',
  params: [chainId, objectParam<LogInput>().named('options', 'level (debug, info, warn, error), search').optional()],
  result: logPage,
  errors: [noSuchChain],
  examples: [{ params: ['TEST-5071c306'] }, { params: ['TEST-5071c306', { level: 'warn' }] }],
  flags,
})

const getappsettings = defineMethod({
  name: 'getappsettings',
  category,
  consent: 'none',
  changesWith: ['settings'],
  summary: 'Shows the settings of this app, its version and its folder.',
  params: [],
  result: appSettings,
  examples: [{ params: [] }],
  flags,
})

const setappsettings = defineMethod({
  name: 'setappsettings',
  category,
  consent: 'tell',
  changesWith: 'never',
  summary: 'Changes settings of this app: notifications, tray icon, start at login, check for updates, language.',
  params: [
    objectParam<AppSettingsInput>().named(
      'settings',
      'login, tray, keeprunning, notify, updatecheck, language; omitted settings are not changed',
    ),
  ],
  result: appSettings,
  errors: [
    { code: RPC_ERROR.INVALID_PARAMETER, message: '<name>: expected true or false', when: 'a value is invalid' },
  ],
  examples: [{ params: [{ notify: { coins: true } }] }],
  flags,
})

const openupdatepage = defineMethod({
  name: 'openupdatepage',
  category,
  consent: 'ask',
  stake: 'reach',
  changesWith: 'never',
  summary: 'Opens the page of the newer version in the system’s browser.',
  params: [],
  result: r.text('the address'),
  errors: [
    { code: RPC_ERROR.MISC, message: 'No newer version is known', when: 'getappsettings reports no newer version' },
  ],
  examples: [{ params: [] }],
  flags,
})

const getopening = defineMethod({
  name: 'getopening',
  category,
  consent: 'none',
  changesWith: ['opening'],
  summary: 'Shows the link of a shared chain, or the file of a backup, that the app was opened with.',
  params: [],
  result: r.object({
    kind: r.choice('', 'none', 'join', 'restore'),
    text: r.text('text of the chain, which may come from a stranger; or the name of the file'),
  }),
  examples: [{ params: [] }],
  flags,
})

const closeopening = defineMethod({
  name: 'closeopening',
  category,
  consent: 'none',
  changesWith: 'never',
  summary: 'Forgets what the app was opened with, because the user was asked about it.',
  params: [],
  result: r.nothing,
  examples: [{ params: [] }],
  flags,
})

export const settingMethods = {
  checkchainsettings,
  closeopening,
  getappsettings,
  getchainsettings,
  getopening,
  newrpcpassword,
  openupdatepage,
  readlog,
  setappsettings,
  setchainsettings,
  setrpcaccess,
} as const
