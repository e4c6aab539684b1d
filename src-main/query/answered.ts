import type { Category } from '#shared/rpc/define.ts'
import { type MethodName, methods } from '#shared/rpc/index.ts'
import type { ReadingHandlers } from '../node/rpc/handlers/index.ts'

/** Methods that are answered from published tables, with the same bytes as from the node that publishes them. */
export const ANSWERED = [
  ...['getbestblockhash', 'getblock', 'getblockchaininfo', 'getblockcount', 'getblockdeltas', 'getblockhash'],
  ...['getblockhashes', 'getblockheader', 'getblocksubsidy', 'getblocksummary', 'getdifficulty', 'getnetworkhashps'],
  ...['getnetworksolps', 'getrecentblocks', 'gettxoutsetinfo', 'listblocktransactions', 'listsupply', 'resolvehash'],
  ...['assetchainproof', 'calc_MoM', 'getNotarisationsForBlock', 'getchaintxstats'],
  ...[
    'gettxoutproof',
    'getnotarisationstate',
    'height_MoM',
    'minerids',
    'MoMoMdata',
    'notaries',
    'scanNotarisationsDB',
    'txnotarizedconfirmed',
  ],
  ...['verifytxoutproof', 'z_gettreestate', 'z_validateaddress'],
  ...['createrawtransaction', 'decoderawtransaction', 'decodescript', 'explaintransaction', 'getrawtransaction'],
  ...['getspentinfo', 'gettxout', 'listspenders'],
  ...['createmultisig', 'decodeccopret', 'estimatefee', 'estimatepriority', 'validateaddress', 'verifymessage'],
  ...['getaddressbalance', 'getaddresschart', 'getaddressdeltas', 'getaddresssummary', 'getaddresstxids'],
  ...['getaddressutxos', 'getsnapshot', 'listaddressdeltas', 'listaddresstransactions', 'listaddressutxos'],
  ...['tokenaddress', 'tokenbalance', 'tokenholders', 'tokenhistory', 'tokeninfo', 'tokenlist', 'tokensummary'],
  ...['assetsaddress', 'listmarkets', 'listorders', 'orderhistory', 'tokencandles', 'tokenmarket', 'tokenorders'],
  ...['tokentrades', 'faucetaddress', 'faucethistory', 'faucetinfo'],
] as const satisfies readonly (MethodName & keyof ReadingHandlers)[]

const UNCONFIRMED = 'unconfirmed transactions are not published'
const BRANCHES = 'blocks off the active chain are not published'
const NODE = 'the method concerns a running node'
const KEYS = 'the method requires keys'
const CONTRACTS = 'the data of these contracts are not published'

/** Reasons why methods of a category are not answered, unless there is a reason for the method. */
const CATEGORY_REASONS: Partial<Record<Category, string>> = {
  contracts: CONTRACTS,
  control: NODE,
  faucet: KEYS,
  mining: NODE,
  network: NODE,
  tokens: KEYS,
  wallet: KEYS,
}

const NOTARY_PAY = 'payments to notaries are not published'

const REASONS: Partial<Record<MethodName, string>> = {
  auditaddressindex: NODE,
  checknotarization: NOTARY_PAY,
  coinsupply: 'the method reads every block',
  fundrawtransaction: KEYS,
  getaddressmempool: UNCONFIRMED,
  getblockstats: 'the method reads what every input of a block spends',
  getchaintips: BRANCHES,
  getindexinfo: NODE,
  getmempoolinfo: UNCONFIRMED,
  getmempoolsummary: UNCONFIRMED,
  getnotarypayinfo: NOTARY_PAY,
  getrawmempool: UNCONFIRMED,
  invalidateblock: BRANCHES,
  kvsearch: NODE,
  kvupdate: NODE,
  listwatchedaddresses: NODE,
  pendingorders: UNCONFIRMED,
  rebuildaddressindex: NODE,
  reconsiderblock: BRANCHES,
  savemempool: UNCONFIRMED,
  sendrawtransaction: UNCONFIRMED,
  setmocktime: NODE,
  signrawtransaction: KEYS,
  testmempoolaccept: UNCONFIRMED,
  unwatchaddress: NODE,
  verifychain: NODE,
  waitforblock: NODE,
  waitforblockheight: NODE,
  waitfornewblock: NODE,
  watchaddress: NODE,
}

/**
 * Returns the reason why a method is not answered, or not with these parameters. Returns undefined if no reason is
 * listed.
 */
export const reasonAgainst = (name: string): string | undefined =>
  REASONS[name as MethodName] ?? CATEGORY_REASONS[methods[name as MethodName]?.category]
