/** Methods whose recorded lines are compared. Lines of all other methods are only counted. */
export const COMPARED: ReadonlySet<string> = new Set(
  `faucetaddress faucetfund faucetget faucetinfo
  tokenaddress tokenbalance tokencreate tokeninfo tokenlist tokentransfer
  assetsaddress mytokenorders tokenask tokenbid tokencancelask tokencancelbid tokenfillask tokenfillbid tokenorders
  getaddressbalance getaddressdeltas getaddressmempool getaddresstxids getaddressutxos getsnapshot getspentinfo
  getblockhashes getblockdeltas
  addnode clearbanned disconnectnode getaddednodeinfo getconnectioncount getdeprecationinfo getnettotals getnetworkinfo
  getpeerinfo listbanned ping setban
  sendrawtransaction decoderawtransaction
  getinfo getblockchaininfo getblockcount getbestblockhash getblockhash getblock getblockheader getchaintips
  getchaintxstats minerids notaries txnotarizedconfirmed checknotarization getnotarypayinfo
  getdifficulty getrawmempool getmempoolinfo gettxout gettxoutsetinfo invalidateblock reconsiderblock
  getrawtransaction createrawtransaction signrawtransaction decodescript validateaddress
  generate setgenerate getblocktemplate getmininginfo submitblock coinsupply getblocksubsidy getgenerate getlocalsolps getnetworkhashps getnetworksolps
  estimatefee estimatepriority prioritisetransaction
  getnewaddress getbalance getwalletinfo listunspent sendtoaddress listtransactions gettransaction
  sendmany sendfrom addmultisigaddress importaddress fundrawtransaction listsinceblock getreceivedbyaddress listreceivedbyaddress listaddressgroupings
  backupwallet dumpwallet importwallet createmultisig encryptwallet walletlock walletpassphrase walletpassphrasechange
  getunconfirmedbalance getrawchangeaddress keypoolrefill settxfee lockunspent listlockunspent
  listaccounts getaccount setaccount getaccountaddress getaddressesbyaccount getreceivedbyaccount listreceivedbyaccount move resendwallettransactions
  importprivkey dumpprivkey setpubkey setmocktime signmessage verifymessage help stop
  nosuchmethod`
    .split(/\s+/)
    .filter(Boolean),
)
