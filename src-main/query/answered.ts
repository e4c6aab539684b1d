import type { MethodName } from '#shared/rpc/index.ts'
import type { ReadingHandlers } from '../node/rpc/handlers/index.ts'

/** What is answered from published tables, in the same bytes as by the node that publishes them. */
export const ANSWERED = [
  ...['decoderawtransaction', 'decodescript', 'getbestblockhash', 'getblock', 'getblockcount', 'getblockdeltas'],
  ...[
    'getblockhash',
    'getblockheader',
    'getdifficulty',
    'getrawtransaction',
    'getrecentblocks',
    'getspentinfo',
    'gettxout',
  ],
  ...['getaddressbalance', 'getaddresschart', 'getaddressdeltas', 'getaddresssummary', 'getaddresstxids'],
  ...['getaddressutxos', 'getsnapshot', 'listaddressdeltas', 'listaddresstransactions', 'listaddressutxos'],
  ...['listblocktransactions', 'listspenders', 'listsupply', 'resolvehash'],
  ...['tokenaddress', 'tokenbalance', 'tokenholders', 'tokenhistory', 'tokeninfo', 'tokenlist', 'tokensummary'],
  ...[
    'assetsaddress',
    'listmarkets',
    'listorders',
    'orderhistory',
    'tokencandles',
    'tokenmarket',
    'tokenorders',
    'tokentrades',
  ],
  ...['faucetaddress', 'faucethistory', 'faucetinfo'],
] as const satisfies readonly (MethodName & keyof ReadingHandlers)[]
