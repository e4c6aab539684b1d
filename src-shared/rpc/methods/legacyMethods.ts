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
  summary: 'Returns configuration values for the notary software of the staked test chains, for the current era.',
  params: [],
  returns: 'configuration values',
  result: r.object({
    port: r.int(),
    BTCminsigs: r.int(),
    minsigs: r.int('number of signatures of a notarisation'),
    seeds: r.array(r.text('address of a node of the notary network')),
    notaries: r.array(r.dictionary(r.pubkey(), 'name and public key of a notary')),
  }),
  examples: [{ params: [] }],
})

const getnotarysendmany = defineMethod({
  name: 'getnotarysendmany',
  category: 'control',
  consent: 'none',
  changesWith: 'never',
  summary: 'Returns the addresses of the notaries of the staked test chains in the format of sendmany.',
  params: [p.int('amount', 'amount for each notary, in whole coins').default(0)],
  result: r.dictionary(r.int(), 'by address'),
  examples: [{ params: [10] }],
})

const geterablockheights = defineMethod({
  name: 'geterablockheights',
  category: 'control',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Returns the first block of each era of the staked test chains, by the block times of this chain.',
  params: [],
  result: r.dictionary(r.height(), 'heights by number of the era, from 1'),
  examples: [{ params: [] }],
  flags: { longRunning: true },
})

const decodeccopret = defineMethod({
  name: 'decodeccopret',
  category: 'util',
  consent: 'none',
  changesWith: 'never',
  summary: 'Returns the contract and function encoded in the data of an output.',
  params: [p.str('scriptPubKey', 'script of the output in hex: OP_RETURN and data')],
  result: r.oneOf(
    'contracts and functions; the number 0 for token data with further data that is not contract data',
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
  summary: 'Returns the private key of an Agama passphrase, in the format of importprivkey.',
  description:
    'Nothing is stored or imported. Anyone who guesses the phrase has the key: move its coins to your own wallet.',
  params: [p.str('agamapassphrase', 'the passphrase, or a private key').secret()],
  returns: 'the key in all formats',
  result: r.object({
    agamapassphrase: r.text('passphrase as given'),
    address: r.address(),
    pubkey: r.pubkey(),
    privkey: r.hex('the private key'),
    wif: r.text('private key in the format of importprivkey'),
  }),
  examples: [{ params: ['agama passphrase'] }],
  flags: { secretResult: true },
})

const NO_STORE =
  'The key-value store is switched off in all Komodo nodes: blocks are no longer searched for entries, so the store is empty, and no update is accepted.'

const kvsearch = defineMethod({
  name: 'kvsearch',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Searches for a key in a store that is always empty.',
  description: NO_STORE,
  params: [p.str('key', 'the key')],
  returns: 'the key, and the error that it does not exist',
  result: r.object({
    coin: r.optional(r.text('name of the chain')),
    currentheight: r.optional(r.height()),
    key: r.optional(r.text('any text')),
    keylen: r.optional(r.int('bytes')),
    error: r.text('error text'),
  }),
  examples: [{ params: ['examplekey'] }],
  flags: { unsupported: true },
})

const kvupdate = defineMethod({
  name: 'kvupdate',
  category: 'blockchain',
  consent: 'none',
  changesWith: 'never',
  summary: 'Always fails, as in komodod: no value can be stored under a key.',
  description: `${NO_STORE} No coins are spent.`,
  usage: 'kvupdate key "value" days passphrase',
  params: [
    p.str('key', 'the key'),
    p.str('value', 'any text'),
    p.str('days', 'how long'),
    p.str('passphrase', 'passphrase for later updates; neither stored nor sent').optional(),
  ],
  returns: 'the error',
  result: r.object({ error: r.text('error text') }),
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
    'The file is in the data folder of the chain, under a fixed name that begins with the chain’s name; an older file is overwritten.',
  params: [],
  result: r.oneOf(
    'name of the file, or an error',
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
