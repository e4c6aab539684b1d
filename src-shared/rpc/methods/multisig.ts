/** Methods of multisig addresses (rpc.md §3). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

export const KEY_EXAMPLE = '02676d00110c2cd14ae24f95969e8598f7ccfaa675498b82654a5b5bd57fc1d8cf'

export const MULTISIG_ERRORS = [
  {
    code: -1,
    message: 'a multisignature address must require at least one key to redeem',
    when: 'the required number of signatures is below 1',
  },
  {
    code: -1,
    message: 'not enough keys supplied (got X keys, but need at least Y to redeem)',
    when: 'there are fewer keys than required signatures',
  },
  { code: -1, message: ' Invalid public key: X', when: 'a key is invalid' },
  { code: -1, message: 'redeemScript exceeds size limit: X > 520', when: 'there are too many keys' },
] as const

const createmultisig = defineMethod({
  name: 'createmultisig',
  category: 'util',
  consent: 'none',
  changesWith: 'never',
  summary: 'Creates an address whose coins require several signatures.',
  description: 'Nothing is stored: keep the script, because without it the coins cannot be spent.',
  params: [
    p.int('nrequired', 'number of required signatures'),
    p.array('keys', 'public keys in hex, or addresses of the wallet', { type: 'string' }),
  ],
  returns: 'the address, which is not added to the wallet',
  result: r.object({ address: r.address(), redeemScript: r.hex('script of the address') }),
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
