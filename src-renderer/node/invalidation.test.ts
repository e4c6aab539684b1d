import { describe, expect, it } from 'vitest'
import { methods } from '#shared/rpc/index.ts'
import { changedBy } from './invalidation.ts'

const tip = changedBy({ type: 'tip', height: 1, hash: '', time: 0, txCount: 1 })

describe('changedBy', () => {
  it('renews every query of the contract that depends on the chain when a block arrives', () => {
    // What a block cannot change: pure functions of their parameters, and calls that act.
    const unaffected = new Set([
      // peers have events of their own, and pages that show them ask again every few seconds
      'addnode',
      'clearbanned',
      'disconnectnode',
      'getaddednodeinfo',
      'getconnectioncount',
      'getdeprecationinfo',
      'getnettotals',
      'getnetworkinfo',
      'getpeerdetails',
      'getpeerinfo',
      'gettraffichistory',
      'listbanned',
      'listbans',
      'listpeers',
      'ping',
      'previewban',
      'restorebans',
      'setban',
      // nothing of a miner outside; the own one has an event
      'estimatefee',
      'estimatepriority',
      'getblocktemplate',
      'getgenerate',
      'getlocalsolps',
      'prioritisetransaction',
      'setgenerate',
      'setminerpause',
      'setminerresume',
      // a proof of one block
      'auditaddressindex',
      // the search has an event of its own
      'cancelfaucetclaim',
      'createmultisig',
      'createrawtransaction',
      'decoderawtransaction',
      'decodescript',
      'dumpprivkey',
      'faucetfund',
      'faucetget',
      'generate',
      'getblockhash',
      'getfaucetclaim',
      'getnewaddress',
      'backupwallet',
      'dumpwallet',
      'importwallet',
      'getrawchangeaddress',
      'keypoolrefill',
      'listlockunspent',
      'lockunspent',
      'sendmany',
      'settxfee',
      'getnodestatus',
      'gettxoutsetinfo',
      'help',
      'importprivkey',
      'invalidateblock',
      'rebuildaddressindex',
      'reconsiderblock',
      'rpc.discover',
      'sendrawtransaction',
      'sendtoaddress',
      'exportwallet',
      'importwallettext',
      'provebackup',
      'getaccountaddress',
      'getaddressesbyaccount',
      'getaccount',
      'move',
      'resendwallettransactions',
      'sendfrom',
      'setaccount',
      'addmultisigaddress',
      'fundrawtransaction',
      'importaddress',
      'preparesend',
      'sendprepared',
      'setaddresslabel',
      'setautomine',
      'setmocktime',
      'setpubkey',
      'signmessage',
      'signrawtransaction',
      'startfaucetclaim',
      'stop',
      'submitblock',
      'tokencreate',
      'tokentransfer',
      'unwatchaddress',
      'validateaddress',
      'verifymessage',
      // they change how the wallet is kept, which has an event
      'checkpassphrase',
      'encryptwallet',
      'labelaccount',
      'newaccount',
      'newphrase',
      'notebackup',
      'preparesend',
      'protectwallet',
      'sendprepared',
      'setidentity',
      'setphrase',
      'unlockwallet',
      'walletlock',
      'walletpassphrase',
      'walletpassphrasechange',
      'watchaddress',
    ])
    const covered = new Set<string>(tip)
    const forgotten = Object.keys(methods).filter((name) => !unaffected.has(name) && !covered.has(name))
    expect(forgotten).toEqual([])
  })

  it('renews nothing for a log line', () => {
    expect(changedBy({ type: 'log', level: 'info', message: '', time: 0 })).toEqual([])
  })
})
