/** Methods of multisig addresses (rpc.md §3). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

export const KEY_EXAMPLE = '02676d00110c2cd14ae24f95969e8598f7ccfaa675498b82654a5b5bd57fc1d8cf'

export const MULTISIG_ERRORS = [
  {
    code: -1,
    message: 'a multisignature address must require at least one key to redeem',
    when: 'no signature would be needed',
  },
  {
    code: -1,
    message: 'not enough keys supplied (got X keys, but need at least Y to redeem)',
    when: 'there are fewer keys',
  },
  { code: -1, message: ' Invalid public key: X', when: 'a key is none' },
  { code: -1, message: 'redeemScript exceeds size limit: X > 520', when: 'the keys are too many' },
] as const

const createmultisig = defineMethod({
  name: 'createmultisig',
  category: 'util',
  consent: 'none',
  changesWith: 'never',
  summary: 'Makes an address whose coins need several signatures.',
  description: 'Nothing is stored: keep the script, without it the coins cannot be spent.',
  params: [
    p.int('nrequired', 'how many of the keys must sign'),
    p.array('keys', 'public keys in hex, or addresses of the wallet', { type: 'string' }),
  ],
  returns: 'the address, which the wallet does not keep',
  result: r.object({ address: r.address(), redeemScript: r.hex('the script behind the address') }),
  errors: MULTISIG_ERRORS,
  examples: [
    {
      params: [1, [KEY_EXAMPLE]],
      result: {
        address: 'bYjD59YeHjwYmNNVo1av3tj8AQ4G5ZrWqC',
        redeemScript: '512102676d00110c2cd14ae24f95969e8598f7ccfaa675498b82654a5b5bd57fc1d8cf51ae',
      },
    },
  ],
})

export const multisigMethods = { createmultisig } as const
