import type { WindowMethodName } from '#shared/chains/index.ts'
import type { NodeEvent } from '#shared/events.ts'
import type { MethodName } from '#shared/rpc/index.ts'

const CHAIN: readonly MethodName[] = [
  'coinsupply',
  'getbestblockhash',
  'getblockchaininfo',
  'getblockcount',
  'getblocksubsidy',
  'getchaintips',
  'getdifficulty',
  'getinfo',
  'getminerstatus',
  'getmininginfo',
  'getnetworkhashps',
  'getnetworksolps',
  'getrecentblocks',
  'getsyncstate',
  'listfoundblocks',
  // confirmations and successors move with the tip
  'getblock',
  'getblockheader',
  'getrawtransaction',
  'gettxout',
]

const MEMPOOL: readonly MethodName[] = [
  'getmempoolinfo',
  'getmempoolsummary',
  'getrawmempool',
  'getmininginfo',
  'gettxout',
]

const WALLET: readonly MethodName[] = [
  // whose outputs are, and whether its inputs are still there
  'explaintransaction',
  'getbalance',
  'getinfo',
  'gettransaction',
  'getreceivedbyaccount',
  'getreceivedbyaddress',
  'getunconfirmedbalance',
  'getwalletinfo',
  'getwalletoutputs',
  'getwalletstatus',
  'getwalletsummary',
  'listaccounts',
  'listaddressgroupings',
  'listreceiveaddresses',
  'listreceivedbyaccount',
  'listreceivedbyaddress',
  'listsinceblock',
  'listtransactions',
  'listunspent',
  'listwalletcoins',
  'listwallethistory',
]

const TOKENS: readonly MethodName[] = [
  'tokenaddress',
  'tokenbalance',
  'tokenholders',
  'tokenhistory',
  'tokeninfo',
  'tokenlist',
  'tokensummary',
]

const ADDRESSES: readonly MethodName[] = [
  'getaddressbalance',
  'getaddresschart',
  'getaddressdeltas',
  'getaddressmempool',
  'getaddresssummary',
  'getaddresstxids',
  'getaddressutxos',
  'getblockdeltas',
  'getblockhashes',
  'getsnapshot',
  'getspentinfo',
  'listaddressdeltas',
  'listaddresstransactions',
  'listaddressutxos',
  'listwatchedaddresses',
]

/** What of it an unconfirmed transaction changes. */
const PENDING_OF_ADDRESSES: readonly MethodName[] = [
  'getaddressmempool',
  'getaddresssummary',
  'getspentinfo',
  'listaddressutxos',
  'listwatchedaddresses',
]

const FAUCET: readonly MethodName[] = ['faucetinfo', 'faucetaddress', 'fauceteligibility', 'faucethistory']

const PEERS: readonly MethodName[] = [
  'getaddednodeinfo',
  'getconnectioncount',
  'getinfo',
  'getnetworkinfo',
  'getpeerdetails',
  'getpeerinfo',
  'getsyncstate',
  'listbanned',
  'listbans',
  'listpeers',
  'previewban',
]

/** Methods whose answers an event may have changed. Only those that are on screen are asked again. */
export function changedBy(event: NodeEvent): readonly WindowMethodName[] {
  switch (event.type) {
    case 'tip':
      return [...CHAIN, ...MEMPOOL, ...WALLET, ...TOKENS, ...FAUCET, ...ADDRESSES]
    case 'mempool':
      return [
        ...MEMPOOL,
        ...WALLET,
        ...PENDING_OF_ADDRESSES,
        'tokenbalance',
        'tokenaddress',
        'getrawtransaction',
        'tokensummary',
        ...FAUCET,
      ]
    case 'wallet':
      return WALLET
    case 'peers':
      return PEERS
    case 'bans':
      return ['listbanned', 'listbans', 'previewban']
    case 'sync':
      return ['getsyncstate']
    case 'mining':
      return ['getnodestatus', 'getmininginfo', 'getgenerate', 'getlocalsolps', 'getminerstatus']
    case 'faucet':
      return ['getfaucetclaim', 'fauceteligibility']
    case 'chains':
      return ['listchains']
    // The event carries the status itself: see useLiveQueries.
    case 'status':
    // Everything has to be asked again: there too.
    case 'chain':
    // Whoever made the call hears of it.
    case 'progress':
    case 'question':
    case 'log':
      return []
  }
}
