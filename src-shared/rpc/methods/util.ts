/** Utility methods for addresses, messages and the clock (rpc.md §3). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

const ADDRESS_EXAMPLE = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'

const validateaddress = defineMethod({
  name: 'validateaddress',
  category: 'util',
  consent: 'none',
  changesWith: 'never',
  summary: 'Checks whether a text is an address, and shows its details.',
  params: [p.str('komodoaddress', 'the text')],
  returns: 'only `isvalid` if the argument is not an address',
  result: r.object({
    isvalid: r.bool(),
    address: r.optional(r.address()),
    scriptPubKey: r.optional(r.hex('script that pays to the address')),
    segid: r.optional(r.int()),
    ismine: r.optional(r.bool('true if the wallet has the key')),
    iswatchonly: r.optional(r.bool()),
    isscript: r.optional(r.bool()),
    pubkey: r.optional(r.pubkey('public key, if the wallet has it')),
    iscompressed: r.optional(r.bool('true if that key is compressed')),
    script: r.optional(r.text('kind of the script, if the wallet has it')),
    hex: r.optional(r.hex('the script, if the wallet has it')),
    addresses: r.optional(r.array(r.address(), 'addresses in that script')),
    sigsrequired: r.optional(r.int('number of signatures required by that script')),
    account: r.optional(r.text()),
  }),
  examples: [{ params: [ADDRESS_EXAMPLE] }],
})

const z_validateaddress = defineMethod({
  name: 'z_validateaddress',
  category: 'util',
  consent: 'none',
  changesWith: 'never',
  summary:
    'Checks whether a text is a shielded address, and shows its details. This wallet has no keys of shielded addresses.',
  params: [p.str('zaddr', 'the text')],
  returns: 'only `isvalid` if the argument is not a shielded address of this chain',
  result: r.object({
    isvalid: r.bool(),
    address: r.optional(r.text('address as given')),
    type: r.optional(r.choice('', 'sprout', 'sapling')),
    payingkey: r.optional(r.hex('key of a JoinSplit address')),
    transmissionkey: r.optional(r.hex('key of a JoinSplit address')),
    diversifier: r.optional(r.hex('of Sapling')),
    diversifiedtransmissionkey: r.optional(r.hex('of Sapling')),
    ismine: r.optional(r.bool('always false; absent without a wallet')),
  }),
  examples: [{ params: ['zs1z7rejlpsa98s2rrrfkwmaxu53e4ue0ulcrw0h4x5g8jl04tak0d3mm47vdtahatqrlkngh9slya'] }],
})

const verifymessage = defineMethod({
  name: 'verifymessage',
  category: 'util',
  consent: 'none',
  changesWith: 'never',
  summary: 'Checks a signed message.',
  params: [
    p.str('t-addr', 'address of the signer'),
    p.str('signature', 'signature in base64'),
    p.str('message', 'signed text'),
  ],
  result: r.bool('true if the address signed this text'),
  errors: [
    { code: -3, message: 'Invalid address', when: 'the text is not an address' },
    { code: -3, message: 'Address does not refer to key', when: 'the address belongs to a script' },
    { code: -5, message: 'Malformed base64 encoding', when: 'the signature is not base64' },
  ],
  examples: [
    {
      params: [
        ADDRESS_EXAMPLE,
        'H7NH7Q1G0EbFC0u5qZjT/jYf7VSUAfYTT9bngjFmO+42CLiIah/zKFbeDVsup+FV1vOGi1lIyRanvKksCQplmOY=',
        'my message',
      ],
      result: true,
    },
  ],
})

const setmocktime = defineMethod({
  name: 'setmocktime',
  category: 'util',
  consent: 'ask',
  stake: 'data',
  changesWith: 'never',
  summary: 'Sets the node’s clock to a fixed time, on regtest only.',
  params: [p.int64('timestamp', 'unix time in seconds; 0 restores the system time').typed()],
  result: r.nothing,
  errors: [
    {
      code: -1,
      message: 'setmocktime for regression testing (-regtest mode) only',
      when: 'the chain is not a regtest chain',
    },
  ],
  examples: [{ params: [1700000000], result: null }],
  flags: { hidden: true },
})

export const utilMethods = { setmocktime, validateaddress, verifymessage, z_validateaddress } as const
