/**
 * Every method that a page can name, with what it may do by itself, written by hand: a method that is added, or whose level
 * is changed, has to be thought about here once more. Each `none` has its reason.
 */
import { describe, expect, it } from 'vitest'
import { windowMethods } from '#shared/chains/index.ts'
import type { Method } from '#shared/rpc/define.ts'
import { hasWords } from './notices/index.ts'
import { hasQuestion } from './questions/index.ts'

const CHAIN = 'reads the chain, which is public'
const INDEX = 'reads the address index, which is public'
const WALLET = 'reads the wallet: amounts and addresses, no secrets; a page has no way to pass them on'
const PEERS = 'reads what is known of peers; contacts nobody'
const MINING = 'reads figures of mining'
const PURE = 'computes from its parameters and keeps nothing'
const SEALED = 'signs, but the page gets a handle: sending it is asked about'
const MODULE = 'reads tokens, their orders, the faucet or another contract, which are public'
const REFUSED = 'refuses whatever is asked, as on the reference'
const PROGRAM = 'tells about this program or its node'

const NONE: Readonly<Record<string, string>> = {
  assetsaddress: MODULE,
  auditaddressindex: `${INDEX}; it takes long, one call at a time takes turns with others`,
  channelsaddress: MODULE,
  channelsinfo: MODULE,
  channelslist: MODULE,
  channelsopen: SEALED,
  channelspayment: SEALED,
  closeopening: 'forgets a link or a file name that the page was shown; the next one is shown again',
  checkchainsettings:
    'computes from its parameters and the settings; the option reader looks at the folder of the chain',
  coinsupply: CHAIN,
  createmultisig: `${PURE}; public keys of own addresses are not secret`,
  createrawtransaction: `${PURE}; nothing is signed`,
  decodeccopret: PURE,
  decoderawtransaction: `${PURE}; of a handle the scripts that sign are blanked`,
  decodescript: PURE,
  describechain: PURE,
  FSMaddress: MODULE,
  FSMinfo: PURE,
  FSMlist: PURE,
  auctionaddress: MODULE,
  lottoaddress: MODULE,
  diceaddfunds: SEALED,
  diceaddress: MODULE,
  dicebet: SEALED,
  dicefinish: SEALED,
  dicefund: SEALED,
  diceinfo: MODULE,
  dicelist: MODULE,
  dicestatus: MODULE,
  estimatefee: CHAIN,
  estimatepriority: CHAIN,
  estimatesend: `${WALLET}; builds without signing`,
  explaintransaction: `${CHAIN}; shows no script that signs`,
  faucetaddress: MODULE,
  fauceteligibility: MODULE,
  faucetfund: SEALED,
  faucethistory: MODULE,
  faucetinfo: MODULE,
  fundrawtransaction: `${WALLET}; what it was given may be signed, so the page gets a handle`,
  gatewaysaddress: MODULE,
  gatewaysbind: SEALED,
  gatewaysclaim: SEALED,
  gatewayscompletesigning: SEALED,
  gatewaysdeposit: SEALED,
  gatewaysexternaladdress: MODULE,
  gatewaysinfo: MODULE,
  gatewayslist: MODULE,
  gatewaysmarkdone: SEALED,
  gatewayspartialsign: SEALED,
  gatewayspendingdeposits: MODULE,
  gatewayspendingwithdraws: MODULE,
  gatewaysprocessed: MODULE,
  gatewayswithdraw: SEALED,
  FSMcreate: REFUSED,
  importgatewaybind: REFUSED,
  importgatewaycompletesigning: REFUSED,
  importgatewayddress: MODULE,
  importgatewaydeposit: REFUSED,
  importgatewayinfo: REFUSED,
  importgatewaymarkdone: REFUSED,
  importgatewaypartialsign: REFUSED,
  importgatewaypendingwithdraws: REFUSED,
  importgatewayprocessed: REFUSED,
  importgatewaywithdraw: REFUSED,
  tokenconvert: REFUSED,
  genminingCSV: 'writes one file of public figures, of a fixed name, in the data folder of the chain',
  getaccount: WALLET,
  kvsearch: CHAIN,
  kvupdate: PURE,
  getaddednodeinfo: `${PEERS}; names are those that were agreed to`,
  getaddressbalance: INDEX,
  getaddresschart: INDEX,
  getaddressdeltas: INDEX,
  getaddressesbyaccount: WALLET,
  getaddressmempool: INDEX,
  getaddresssummary: INDEX,
  getaddresstxids: INDEX,
  getaddressutxos: INDEX,
  getappsettings: PROGRAM,
  getbackupschedule: WALLET,
  getbalance: WALLET,
  getbalance64: WALLET,
  getbestblockhash: CHAIN,
  getblock: CHAIN,
  getblockchaininfo: CHAIN,
  getblockcount: CHAIN,
  getblockdeltas: INDEX,
  getblockhash: CHAIN,
  getblockhashes: CHAIN,
  getblockheader: CHAIN,
  assetchainproof: CHAIN,
  calc_MoM: CHAIN,
  getNotarisationsForBlock: CHAIN,
  getchannels: MODULE,
  getchaintxstats: CHAIN,
  checknotarization: CHAIN,
  getnotarypayinfo: CHAIN,
  height_MoM: CHAIN,
  minerids: CHAIN,
  MoMoMdata: CHAIN,
  notaries: CHAIN,
  opreturn_burn: `${WALLET}; builds without signing`,
  paymentsaddress: MODULE,
  paymentsairdrop: MODULE,
  paymentsairdroptokens: MODULE,
  paymentscreate: SEALED,
  paymentsfund: SEALED,
  paymentsinfo: MODULE,
  paymentslist: MODULE,
  paymentsmerge: SEALED,
  paymentsrelease: SEALED,
  paymentstxidopret: SEALED,
  scanNotarisationsDB: CHAIN,
  txnotarizedconfirmed: CHAIN,
  getblocksubsidy: CHAIN,
  getblocksummary: CHAIN,
  getblocktemplate: 'makes a block that nobody mines; the key that it pays stays the next one',
  getchaintips: CHAIN,
  getchainsettings: 'reads the options of a node; the name of the RPC user, not its password',
  getconnectioncount: PEERS,
  getdeprecationinfo: PROGRAM,
  getdifficulty: CHAIN,
  geterablockheights: CHAIN,
  getfaucetclaim: `${SEALED}; events of the search carry no bytes`,
  getgenerate: MINING,
  getiguanajson: PURE,
  getinfo: PROGRAM,
  getlastsegidstakes: CHAIN,
  getlocalsolps: MINING,
  getmempoolinfo: CHAIN,
  getmempoolsummary: CHAIN,
  getminerstatus: MINING,
  getmininginfo: MINING,
  getnettotals: PEERS,
  getnetworkhashps: CHAIN,
  getnetworkinfo: PEERS,
  getnetworksolps: CHAIN,
  getnodestatus: PROGRAM,
  getnotarysendmany: PURE,
  getpeerdetails: PEERS,
  getpeerinfo: PEERS,
  getopening: 'shows what a link said, or the name of a file without its folder; a page has no way to pass it on',
  getpublishinfo: 'how far a copy of the chain is; never where it is kept',
  getrawmempool: CHAIN,
  getrawtransaction: `${CHAIN}; what it shows was sent already`,
  getreceivedbyaccount: WALLET,
  getreceivedbyaddress: WALLET,
  getrecentblocks: CHAIN,
  getsnapshot: INDEX,
  getspentinfo: INDEX,
  getsyncstate: PEERS,
  gettraffichistory: PEERS,
  gettransaction: `${WALLET}; what it shows was sent already`,
  gettxout: CHAIN,
  gettxoutproof: CHAIN,
  gettxoutsetinfo: CHAIN,
  getunconfirmedbalance: WALLET,
  getstakingstatus: WALLET,
  getwalletinfo: WALLET,
  getwalletoutputs: WALLET,
  getwalletstatus: WALLET,
  getwalletsummary: WALLET,
  heiradd: SEALED,
  heiraddress: MODULE,
  heirclaim: SEALED,
  heirfund: SEALED,
  heirinfo: MODULE,
  heirlist: MODULE,
  help: PROGRAM,
  listaccounts: WALLET,
  listaddressdeltas: INDEX,
  listaddressgroupings: WALLET,
  listaddresstransactions: INDEX,
  listaddressutxos: INDEX,
  listbanned: PEERS,
  listbans: PEERS,
  listblocktransactions: CHAIN,
  listchains: 'reads the list of chains',
  listcontacts: 'reads the address book',
  listfoundblocks: MINING,
  listinheritances: MODULE,
  listlockunspent: WALLET,
  listmarkets: MODULE,
  listorders: MODULE,
  listpeers: PEERS,
  listreceiveaddresses: WALLET,
  listreceivedbyaccount: WALLET,
  listreceivedbyaddress: WALLET,
  listsinceblock: WALLET,
  listtransactions: WALLET,
  listtokenkeys: WALLET,
  listspenders: INDEX,
  listsupply: CHAIN,
  listunspent: WALLET,
  listwalletcoins: WALLET,
  listwallethistory: WALLET,
  listwatchedaddresses: 'reads the watch list',
  mytokenorders: MODULE,
  oraclesaddress: MODULE,
  oraclescreate: SEALED,
  oraclesdata: SEALED,
  oraclesfund: SEALED,
  oraclesinfo: MODULE,
  oracleslist: MODULE,
  oraclesregister: SEALED,
  oraclessample: MODULE,
  oraclessamples: MODULE,
  oraclessubscribe: SEALED,
  orderhistory: MODULE,
  pendingorders: MODULE,
  ping: 'sends eight bytes of chance to each peer that is connected already',
  preflight: 'looks at the disk, memory, clock and ports of this machine; its folder lies below the root',
  preparechannelend: SEALED,
  preparefunded: SEALED,
  preparepayment: SEALED,
  preparesend: SEALED,
  preparetokensweep: SEALED,
  previewban: PURE,
  readlog: 'reads the log of a node, which has no secrets; a page has no way to pass it on',
  resolvehash: `${CHAIN}; of the wallet, whether it has a transaction`,
  getrewards: MODULE,
  rewardsaddfunding: SEALED,
  rewardsaddress: MODULE,
  rewardscreatefunding: SEALED,
  rewardsinfo: MODULE,
  rewardslist: MODULE,
  rewardslock: SEALED,
  rewardsunlock: SEALED,
  'rpc.discover': PROGRAM,
  signrawtransaction: `${SEALED}; keys from the page are refused`,
  tokenaddress: MODULE,
  tokenask: SEALED,
  tokenbalance: MODULE,
  tokenbid: SEALED,
  tokencancelask: SEALED,
  tokencancelbid: SEALED,
  tokencandles: MODULE,
  tokencreate: SEALED,
  tokenfillask: SEALED,
  tokenfillbid: SEALED,
  tokenhistory: MODULE,
  tokenholders: MODULE,
  tokeninfo: MODULE,
  tokenlist: MODULE,
  tokenmarket: MODULE,
  tokenorders: MODULE,
  tokensummary: MODULE,
  tokentrades: MODULE,
  tokentransfer: SEALED,
  validateaddress: WALLET,
  verifychain: `${CHAIN}; it takes long, in turns with others`,
  verifymessage: PURE,
  verifytxoutproof: CHAIN,
  z_gettreestate: CHAIN,
  z_validateaddress: PURE,
}

const TELL =
  `addnode addsandbox cancelfaucetclaim clearbanned disconnectnode faucetget generate getaccountaddress getnewaddress
    getrawchangeaddress importcontacts keypoolrefill labelaccount lockunspent move newaccount removecontact renamechain
    resendwallettransactions restorebans savecontact selectchain setaccount setaddresslabel setappsettings setautomine
    setban setgenerate setminerpause setminerresume settestnode startchain startfaucetclaim startfriend stopchain
    unwatchaddress walletlock watchaddress`.split(/\s+/)

const ASK: Readonly<Record<string, string>> = {
  money:
    'prioritisetransaction sendfrom sendmany sendprepared sendrawtransaction sendtoaddress sendtogether setidentity setpubkey settxfee',
  keys: `addmultisigaddress backupwallet checkpassphrase deletechain dumpprivkey dumpwallet encryptwallet exportwallet gatewaysdumpprivkey importaddress
    importprivkey importwallet importwallettext newphrase newrpcpassword newwallet protectwallet provebackup
    restorebackup sealbackup setbackupschedule setphrase setrpcaccess signmessage stopbackupschedule unlockwallet
    walletpassphrase walletpassphrasechange`,
  data: 'cleanwallettransactions forgetchain invalidateblock rebuildaddressindex reconsiderblock setmocktime stop',
  reach: 'createchain gettokenpicture joinchain opentokenlink openupdatepage setchainsettings',
}

/** The answers of the first two are bare transactions, which no handle can stand for. */
const NEVER = [
  ...['channelsclose', 'channelsrefund'],
  ...['convertpassphrase', 'notebackup', 'setstakingsplit', 'submitblock'],
]

/** Tells that parameters can make a question. */
const RAISED = ['addnode', 'generate', 'keypoolrefill', 'lockunspent', 'restorebans', 'setban', 'startchain']

const all: Readonly<Record<string, Method>> = windowMethods
const levelOf = (method: Method) => (method.consent === 'ask' ? `ask ${method.stake}` : method.consent)

describe('what a page may do by itself', () => {
  it('is what was written down for every method, with the reason for each that needs no word', () => {
    const written = new Map<string, string>([
      ...Object.keys(NONE).map((name) => [name, 'none'] as const),
      ...TELL.map((name) => [name, 'tell'] as const),
      ...NEVER.map((name) => [name, 'never'] as const),
      ...Object.entries(ASK).flatMap(([stake, names]) =>
        names.split(/\s+/).map((name) => [name, `ask ${stake}`] as const),
      ),
    ])
    const found = new Map(Object.entries(all).map(([name, method]) => [name, levelOf(method)]))
    expect(Object.fromEntries([...found].sort())).toEqual(Object.fromEntries([...written].sort()))
    expect(Object.values(NONE).filter((reason) => reason.length < 10)).toEqual([])
  })

  it('is told in words of its own, and asked in words of its own', () => {
    expect(TELL.filter((name) => !hasWords(name))).toEqual([])
    const asked = Object.values(all).filter(({ consent }) => consent === 'ask')
    expect(asked.map(({ name }) => name).filter((name) => !hasQuestion(name))).toEqual([])
    expect(RAISED.filter((name) => !hasQuestion(name))).toEqual([])
  })

  it('gives no signed bytes and no secret away without a word', () => {
    const quiet = Object.values(all).filter(({ consent }) => consent === 'none' || consent === 'tell')
    expect(quiet.filter(({ flags }) => flags.secretResult).map(({ name }) => name)).toEqual([])
    const building = Object.values(all).filter(
      ({ summary, name }) => /sign|build/i.test(summary) && name !== 'estimatesend',
    )
    const unsealed = building.filter(({ consent, signed }) => consent === 'none' && signed === undefined)
    // None of them has a signature to give.
    expect(unsealed.map(({ name }) => name)).toEqual([
      ...['createmultisig', 'createrawtransaction', 'verifymessage', 'opreturn_burn'],
    ])
  })

  it('takes handles in every place of a transaction', () => {
    const places = Object.values(all).flatMap(({ name, params }) =>
      params.filter(({ traits }) => traits.transaction === true).map((param) => `${name} ${param.name}`),
    )
    expect(places.toSorted()).toEqual([
      'decoderawtransaction hexstring',
      'explaintransaction before',
      'explaintransaction transaction',
      'fundrawtransaction hexstring',
      'sendprepared hex',
      'sendrawtransaction hexstring',
      'sendtogether hexstring',
      'signrawtransaction hexstring',
    ])
  })
})
