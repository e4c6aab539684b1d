/** Methods that open a gateway and build the steps of deposits and withdrawals (gateways.md §2). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { builtHexFirst, CONTRACT_GATE } from './contractShapes.ts'
import { PUBKEY_EXAMPLE, TXID_EXAMPLE } from './shapes.ts'

/** Methods that build and sign without sending. */
const building = { category: 'contracts', consent: 'none', changesWith: 'never', signed: ['hex'] } as const
const NOT_SENT = 'Nothing is sent: give the hex to sendrawtransaction.'
const UNGUARDED = 'The rules of the contract do not protect the funds of a gateway: anyone can take them.'

const bind = () => p.text('bindtxid', 'id of the gateway: the id of its opening transaction')
const coin = () => p.text('coin', 'name of the gateway’s coin')
const amount = () => p.text('amount', 'amount in coins: a token unit is a satoshi')
const TERMS_ERROR = {
  code: -1,
  message: 'illegal M or N > 15 or tokensupply or invalid tokenid',
  when: 'N is not 1 to 15, M is not 1 to N, or there are fewer than 1000000 units',
} as const
const KEY_ERROR = {
  code: -1,
  message: 'invalid destination pubkey',
  when: 'the text is not a 33-byte public key',
} as const

const next = <const N extends string>(name: N) =>
  p.text(
    name,
    'further values in this order: keys of further signers, pubtype, p2shtype, wiftype, and optionally taddr',
  )

const gatewaysbind = defineMethod({
  ...building,
  name: 'gatewaysbind',
  summary: 'Builds the transaction that opens a gateway by locking all units of a token, which will represent a coin.',
  description: `${NOT_SENT} ${UNGUARDED}\n\nAn oracle with the name of the coin and the format Ihh reports the blocks of the other chain. After the keys come the prefixes of its addresses of keys, addresses of scripts, and private keys; for the coin KMD, its own prefixes are used instead of the given ones.`,
  usage: 'gatewaysbind tokenid oracletxid coin tokensupply M N pubkey(s) pubtype p2shtype wiftype [taddr]',
  params: [
    p.text('tokenid', 'id of the token; this node must hold all units'),
    p.text('oracletxid', 'the oracle'),
    p.text('coin', 'name of the coin'),
    p.text('tokensupply', 'total supply of the token in units'),
    p.text('M', 'number of signatures required for a withdrawal'),
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
  summary: 'Builds the transaction that reports a payment to a gateway’s signers on the other chain.',
  description: `${NOT_SENT} The transaction of the other coin pays the address that gatewaysinfo shows as deposit, and has an output to the key that will get the tokens.`,
  usage: 'gatewaysdeposit bindtxid height coin cointxid claimvout deposithex proof destpub amount',
  params: [
    bind(),
    p.text('height', 'height of the block on the other chain'),
    coin(),
    p.text('cointxid', 'transaction on the other chain'),
    p.text('claimvout', 'index of the output that names the receiver'),
    p.text('deposithex', 'transaction of the other chain in hex'),
    p.text('proof', 'result of gettxoutproof on the other chain for this transaction'),
    p.text('destpub', 'public key of the receiver of the tokens'),
    amount(),
  ],
  result: builtHexFirst(),
  errors: [
    CONTRACT_GATE,
    {
      code: -1,
      message: 'invalid param: amount, numpks or claimvout',
      when: 'one of these values is not a number, or is too small',
    },
    KEY_ERROR,
  ],
  examples: [{ params: [TXID_EXAMPLE, '777', 'KMD', TXID_EXAMPLE, '0', '01000000', '04000000', PUBKEY_EXAMPLE, '5'] }],
})

const gatewaysclaim = defineMethod({
  ...building,
  name: 'gatewaysclaim',
  summary: 'Builds the transaction that claims the tokens of a deposit from a gateway.',
  description: `${NOT_SENT} Only the key named in the deposit can claim.`,
  usage: 'gatewaysclaim bindtxid coin deposittxid destpub amount',
  params: [
    bind(),
    coin(),
    p.text('deposittxid', 'transaction of the deposit on this chain'),
    p.text('destpub', 'the key named in the deposit: of this node'),
    amount(),
  ],
  result: builtHexFirst(),
  errors: [CONTRACT_GATE, KEY_ERROR],
  examples: [{ params: [TXID_EXAMPLE, 'KMD', TXID_EXAMPLE, PUBKEY_EXAMPLE, '5'] }],
})

const gatewayswithdraw = defineMethod({
  ...building,
  name: 'gatewayswithdraw',
  summary: 'Builds the transaction that returns tokens to a gateway in exchange for coins on the other chain.',
  description: `${NOT_SENT} The payment of the coins depends entirely on the signers.`,
  usage: 'gatewayswithdraw bindtxid coin withdrawpub amount',
  params: [bind(), coin(), p.text('withdrawpub', 'public key of the receiver of the coins'), amount()],
  result: builtHexFirst(),
  errors: [CONTRACT_GATE, KEY_ERROR],
  examples: [{ params: [TXID_EXAMPLE, 'KMD', PUBKEY_EXAMPLE, '5'] }],
})

const hex = () => p.text('hex', 'transaction of the other coin in hex, with its current signatures')

const gatewayspartialsign = defineMethod({
  ...building,
  name: 'gatewayspartialsign',
  summary: 'Builds the transaction that records one more signature of a withdrawal.',
  description: NOT_SENT,
  usage: 'gatewayspartialsign txidaddr refcoin hex',
  params: [
    p.text('txidaddr', 'transaction of the withdrawal, or of the previous signature'),
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
  summary: 'Builds the transaction that records that a withdrawal has all signatures.',
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
  summary: 'Builds the transaction that removes a completed withdrawal from the list of gatewaysprocessed.',
  description: NOT_SENT,
  usage: 'gatewaysmarkdone completesigningtx coin',
  params: [p.text('completesigningtx', 'transaction that completed the withdrawal'), coin()],
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
