/** Method that finds owners of addresses and keys, as far as the node knows: its wallet, or a contract. */
import { SUPPORTED_CONTRACTS } from '../../protocol/evalCodes.ts'
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

/** Maximum number of addresses per call */
export const MAX_OWNER_ADDRESSES = 500

const ADDRESS_EXAMPLE = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const FAUCET_KEY_EXAMPLE = '03682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe12'

/** Contract that the address or key belongs to. */
export const contractOrNone = r.oneOf('contract of the address or key', r.choice('', ...SUPPORTED_CONTRACTS), r.nothing)

/** Label of a wallet address. */
export const ownLabel = r.oneOf('label of the address in the wallet, null without one', r.text(), r.nothing)

const listowners = defineMethod({
  name: 'listowners',
  category: 'util',
  consent: 'none',
  changesWith: ['tip', 'wallet', 'identity'],
  summary: 'Shows which addresses and public keys belong to the wallet, and which to a contract.',
  description:
    'Addresses of contract outputs count as well: those of the token key, and publicly known contract addresses.',
  params: [
    p.array('addresses', `addresses and public keys in hex, at most ${MAX_OWNER_ADDRESSES}`, { type: 'string' }),
  ],
  returns: 'one row per address, in the order of the call',
  result: r.array(
    r.object({
      address: r.text('as given'),
      owner: r.choice(
        'owner; own: of a key that this wallet made; imported: of an imported key; shared: others can spend or must sign, too; watched: the wallet has no key; foreign: not of this wallet, or not an address',
        'own',
        'imported',
        'shared',
        'watched',
        'contract',
        'foreign',
      ),
      contract: contractOrNone,
      label: ownLabel,
    }),
  ),
  errors: [
    { code: -8, message: `At most ${MAX_OWNER_ADDRESSES} addresses a call`, when: 'the call has more addresses' },
    { code: -1, message: 'JSON value is not a string as expected', when: 'an item is not a text' },
  ],
  examples: [
    {
      params: [[ADDRESS_EXAMPLE, FAUCET_KEY_EXAMPLE]],
      result: [
        { address: ADDRESS_EXAMPLE, owner: 'own', contract: null, label: 'rent' },
        { address: FAUCET_KEY_EXAMPLE, owner: 'contract', contract: 'faucet', label: null },
      ],
    },
  ],
  flags: { beyondReference: true },
})

export const ownerMethods = { listowners } as const
