/** Methods for imported scripts, watch-only addresses, and payments built by hand (rpc.md §7, §9). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { KEY_EXAMPLE, MULTISIG_ERRORS } from './multisig.ts'

/** no input and one output of 3 coins */
const UNFUNDED_EXAMPLE =
  '0400008085202f89000100a3e111000000001976a914f0d1fc29f8962ac2805a1659192d9ad26794d22988ac' +
  '00000000000000000000000000000000000000'
const ADDRESS_EXAMPLE = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'

const addmultisigaddress = defineMethod({
  name: 'addmultisigaddress',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Creates an address whose coins require several signatures, and stores its script in the wallet.',
  description: 'Its coins count as the wallet’s only if the wallet has all keys, not just the required number.',
  params: [
    p.int('nrequired', 'number of required signatures'),
    p.array('keysobject', 'public keys in hex, or addresses of the wallet', { type: 'string' }),
    p.str('account', 'label of the address').default(''),
  ],
  result: r.address('the address'),
  errors: MULTISIG_ERRORS,
  examples: [{ params: [1, [KEY_EXAMPLE]], result: 'bYjD59YeHjwYmNNVo1av3tj8AQ4G5ZrWqC' }],
  flags: { wallet: true },
})

const importaddress = defineMethod({
  name: 'importaddress',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Makes the wallet watch an address or a script without having its key.',
  description: 'Its coins cannot be spent, and count only if requested.',
  params: [
    p.str('address', 'address, or script in hex'),
    p.str('label', 'of the address').default(''),
    p.bool('rescan', 'search the chain for its payments').default(true),
  ],
  result: r.nothing,
  errors: [
    { code: -5, message: 'Invalid Komodo address or script', when: 'the text is neither an address nor a script' },
    {
      code: -4,
      message: 'The wallet already contains the private key for this address or script',
      when: 'the wallet can spend from it',
    },
  ],
  examples: [
    { params: [ADDRESS_EXAMPLE], result: null },
    { params: [ADDRESS_EXAMPLE, 'savings', false], result: null },
  ],
  flags: { wallet: true, longRunning: true },
})

const fundrawtransaction = defineMethod({
  name: 'fundrawtransaction',
  category: 'rawtransactions',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Adds inputs to a transaction until they cover its outputs and the fee, and at most one change output.',
  description:
    'The existing parts of the transaction do not change. Added inputs are not signed: use signrawtransaction. Outputs of tokens and of other modules are never added.',
  params: [p.str('hexstring', 'the transaction').typed().transaction()],
  returns: 'the transaction with its new inputs',
  result: r.object({
    hex: r.hex('transaction with the added inputs and change'),
    changepos: r.int('index of the change output, -1: none'),
    fee: r.coins('fee of the transaction'),
  }),
  errors: [
    { code: -22, message: 'TX decode failed', when: 'the hex is not a transaction' },
    { code: -6, message: 'Insufficient funds', when: 'the wallet has less, or an input is unknown' },
    { code: -8, message: 'Transaction amounts must be positive', when: 'there is no output' },
  ],
  examples: [{ params: [UNFUNDED_EXAMPLE] }],
  flags: { wallet: true },
})

const opreturn_burn = defineMethod({
  name: 'opreturn_burn',
  category: 'wallet',
  consent: 'none',
  changesWith: 'never',
  summary: 'Builds a transaction that burns coins by sending them to an unspendable output with data.',
  description:
    'The transaction is not signed: use signrawtransaction and sendrawtransaction. Excess coins of its inputs return as change.',
  params: [
    p.amount('burn_amount', 'coins to burn', 'string'),
    p.str('hexstring', 'data in hex'),
    p
      .amount('txfee', 'minimum fee; if the size requires a higher fee, that fee is paid', 'string')
      .default(10_000n as never),
  ],
  returns: 'the transaction',
  result: r.object({ hex: r.hex('transaction without signatures') }),
  errors: [
    { code: -3, message: 'hexstring is not valid.', when: 'the text does not begin with a byte in hex' },
    { code: -6, message: 'Insufficient funds', when: 'the wallet has less than amount plus fee' },
    { code: -13, message: 'Please enter the wallet passphrase', when: 'the wallet is locked' },
  ],
  examples: [{ params: [10, 'deadbeef'] }],
  flags: { wallet: true },
})

export const walletScriptMethods = { addmultisigaddress, fundrawtransaction, importaddress, opreturn_burn } as const
