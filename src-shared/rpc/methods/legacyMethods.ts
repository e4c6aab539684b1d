/**
 * Methods that tools of the reference's family call: eras of the staked test chains, phrases of old wallets, contract
 * data.
 */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

const getiguanajson = defineMethod({
  name: 'getiguanajson',
  category: 'control',
  consent: 'none',
  changesWith: 'never',
  summary: 'Returns what the notary software of the staked test chains needs, for the era of the clock.',
  params: [],
  returns: 'a part of its configuration',
  result: r.object({
    port: r.int(),
    BTCminsigs: r.int(),
    minsigs: r.int('signatures of a notarisation'),
    seeds: r.array(r.text('an address of its network')),
    notaries: r.array(r.dictionary(r.pubkey(), 'name and public key of one')),
  }),
  examples: [{ params: [] }],
})

const getnotarysendmany = defineMethod({
  name: 'getnotarysendmany',
  category: 'control',
  consent: 'none',
  changesWith: 'never',
  summary: 'Returns the addresses of the notaries of the staked test chains as sendmany takes them.',
  params: [p.int('amount', 'whole coins for each').default(0)],
  result: r.dictionary(r.int(), 'by address'),
  examples: [{ params: [10] }],
})

const geterablockheights = defineMethod({
  name: 'geterablockheights',
  category: 'control',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Returns the first block of each era of the staked test chains, by the times of this chain’s blocks.',
  params: [],
  result: r.dictionary(r.height(), 'by number of the era, from 1'),
  examples: [{ params: [] }],
  flags: { longRunning: true },
})

const decodeccopret = defineMethod({
  name: 'decodeccopret',
  category: 'util',
  consent: 'none',
  changesWith: 'never',
  summary: 'Names the contract and the function that the data of an output is for.',
  params: [p.str('scriptPubKey', 'the output’s script in hex: OP_RETURN and data')],
  result: r.oneOf(
    'the number 0 for data of a token that holds other data which is no further data of a contract',
    r.object({
      result: r.choice('', 'success'),
      OpRets: r.array(r.object({ eval_code: r.text('name of the contract'), function: r.text('a letter') })),
    }),
    r.object({ result: r.choice('', 'error'), error: r.text() }),
    r.int(),
  ),
  examples: [
    { params: ['6a04e44600ff'], result: { result: 'success', OpRets: [{ eval_code: 'EVAL_FAUCET', function: 'F' }] } },
    { params: ['51'], result: { result: 'error', error: 'invalid or no CC opret data' } },
  ],
})

const convertpassphrase = defineMethod({
  name: 'convertpassphrase',
  category: 'wallet',
  consent: 'never',
  changesWith: 'never',
  summary: 'Returns the private key that an Agama passphrase stands for, as importprivkey takes it.',
  description:
    'Nothing is stored or imported. Anybody who guesses the phrase has the key: move its coins to a wallet of your own.',
  params: [p.str('agamapassphrase', 'the passphrase, or a private key').secret()],
  returns: 'the key in every form',
  result: r.object({
    agamapassphrase: r.text('as it was given'),
    address: r.address(),
    pubkey: r.pubkey(),
    privkey: r.hex('the private key'),
    wif: r.text('the private key as importprivkey takes it'),
  }),
  examples: [{ params: ['agama passphrase'] }],
  flags: { secretResult: true },
})

const NO_STORE =
  'The store of keys and values is switched off in all nodes of the family: nothing is read from blocks any more, so there is nothing to find, and no update is accepted.'

const kvsearch = defineMethod({
  name: 'kvsearch',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Looks for a key in a store that is always empty.',
  description: NO_STORE,
  params: [p.str('key', 'the key')],
  returns: 'what was looked for, and that it is not there',
  result: r.object({
    coin: r.optional(r.text('name of the chain')),
    currentheight: r.optional(r.height()),
    key: r.optional(r.text('any text')),
    keylen: r.optional(r.int('bytes')),
    error: r.text('that there is none'),
  }),
  examples: [{ params: ['examplekey'] }],
  flags: { unsupported: true },
})

const kvupdate = defineMethod({
  name: 'kvupdate',
  category: 'blockchain',
  consent: 'none',
  changesWith: 'never',
  summary: 'Refuses, as on the reference: nothing can be stored under a key.',
  description: `${NO_STORE} No coins are spent.`,
  usage: 'kvupdate key "value" days passphrase',
  params: [
    p.str('key', 'the key'),
    p.str('value', 'any text'),
    p.str('days', 'how long'),
    p.str('passphrase', 'for later updates; it goes nowhere').optional(),
  ],
  returns: 'the refusal',
  result: r.object({ error: r.text('why not') }),
  examples: [{ params: ['examplekey', 'examplevalue', '2'] }],
  flags: { unsupported: true },
})

const genminingCSV = defineMethod({
  name: 'genminingCSV',
  category: 'mining',
  consent: 'none',
  changesWith: 'never',
  summary: 'Writes times, targets and difficulties of all blocks into a file.',
  description:
    'It lies in the data folder of the chain, under a fixed name that begins with the chain’s; the one before is overwritten.',
  params: [],
  result: r.oneOf(
    'the name of the file, or that it could not be written',
    r.object({ result: r.choice('', 'success'), created: r.text('name of the file') }),
    r.object({ result: r.choice('', 'success'), error: r.text(), filename: r.text() }),
  ),
  examples: [{ params: [] }],
  flags: { longRunning: true },
})

export const oddCallMethods = {
  genminingCSV,
  kvsearch,
  kvupdate,
  convertpassphrase,
  decodeccopret,
  geterablockheights,
  getiguanajson,
  getnotarysendmany,
} as const
