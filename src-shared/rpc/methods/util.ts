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
  summary: 'Shows whether a text is an address, and what is known about it.',
  params: [p.str('komodoaddress', 'the text')],
  returns: '`isvalid` alone for what is no address',
  result: r.object({
    isvalid: r.bool(),
    address: r.optional(r.address()),
    scriptPubKey: r.optional(r.hex('script that pays to it')),
    segid: r.optional(r.int()),
    ismine: r.optional(r.bool('the wallet has the key')),
    iswatchonly: r.optional(r.bool()),
    isscript: r.optional(r.bool()),
    pubkey: r.optional(r.pubkey('of an own key')),
    iscompressed: r.optional(r.bool('of an own key')),
    script: r.optional(r.text('kind of a script the wallet holds')),
    hex: r.optional(r.hex('a script the wallet holds')),
    addresses: r.optional(r.array(r.address(), 'in a script the wallet holds')),
    sigsrequired: r.optional(r.int('in a script the wallet holds')),
    account: r.optional(r.text()),
  }),
  examples: [{ params: [ADDRESS_EXAMPLE] }],
})

const z_validateaddress = defineMethod({
  name: 'z_validateaddress',
  category: 'util',
  consent: 'none',
  changesWith: 'never',
  summary: 'Shows whether a text is an address of shielded coins, and what it holds. This wallet has no keys of such.',
  params: [p.str('zaddr', 'the text')],
  returns: '`isvalid` alone for what is no such address of this chain',
  result: r.object({
    isvalid: r.bool(),
    address: r.optional(r.text('as it was given')),
    type: r.optional(r.choice('', 'sprout', 'sapling')),
    payingkey: r.optional(r.hex('of JoinSplits')),
    transmissionkey: r.optional(r.hex('of JoinSplits')),
    diversifier: r.optional(r.hex('of Sapling')),
    diversifiedtransmissionkey: r.optional(r.hex('of Sapling')),
    ismine: r.optional(r.bool('never; absent without a wallet')),
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
    p.str('signature', 'in base64'),
    p.str('message', 'the text that was signed'),
  ],
  result: r.bool('whether the address signed this text'),
  errors: [
    { code: -3, message: 'Invalid address', when: 'the address is not one' },
    { code: -3, message: 'Address does not refer to key', when: 'it is the address of a script' },
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
  summary: 'Stops the node’s clock at a time, on regtest only.',
  params: [p.int64('timestamp', 'unix seconds; 0 returns to the system’s time').typed()],
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
