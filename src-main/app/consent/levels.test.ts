/**
 * Consent levels of the methods that a page can call. The list repeats the levels of the definitions by hand, so that a
 * new method or a changed level is decided twice. Each `none` has a reason, except methods whose definition shows that
 * they only read the chain.
 */
import { describe, expect, it } from 'vitest'
import { windowMethods } from '#shared/chains/index.ts'
import type { Method } from '#shared/rpc/define.ts'
import { readsOnly } from '#shared/rpc/readsOnly.ts'
import { hasNotice } from './notices/index.ts'
import { hasQuestion } from './questions/index.ts'

const CHAIN = 'reads the chain, which is public'
const INDEX = 'reads the address index, which is public'
const WALLET = 'reads amounts and addresses of the wallet, but no secrets; a page cannot send them anywhere'
const PEERS = 'reads data about peers without contacting them'
const MINING = 'reads mining statistics'
const PURE = 'computes from its parameters and stores nothing'
const SEALED = 'signs, but the page gets only a handle, and sending the transaction needs approval'
const MODULE = 'reads tokens, their orders, the faucet or another contract, which are public'
const REFUSED = 'returns an error for every call, as on the reference'
const PROGRAM = 'reads data about this program or its node'

const NONE: Readonly<Record<string, string>> = {
  auditaddressindex: `${INDEX}; takes long, but yields to other calls, and only one runs at a time`,
  channelsopen: SEALED,
  channelspayment: SEALED,
  closeopening: 'removes the shown link or file name from the queue of launch requests',
  checkchainsettings: 'computes from its parameters and settings; parsing the options reads the folder of the chain',
  createmultisig: `${PURE}; public keys of own addresses are not secret`,
  createrawtransaction: `${PURE}; nothing is signed`,
  decodeccopret: PURE,
  decoderawtransaction: `${PURE}; the input scripts behind a handle are blanked`,
  decodescript: PURE,
  describechain: PURE,
  FSMinfo: PURE,
  FSMlist: PURE,
  diceaddfunds: SEALED,
  dicebet: SEALED,
  dicefinish: SEALED,
  dicefund: SEALED,
  estimatefee: CHAIN,
  estimatepriority: CHAIN,
  estimatesend: `${WALLET}; builds without signing`,
  explaintransaction: `${CHAIN}; shows no input scripts`,
  fauceteligibility: MODULE,
  faucetfund: SEALED,
  findnodefolders: 'looks for old nodes where they usually are; a page cannot send the names of folders anywhere',
  fundrawtransaction: `${WALLET}; the given transaction may be signed, so the page gets a handle`,
  gatewaysbind: SEALED,
  gatewaysclaim: SEALED,
  gatewayscompletesigning: SEALED,
  gatewaysdeposit: SEALED,
  gatewaysmarkdone: SEALED,
  gatewayspartialsign: SEALED,
  gatewayswithdraw: SEALED,
  FSMcreate: REFUSED,
  importgatewaybind: REFUSED,
  importgatewaycompletesigning: REFUSED,
  importgatewaydeposit: REFUSED,
  importgatewayinfo: REFUSED,
  importgatewaymarkdone: REFUSED,
  importgatewaypartialsign: REFUSED,
  importgatewaypendingwithdraws: REFUSED,
  importgatewayprocessed: REFUSED,
  importgatewaywithdraw: REFUSED,
  tokenconvert: REFUSED,
  genminingCSV: 'writes one file with public data and a fixed name into the data folder of the chain',
  getaccount: WALLET,
  kvupdate: PURE,
  getaddednodeinfo: `${PEERS}; the user approved the names`,
  getaddresskey: 'reads public keys of the wallet and of the chain',
  getaddressesbyaccount: WALLET,
  getappsettings: PROGRAM,
  getbackupschedule: WALLET,
  getbalance: WALLET,
  pauseblockimport: 'pauses or continues an import of a folder that the user named; each is undone by the other',
  getbalance64: WALLET,
  getblockhash: CHAIN,
  getblockimport: `${PROGRAM}, among it the folder that the user named`,
  notaries: CHAIN,
  opreturn_burn: `${WALLET}; builds without signing`,
  paymentsairdrop: MODULE,
  paymentsairdroptokens: MODULE,
  paymentscreate: SEALED,
  paymentsfund: SEALED,
  paymentsmerge: SEALED,
  paymentsrelease: SEALED,
  paymentstxidopret: SEALED,
  getblocktemplate: 'builds a block template; does not use up the key that it pays',
  getchainsettings: 'reads the options of a node, including the name of the RPC user but not the password',
  getfirststeps: 'reads both wallets of the sandbox; stores which of its seven steps are done',
  getconnectioncount: PEERS,
  getdeprecationinfo: PROGRAM,
  getfaucetclaim: `${SEALED}; events of the search contain no transaction bytes`,
  getgenerate: MINING,
  getiguanajson: PURE,
  getinfo: PROGRAM,
  getlocalsolps: MINING,
  getminerstatus: MINING,
  getmininginfo: MINING,
  getmovein: 'reads the progress of moves, without the content of files',
  getnettotals: PEERS,
  getnetworkinfo: PEERS,
  getnodestatus: PROGRAM,
  getnotarysendmany: PURE,
  getpeerdetails: PEERS,
  getpeerinfo: PEERS,
  getopening: 'shows the content of a link, or the name of a file without its folder; a page cannot send it anywhere',
  getpublishinfo: 'reads the progress of publishing the chain, but not the destination',
  getrawtransaction: `${CHAIN}; the transaction was sent already`,
  getreceivedbyaccount: WALLET,
  getreceivedbyaddress: WALLET,
  getsyncstate: PEERS,
  gettraffichistory: PEERS,
  gettransaction: `${WALLET}; the transaction was sent already`,
  gettxoutsetinfo: CHAIN,
  getunconfirmedbalance: WALLET,
  getstakingstatus: WALLET,
  getwalletinfo: WALLET,
  getwalletoutputs: WALLET,
  getwalletstatus: WALLET,
  getwalletsummary: WALLET,
  heiradd: SEALED,
  heirclaim: SEALED,
  heirfund: SEALED,
  getzmqnotifications: `${PROGRAM}: on which addresses of this machine it publishes`,
  help: PROGRAM,
  identifyowners: `${WALLET}; returns the owners of the given addresses`,
  inspectnodefolder: 'reads only folders that were found or chosen, and shows no secrets',
  listaccounts: WALLET,
  listaddressgroupings: WALLET,
  listbanned: PEERS,
  listaddednodes: PEERS,
  listbans: PEERS,
  listblocktransactions: CHAIN,
  listchains: 'reads the list of chains',
  listcontacts: 'reads the address book',
  listfoundblocks: MINING,
  listlockunspent: WALLET,
  listmovedwallets: `${WALLET}; names files that the user moved in`,
  listowners: `${WALLET}; returns the owners of the given addresses`,
  listpeers: PEERS,
  listreceiveaddresses: WALLET,
  listreceivedbyaccount: WALLET,
  listreceivedbyaddress: WALLET,
  listsinceblock: WALLET,
  listtransactions: WALLET,
  listtokenkeys: WALLET,
  listunspent: WALLET,
  listwalletcoins: WALLET,
  listwallethistory: WALLET,
  listwatchedaddresses: 'reads the watch list',
  oraclescreate: SEALED,
  oraclesdata: SEALED,
  oraclesfund: SEALED,
  oraclesregister: SEALED,
  oraclessubscribe: SEALED,
  ping: 'sends eight random bytes to each connected peer',
  planmovetophrase: `${WALLET}; plans without signing`,
  preflight: 'checks the disk, memory, clock and ports of this machine; its folder is below the root',
  preparechannelend: SEALED,
  preparefunded: SEALED,
  preparepayment: SEALED,
  preparesend: SEALED,
  previewban: PURE,
  readlog: 'reads the log of a node, which contains no secrets; a page cannot send it anywhere',
  resolvehash: `${CHAIN}; also shows if the wallet has the transaction`,
  getrewards: MODULE,
  rewardsaddfunding: SEALED,
  rewardscreatefunding: SEALED,
  rewardslock: SEALED,
  rewardsunlock: SEALED,
  'rpc.discover': PROGRAM,
  signrawtransaction: `${SEALED}; private keys from the page are rejected`,
  tokenask: SEALED,
  tokenbid: SEALED,
  tokencancelask: SEALED,
  tokencancelbid: SEALED,
  tokencreate: SEALED,
  tokenfillask: SEALED,
  tokenfillbid: SEALED,
  tokentransfer: SEALED,
  uptime: PROGRAM,
  validateaddress: WALLET,
  verifychain: `${CHAIN}; takes long, but yields to other calls`,
  verifymessage: PURE,
  z_validateaddress: PURE,
}

const TELL =
  `addnode addsandbox cancelfaucetclaim cancelmovetophrase clearbanned disconnectnode faucetget generate getaccountaddress getnewaddress
    getrawchangeaddress importcontacts keypoolrefill labelaccount lockunspent move newaccount removecontact renamechain
    resendwallettransactions restorebans savecontact selectchain setaccount setaddresslabel setappsettings setautomine
    setban setgenerate setminerpause setminerresume settestnode startchain startfaucetclaim startfriend stopchain
    unwatchaddress walletlock watchaddress`.split(/\s+/)

const ASK: Readonly<Record<string, string>> = {
  money:
    'movetophrase prioritisetransaction sendfrom sendmany sendprepared sendrawtransaction sendtoaddress sendtogether setidentity setpubkey settxfee',
  keys: `addmultisigaddress backupwallet checkpassphrase deletechain dumpprivkey dumpwallet encryptwallet exportwallet gatewaysdumpprivkey importaddress
    importpassphrase importprivkey importwallet importwallettext moveinnode newphrase newrpcpassword newwallet protectwallet provebackup
    restorebackup sealbackup setbackupschedule setphrase setrpcaccess showphrase signmessage stopbackupschedule undomovein unlockwallet
    walletpassphrase walletpassphrasechange`,
  data: 'choosenodefolder cleanwallettransactions forgetchain invalidateblock joinafresh rebuildaddressindex reconsiderblock setmocktime stop undojoinafresh',
  reach: 'createchain gettokenpicture joinchain opentokenlink openupdatepage setchainsettings',
}

/** The first two return bare transactions, for which handles are not supported. */
const NEVER = [
  ...['channelsclose', 'channelsrefund'],
  // The page calls `moveinnode`, whose question the app shows.
  ...['importwalletfile', 'inspectwalletfile'],
  ...[
    'convertpassphrase',
    'importblocks',
    'inspectpassphrase',
    'logging',
    'notebackup',
    'savemempool',
    'setstakingsplit',
    'submitblock',
  ],
  // A page gets an event for each new tip.
  ...['waitforblock', 'waitforblockheight', 'waitfornewblock'],
]

/** Methods of level `tell` that need a prompt for some parameters. */
const RAISED = ['addnode', 'generate', 'keypoolrefill', 'lockunspent', 'restorebans', 'setban', 'startchain']

const all: Readonly<Record<string, Method>> = windowMethods

/** Events that change the chain, the mempool, and the public key by which contracts are searched. */
const CHAIN_EVENTS: ReadonlySet<string> = new Set(['tip', 'mempool', 'identity'])

/**
 * Returns true if the method's definition shows that it only reads the chain; the wallet, peers and settings change
 * with other events.
 */
function readsChain(method: Method): boolean {
  if (!readsOnly(method) || method.flags.wallet || method.changesWith === 'never') return false
  return method.changesWith.every((event) => CHAIN_EVENTS.has(event))
}

const formatLevel = (method: Method) => (method.consent === 'ask' ? `ask ${method.stake}` : method.consent)

describe('consent levels', () => {
  it('match the list for every method, with a reason for each level none', () => {
    const written = new Map<string, string>([
      ...Object.keys(NONE).map((name) => [name, 'none'] as const),
      ...TELL.map((name) => [name, 'tell'] as const),
      ...NEVER.map((name) => [name, 'never'] as const),
      ...Object.entries(ASK).flatMap(([stake, names]) =>
        names.split(/\s+/).map((name) => [name, `ask ${stake}`] as const),
      ),
    ])
    const checked = Object.entries(all).filter(([name, method]) => written.has(name) || !readsChain(method))
    const found = new Map(checked.map(([name, method]) => [name, formatLevel(method)]))
    expect(Object.fromEntries([...found].sort())).toEqual(Object.fromEntries([...written].sort()))
    expect(Object.values(NONE).filter((reason) => reason.length < 10)).toEqual([])
  })

  it.each<[string, Partial<Method>]>([
    ['asks', { consent: 'ask', stake: 'data' }],
    ['tells', { consent: 'tell' }],
    ['signs', { signed: ['hex'] }],
    ['belongs to the wallet', { flags: { wallet: true } }],
    ['changes with the wallet', { changesWith: ['tip', 'wallet'] }],
    ['changes with peers', { changesWith: ['peers'] }],
    ['acts', { changesWith: 'never' }],
  ])('require a reason for a method that %s', (_what, change) => {
    const { getblockcount } = windowMethods
    expect(readsChain(getblockcount)).toBe(true)
    expect(readsChain({ ...getblockcount, ...change } as Method)).toBe(false)
  })

  it('require a notice for each notified method, and a prompt for each that asks', () => {
    expect(TELL.filter((name) => !hasNotice(name))).toEqual([])
    const asked = Object.values(all).filter(({ consent }) => consent === 'ask')
    expect(asked.map(({ name }) => name).filter((name) => !hasQuestion(name))).toEqual([])
    expect(RAISED.filter((name) => !hasQuestion(name))).toEqual([])
  })

  it('return no signatures or secrets without approval', () => {
    const quiet = Object.values(all).filter(({ consent }) => consent === 'none' || consent === 'tell')
    expect(quiet.filter(({ flags }) => flags.secretResult).map(({ name }) => name)).toEqual([])
    const building = Object.values(all).filter(
      ({ summary, name }) => /sign|build/i.test(summary) && name !== 'estimatesend',
    )
    const unsealed = building.filter(({ consent, signed }) => consent === 'none' && signed === undefined)
    // No method in this list returns a signature.
    expect(unsealed.map(({ name }) => name)).toEqual([
      ...['createmultisig', 'createrawtransaction', 'verifymessage', 'opreturn_burn'],
    ])
  })

  it('accept handles in every transaction parameter', () => {
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
