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
export const contractOrNone = r.oneOf(
  'the contract that it is an address or key of',
  r.choice('', ...SUPPORTED_CONTRACTS),
  r.nothing,
)

/** Label of a wallet address. */
export const ownLabel = r.oneOf('name that the wallet has for its address, null without one', r.text(), r.nothing)

const listowners = defineMethod({
  name: 'listowners',
  category: 'util',
  consent: 'none',
  changesWith: ['tip', 'wallet', 'identity'],
  summary: 'Shows which addresses and public keys are the wallet’s, and which are a contract’s.',
  description:
    'Addresses of contract outputs count as well: those of the token key, and those that everybody knows as an address of a contract.',
  params: [
    p.array('addresses', `addresses and public keys in hex, at most ${MAX_OWNER_ADDRESSES}`, { type: 'string' }),
  ],
  returns: 'one row per address, in the order of the call',
  result: r.array(
    r.object({
      address: r.text('as given'),
      owner: r.choice(
        'own: of a key that this wallet made; imported: of one that came from elsewhere; shared: others can spend or must sign, too; watched: the wallet has no key; foreign: not of this wallet, or no address',
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
    { code: -8, message: `At most ${MAX_OWNER_ADDRESSES} addresses a call`, when: 'there are more' },
    { code: -1, message: 'JSON value is not a string as expected', when: 'one of them is not a text' },
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
