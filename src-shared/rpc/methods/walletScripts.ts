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
  summary: 'Makes an address whose coins need several signatures, and keeps the script behind it in the wallet.',
  description: 'Its coins count as the wallet’s if it has every key, not only as many as are needed.',
  params: [
    p.int('nrequired', 'how many of the keys must sign'),
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
  summary: 'Has the wallet look at an address or a script without having its key.',
  description: 'What it holds cannot be spent and counts only where it is asked for.',
  params: [
    p.str('address', 'the address, or a script in hex'),
    p.str('label', 'of the address').default(''),
    p.bool('rescan', 'look for its payments in the chain').default(true),
  ],
  result: r.nothing,
  errors: [
    { code: -5, message: 'Invalid Komodo address or script', when: 'it is neither' },
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
  summary:
    'Adds inputs to a transaction until they pay for its outputs and the fee, and at most one output for the change.',
  description:
    'What it has already stays as it is. The inputs that are added are not signed: use signrawtransaction. Outputs of tokens and of other modules are never added.',
  params: [p.str('hexstring', 'the transaction').typed().transaction()],
  returns: 'the transaction with its new inputs',
  result: r.object({
    hex: r.hex('the transaction with what was added'),
    changepos: r.int('which output is the change, -1: none'),
    fee: r.coins('that it pays'),
  }),
  errors: [
    { code: -22, message: 'TX decode failed', when: 'the hex is no transaction' },
    { code: -6, message: 'Insufficient funds', when: 'the wallet has less, or does not know an input' },
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
  summary: 'Builds a transaction that burns coins: they go to an output with data, which nobody can spend.',
  description:
    'The transaction is not signed: use signrawtransaction and sendrawtransaction. What its inputs hold beyond amount and fee comes back as change.',
  params: [
    p.amount('burn_amount', 'coins to burn', 'string'),
    p.str('hexstring', 'the data, in hex'),
    p.amount('txfee', 'fee at least; what the size asks for is paid in any case', 'string').default(10_000n as never),
  ],
  returns: 'the transaction',
  result: r.object({ hex: r.hex('the transaction, without signatures') }),
  errors: [
    { code: -3, message: 'hexstring is not valid.', when: 'it begins with no byte in hex' },
    { code: -6, message: 'Insufficient funds', when: 'the wallet has less' },
    { code: -13, message: 'Please enter the wallet passphrase', when: 'the wallet is locked' },
  ],
  examples: [{ params: [10, 'deadbeef'] }],
  flags: { wallet: true },
})

export const walletScriptMethods = { addmultisigaddress, fundrawtransaction, importaddress, opreturn_burn } as const
