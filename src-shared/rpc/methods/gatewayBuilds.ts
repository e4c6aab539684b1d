/** Methods that open a gateway and build the steps of deposits and withdrawals (gateways.md §2). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { builtHexFirst, CONTRACT_GATE } from './contractShapes.ts'
import { PUBKEY_EXAMPLE, TXID_EXAMPLE } from './shapes.ts'

/** Methods that build and sign without sending. */
const building = { category: 'contracts', consent: 'none', changesWith: 'never', signed: ['hex'] } as const
const NOT_SENT = 'Nothing is sent: give the hex to sendrawtransaction.'
const UNGUARDED = 'The rules of the contract do not guard what a gateway holds: anybody can take it.'

const bind = () => p.text('bindtxid', 'id of the gateway: of the transaction that opened it')
const coin = () => p.text('coin', 'name of the coin that it is for')
const amount = () => p.text('amount', 'coins: a unit of the token is a satoshi')
const TERMS_ERROR = {
  code: -1,
  message: 'illegal M or N > 15 or tokensupply or invalid tokenid',
  when: 'there are not 1 to 15 signers, of whom 1 to all have to sign, or fewer than 1000000 units',
} as const
const KEY_ERROR = {
  code: -1,
  message: 'invalid destination pubkey',
  when: 'it is not a public key of 33 bytes',
} as const

const next = <const N extends string>(name: N) =>
  p.text(name, 'the rest in this order: keys of further signers, pubtype, p2shtype, wiftype, and maybe taddr')

const gatewaysbind = defineMethod({
  ...building,
  name: 'gatewaysbind',
  summary: 'Builds the transaction that opens a gateway: it locks all units of a token, which shall stand for a coin.',
  description: `${NOT_SENT} ${UNGUARDED}\n\nAn oracle of the coin’s name and the format Ihh tells the blocks of the other chain. Behind the keys come the numbers with which addresses of keys and of scripts and private keys begin there; a coin KMD has its own, whatever is given.`,
  usage: 'gatewaysbind tokenid oracletxid coin tokensupply M N pubkey(s) pubtype p2shtype wiftype [taddr]',
  params: [
    p.text('tokenid', 'the token, of which this node has all units'),
    p.text('oracletxid', 'the oracle'),
    p.text('coin', 'name of the coin'),
    p.text('tokensupply', 'units of the token, all of them'),
    p.text('M', 'signatures that a withdrawal needs'),
    p.text('N', 'signers'),
    p.text('pubkey', 'key of the first signer'),
    next('next1'),
    next('next2'),
    next('next3'),
    next('next4').optional(),
    next('next5').optional(),
    next('next6').optional(),
    next('next7').optional(),
    next('next8').optional(),
    next('next9').optional(),
    next('next10').optional(),
    next('next11').optional(),
    next('next12').optional(),
    next('next13').optional(),
    next('next14').optional(),
    next('next15').optional(),
    next('next16').optional(),
    next('next17').optional(),
    next('next18').optional(),
  ],
  result: builtHexFirst(),
  errors: [CONTRACT_GATE, TERMS_ERROR, KEY_ERROR],
  examples: [
    {
      params: [TXID_EXAMPLE, TXID_EXAMPLE, 'KMD', '1000000000', '1', '1', PUBKEY_EXAMPLE, '60', '85', '188'],
    },
  ],
})

const gatewaysdeposit = defineMethod({
  ...building,
  name: 'gatewaysdeposit',
  summary: 'Builds the transaction that says that coins were paid to a gateway’s signers on the other chain.',
  description: `${NOT_SENT} The coin’s transaction pays the address that gatewaysinfo calls deposit, and has an output to the key that shall get the tokens.`,
  usage: 'gatewaysdeposit bindtxid height coin cointxid claimvout deposithex proof destpub amount',
  params: [
    bind(),
    p.text('height', 'of the block on the other chain'),
    coin(),
    p.text('cointxid', 'transaction on the other chain'),
    p.text('claimvout', 'which of its outputs names the receiver'),
    p.text('deposithex', 'the transaction in hex'),
    p.text('proof', 'what gettxoutproof of the other chain says of it'),
    p.text('destpub', 'public key that shall get the tokens'),
    amount(),
  ],
  result: builtHexFirst(),
  errors: [
    CONTRACT_GATE,
    {
      code: -1,
      message: 'invalid param: amount, numpks or claimvout',
      when: 'one of the numbers is none, or too small',
    },
    KEY_ERROR,
  ],
  examples: [{ params: [TXID_EXAMPLE, '777', 'KMD', TXID_EXAMPLE, '0', '01000000', '04000000', PUBKEY_EXAMPLE, '5'] }],
})

const gatewaysclaim = defineMethod({
  ...building,
  name: 'gatewaysclaim',
  summary: 'Builds the transaction that takes the tokens of a deposit out of a gateway.',
  description: `${NOT_SENT} Only the key that the deposit names can claim.`,
  usage: 'gatewaysclaim bindtxid coin deposittxid destpub amount',
  params: [
    bind(),
    coin(),
    p.text('deposittxid', 'transaction of the deposit on this chain'),
    p.text('destpub', 'the key that the deposit names: of this node'),
    amount(),
  ],
  result: builtHexFirst(),
  errors: [CONTRACT_GATE, KEY_ERROR],
  examples: [{ params: [TXID_EXAMPLE, 'KMD', TXID_EXAMPLE, PUBKEY_EXAMPLE, '5'] }],
})

const gatewayswithdraw = defineMethod({
  ...building,
  name: 'gatewayswithdraw',
  summary: 'Builds the transaction that gives tokens back to a gateway for coins on the other chain.',
  description: `${NOT_SENT} Nothing but the word of the signers brings the coins.`,
  usage: 'gatewayswithdraw bindtxid coin withdrawpub amount',
  params: [bind(), coin(), p.text('withdrawpub', 'public key that shall get the coins'), amount()],
  result: builtHexFirst(),
  errors: [CONTRACT_GATE, KEY_ERROR],
  examples: [{ params: [TXID_EXAMPLE, 'KMD', PUBKEY_EXAMPLE, '5'] }],
})

const hex = () => p.text('hex', 'the coin’s transaction in hex, as it is signed now')

const gatewayspartialsign = defineMethod({
  ...building,
  name: 'gatewayspartialsign',
  summary: 'Builds the transaction that notes one more signature of a withdrawal.',
  description: NOT_SENT,
  usage: 'gatewayspartialsign txidaddr refcoin hex',
  params: [
    p.text('txidaddr', 'transaction of the withdrawal, or of the signature before'),
    p.text('refcoin', 'name of the coin'),
    hex(),
  ],
  result: builtHexFirst(),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE, 'KMD', '0102'] }],
})

const gatewayscompletesigning = defineMethod({
  ...building,
  name: 'gatewayscompletesigning',
  summary: 'Builds the transaction that notes that a withdrawal has all signatures.',
  description: NOT_SENT,
  usage: 'gatewayscompletesigning withdrawtxid coin hex',
  params: [p.text('withdrawtxid', 'transaction of the withdrawal, or of the last signature'), coin(), hex()],
  result: builtHexFirst(),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE, 'KMD', '0102'] }],
})

const gatewaysmarkdone = defineMethod({
  ...building,
  name: 'gatewaysmarkdone',
  summary: 'Builds the transaction that takes a completed withdrawal off the list of gatewaysprocessed.',
  description: NOT_SENT,
  usage: 'gatewaysmarkdone completesigningtx coin',
  params: [p.text('completesigningtx', 'transaction that completed it'), coin()],
  result: builtHexFirst(),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE, 'KMD'] }],
})

export const gatewayBuildMethods = {
  gatewaysbind,
  gatewaysclaim,
  gatewayscompletesigning,
  gatewaysdeposit,
  gatewaysmarkdone,
  gatewayspartialsign,
  gatewayswithdraw,
} as const
