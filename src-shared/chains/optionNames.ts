/** Options of a chain's node that the app stores and the user can change, with limits of their values. */

/** Options that affect what the node connects to and stores. */
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

/** Options that control which programs may call the node. A program with access can spend. */
export const RPC_OPTIONS = ['rpcport', 'rpcallowip', 'rpcbind', 'rpcallowhost'] as const

export type NodeOptionName = (typeof NODE_OPTIONS)[number]
export type RpcOptionName = (typeof RPC_OPTIONS)[number]
export type SettingName = NodeOptionName | RpcOptionName

export const SETTINGS: readonly SettingName[] = [...NODE_OPTIONS, ...RPC_OPTIONS]

export const isSettingName = (name: string): name is SettingName => (SETTINGS as readonly string[]).includes(name)

/** Maximum number of values per list, and of characters per value. */
export const MAX_SETTING_VALUES = 32
export const MAX_SETTING_LENGTH = 300
