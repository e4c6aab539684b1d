import { describe, expect, it } from 'vitest'
import { helpText } from './help.ts'
import { isMethodName } from './index.ts'
import { NOT_HERE, unsupportedMethodText } from './unsupportedMethods.ts'

/**
 * The reference's table of methods (vRPCCommands of its rpc/server.cpp): 279 names, and three that depend on its build
 * options.
 */
const TABLE = `
  FSMaddress FSMcreate FSMinfo FSMlist MoMoMdata addmultisigaddress addnode assetchainproof assetsaddress
  auctionaddress backupwallet calc_MoM cclib cclibaddress cclibinfo channelsaddress channelsclose channelsinfo
  channelslist channelsopen channelspayment channelsrefund checknotarization cleanwallettransactions clearbanned
  coinsupply createmultisig createrawtransaction crosschainproof decodeccopret decoderawtransaction decodescript
  diceaddfunds diceaddress dicebet dicefinish dicefund diceinfo dicelist dicestatus disconnectnode dumpprivkey
  dumpwallet encryptwallet estimatefee estimatepriority faucetaddress faucetfund faucetget faucetinfo
  fundrawtransaction gatewaysaddress gatewaysbind gatewaysclaim gatewayscompletesigning gatewaysdeposit
  gatewaysdumpprivkey gatewaysexternaladdress gatewaysinfo gatewayslist gatewaysmarkdone gatewayspartialsign
  gatewayspendingdeposits gatewayspendingwithdraws gatewaysprocessed gatewayswithdraw generate genminingCSV
  getNotarisationsForBlock getaccount getaccountaddress getaddednodeinfo getaddressbalance getaddressdeltas
  getaddressesbyaccount getaddressmempool getaddresstxids getaddressutxos getbalance getbalance64 getbestblockhash
  getblock getblockchaininfo getblockcount getblockdeltas getblockhash getblockhashes getblockheader
  getblocksubsidy getblocktemplate getchaintips getconnectioncount getdeprecationinfo getdifficulty
  geterablockheights getgenerate getiguanajson getimports getlastsegidstakes getlocalsolps getmempoolinfo
  getmininginfo getnettotals getnetworkhashps getnetworkinfo getnetworksolps getnewaddress getnotarypayinfo
  getnotarysendmany getpeerinfo getrawchangeaddress getrawmempool getrawtransaction getreceivedbyaccount
  getreceivedbyaddress getsnapshot getspentinfo gettransaction gettxout gettxoutproof gettxoutsetinfo
  getunconfirmedbalance getwalletburntransactions getwalletinfo height_MoM heiradd heiraddress heiraddtokens
  heirclaim heirclaimtokens heirfund heirinfo heirlist help importaddress importdual importgatewaybind
  importgatewaycompletesigning importgatewayddress importgatewaydeposit importgatewayinfo importgatewaymarkdone
  importgatewaypartialsign importgatewaypendingwithdraws importgatewayprocessed importgatewaywithdraw
  importprivkey importwallet invalidateblock keypoolrefill kvsearch kvupdate listaccounts listaddressgroupings
  listbanned listlockunspent listreceivedbyaccount listreceivedbyaddress listsinceblock listtransactions
  listunspent lockunspent lottoaddress migrate_checkburntransactionsource migrate_completeimporttransaction
  migrate_converttoexport migrate_createburntransaction migrate_createimporttransaction
  migrate_createnotaryapprovaltransaction minerids move mytokenorders notaries nspv_broadcast nspv_getinfo
  nspv_hdrsproof nspv_listccmoduleunspent nspv_listtransactions nspv_listunspent nspv_login nspv_logout
  nspv_mempool nspv_notarizations nspv_spend nspv_spentinfo nspv_txproof opreturn_burn oraclesaddress
  oraclescreate oraclesdata oraclesfund oraclesinfo oracleslist oraclesregister oraclessample oraclessamples
  oraclessubscribe paymentsaddress paymentsairdrop paymentsairdroptokens paymentscreate paymentsfund paymentsinfo
  paymentslist paymentsmerge paymentsrelease paymentstxidopret ping prioritisetransaction reconsiderblock
  resendwallettransactions rewardsaddfunding rewardsaddress rewardscreatefunding rewardsinfo rewardslist
  rewardslock rewardsunlock scanNotarisationsDB selfimport sendfrom sendmany sendrawtransaction sendtoaddress
  setaccount setban setgenerate setmocktime setpubkey setstakingsplit settxfee signmessage signrawtransaction stop
  submitblock tokenaddress tokenask tokenbalance tokenbid tokencancelask tokencancelbid tokenconvert tokencreate
  tokenfillask tokenfillbid tokeninfo tokenlist tokenorders tokentransfer txnotarizedconfirmed validateaddress
  verifychain verifymessage verifytxoutproof walletlock walletpassphrase walletpassphrasechange z_exportkey
  z_exportviewingkey z_exportwallet z_getbalance z_getnewaddress z_getoperationresult z_getoperationstatus
  z_getpaymentdisclosure z_gettotalbalance z_importkey z_importviewingkey z_importwallet z_listaddresses
  z_listoperationids z_listreceivedbyaddress z_mergetoaddress z_sendmany z_shieldcoinbase z_validateaddress
  z_validatepaymentdisclosure zcbenchmark zcrawjoinsplit zcrawkeygen zcrawreceive zcsamplejoinsplit
`
  .trim()
  .split(/\s+/)

/** Valid reasons for a missing method of the reference. It has disabled two of the methods itself. */
const REASONS = /shielded wallet|light clients|libraries of single chains|migrate between chains|switched off/

describe('methods of the reference', () => {
  const absent = NOT_HERE.flatMap(({ names }) => names)

  it('exist here, or are listed as unsupported with a valid reason', () => {
    expect(TABLE).toHaveLength(282)
    const missing = TABLE.filter((name) => !isMethodName(name) && !absent.includes(name))
    expect(missing).toEqual([])
    for (const { reason } of NOT_HERE) expect(reason).toMatch(REASONS)
  })

  it('appear either in the contract or in the list of unsupported methods', () => {
    expect(absent.filter((name) => isMethodName(name))).toEqual([])
    expect(new Set(absent).size).toBe(absent.length)
    // Only in the reference's wallet table.
    expect(absent.filter((name) => !TABLE.includes(name))).toEqual(['z_listunspent', 'z_viewtransaction'])
  })

  it('appear in help with the reason if they are unsupported', () => {
    expect(helpText('z_sendmany')).toBe(
      'z_sendmany\n\nNot in this program: no shielded wallet; shielded transactions are validated but not created\n',
    )
    for (const name of absent) expect(helpText()).toContain(name)
  })

  it('show the reference’s usage lines for contract libraries in help', () => {
    const lines = helpText().split('\n')
    const wanted = ['cclib method [evalcode] [JSON params]', 'cclibaddress [evalcode] [pubkey]', 'cclibinfo']
    expect(lines).toEqual(expect.arrayContaining(wanted))
    expect(helpText('cclib')).toBe(
      'cclib method [evalcode] [JSON params]\n\nNot in this program: contract libraries of single chains are not supported\n',
    )
  })

  it('give undefined as the reason if they are supported', () => {
    expect(unsupportedMethodText('getinfo')).toBeUndefined()
  })
})
