/** The options of a chain's node that the app keeps and a person can change, and what may stand in each. */

/** Options that a change of what the node contacts and stores is made of. */
export const NODE_OPTIONS = [
  'listen',
  'port',
  'maxconnections',
  'externalip',
  'discover',
  'addnode',
  'connect',
  'seednode',
  'dnsseed',
  'proxy',
  'onion',
  'onlynet',
  'addressindex',
  'spentindex',
  'timestampindex',
  'dbcache',
  'maxmempool',
  'par',
  'loglevel',
  'debug',
] as const

/** Options that say which programs may call the node: whoever gets in can spend. */
export const RPC_OPTIONS = ['rpcport', 'rpcallowip', 'rpcbind', 'rpcallowhost'] as const

export type NodeOptionName = (typeof NODE_OPTIONS)[number]
export type RpcOptionName = (typeof RPC_OPTIONS)[number]
export type SettingName = NodeOptionName | RpcOptionName

export const SETTINGS: readonly SettingName[] = [...NODE_OPTIONS, ...RPC_OPTIONS]

export const isSettingName = (name: string): name is SettingName => (SETTINGS as readonly string[]).includes(name)

/** Entries of one list, and characters of one entry. */
export const MAX_SETTING_VALUES = 32
export const MAX_SETTING_LENGTH = 300
