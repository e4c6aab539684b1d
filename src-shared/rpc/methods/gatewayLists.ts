/** Methods that list pending operations at gateways, and locations on the other chain (gateways.md §7). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { CONTRACT_GATE } from './contractShapes.ts'
import { moduleError, PUBKEY_EXAMPLE, TXID_EXAMPLE } from './shapes.ts'

const bind = () => p.text('bindtxid', 'id of the gateway: of the transaction that opened it')
const coin = () => p.text('coin', 'name of the coin that it is for')
const settled = () => r.bool('whether contracts rely on it: notarised, or old enough')
const signer = () => r.int('1: this node is one of the signers')

const gatewaysexternaladdress = defineMethod({
  name: 'gatewaysexternaladdress',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Shows the address that a public key has on the other chain of a gateway.',
  usage: 'gatewaysexternaladdress bindtxid pubkey',
  params: [bind(), p.text('pubkey', 'the key')],
  result: r.oneOf(
    'the address, or why there is none',
    r.object({ result: r.choice('', 'success'), address: r.text('address on the other chain') }),
    moduleError,
  ),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE, PUBKEY_EXAMPLE] }],
})

const gatewaysdumpprivkey = defineMethod({
  name: 'gatewaysdumpprivkey',
  category: 'contracts',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary:
    'Shows the private key of an address of the wallet in the form that wallets of a gateway’s other chain take.',
  description: 'Whoever sees the key can spend the coins of both chains.',
  usage: 'gatewaysdumpprivkey bindtxid address',
  params: [bind(), p.text('address', 'an address of this node’s wallet')],
  result: r.oneOf(
    'the key, or why there is none',
    r.object({ result: r.choice('', 'success'), privkey: r.text('the key') }),
    moduleError,
  ),
  errors: [
    CONTRACT_GATE,
    { code: -5, message: 'Invalid transparent address', when: 'the address is not one' },
    { code: -3, message: 'Address does not refer to a key', when: 'it is the address of a script' },
    { code: -4, message: 'Private key for address X is not known', when: 'the wallet does not have it' },
  ],
  examples: [{ params: [TXID_EXAMPLE, 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'] }],
  flags: { wallet: true, secretResult: true },
})

const gatewayspendingdeposits = defineMethod({
  name: 'gatewayspendingdeposits',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Lists the deposits at a gateway whose tokens this node can claim.',
  usage: 'gatewayspendingdeposits bindtxid coin',
  params: [bind(), coin()],
  result: r.oneOf(
    'the deposits, or why there are none',
    r.object({
      coin: r.text('any text'),
      pending: r.array(
        r.object({
          cointxid: r.txid('transaction on the other chain'),
          deposittxid: r.txid('transaction that says so here'),
          deposittxidaddr: r.address('the latter’s address, where it can be marked'),
          depositaddr: r.text('address of the signers on the other chain'),
          tokens_destination_address: r.address('where the tokens go'),
          claim_pubkey: r.hex('key that can claim'),
          amount: r.double('coins'),
          confirmed_or_notarized: settled(),
        }),
      ),
    }),
    moduleError,
  ),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE, 'KMD'] }],
})

const gatewayspendingwithdraws = defineMethod({
  name: 'gatewayspendingwithdraws',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Lists the withdrawals from a gateway that nobody has completed yet.',
  usage: 'gatewayspendingwithdraws bindtxid coin',
  params: [bind(), coin()],
  result: r.oneOf(
    'the withdrawals, or why there are none',
    r.object({
      coin: r.text('any text'),
      pending: r.array(
        r.object({
          withdrawtxid: r.txid('transaction that asks for the coins'),
          withdrawtxidaddr: r.text('its address on the other chain, where it can be marked'),
          withdrawaddr: r.text('where the coins go on the other chain'),
          amount: r.text('coins'),
          confirmed_or_notarized: settled(),
          depositaddr: r.optional(r.text('address of the signers; for one of them')),
          signeraddr: r.optional(r.text('address of this node on the other chain; for a signer')),
          number_of_signs: r.optional(r.int('signatures so far; where there are several signers')),
          last_txid: r.optional(r.txid('the last step: what the next one takes')),
          hex: r.optional(r.text('the coin’s transaction as the last signer left it; any text')),
        }),
      ),
      queueflag: signer(),
    }),
    moduleError,
  ),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE, 'KMD'] }],
})

const gatewaysprocessed = defineMethod({
  name: 'gatewaysprocessed',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Lists completed withdrawals of a gateway’s coin that nobody has marked as done.',
  description: 'As on the reference those of other gateways for the same coin are among them.',
  usage: 'gatewaysprocessed bindtxid coin',
  params: [bind(), coin()],
  result: r.oneOf(
    'the withdrawals, or why there are none',
    r.object({
      coin: r.text('any text'),
      processed: r.array(
        r.object({
          completesigningtxid: r.txid('transaction that completed it'),
          withdrawtxid: r.txid('transaction that asked for the coins'),
          withdrawtxidaddr: r.text('its address on the other chain'),
          withdrawaddr: r.text('where the coins go on the other chain'),
          confirmed_or_notarized: settled(),
          amount: r.text('coins'),
          hex: r.text('the signed transaction of the other chain; any text'),
        }),
      ),
      queueflag: signer(),
    }),
    moduleError,
  ),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE, 'KMD'] }],
})

export const gatewayListMethods = {
  gatewaysdumpprivkey,
  gatewaysexternaladdress,
  gatewayspendingdeposits,
  gatewayspendingwithdraws,
  gatewaysprocessed,
} as const
