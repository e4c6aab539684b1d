/** Methods that list pending operations at gateways, and locations on the other chain (gateways.md §7). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { CONTRACT_GATE } from './contractShapes.ts'
import { moduleError, PUBKEY_EXAMPLE, TXID_EXAMPLE } from './shapes.ts'

const bind = () => p.text('bindtxid', 'id of the gateway: the id of its opening transaction')
const coin = () => p.text('coin', 'name of the gateway’s coin')
const settled = () => r.bool('true if contracts rely on the transaction: notarised, or old enough')
const signer = () => r.int('1 if this node is one of the signers')

const gatewaysexternaladdress = defineMethod({
  name: 'gatewaysexternaladdress',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Shows the address of a public key on the other chain of a gateway.',
  usage: 'gatewaysexternaladdress bindtxid pubkey',
  params: [bind(), p.text('pubkey', 'the key')],
  result: r.oneOf(
    'the address, or the reason for the failure',
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
  summary: 'Shows the private key of an address of the wallet in the format of wallets of a gateway’s other chain.',
  description: 'Anyone who sees the key can spend the coins of both chains.',
  usage: 'gatewaysdumpprivkey bindtxid address',
  params: [bind(), p.text('address', 'an address of this node’s wallet')],
  result: r.oneOf(
    'the key, or the reason for the failure',
    r.object({ result: r.choice('', 'success'), privkey: r.text('the key') }),
    moduleError,
  ),
  errors: [
    CONTRACT_GATE,
    { code: -5, message: 'Invalid transparent address', when: 'the text is not a valid address' },
    { code: -3, message: 'Address does not refer to a key', when: 'the address belongs to a script' },
    { code: -4, message: 'Private key for address X is not known', when: 'the wallet does not have the key' },
  ],
  examples: [{ params: [TXID_EXAMPLE, 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'] }],
  flags: { wallet: true, secretResult: true },
})

const gatewayspendingdeposits = defineMethod({
  name: 'gatewayspendingdeposits',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Lists the deposits to a gateway with tokens that this node can claim.',
  usage: 'gatewayspendingdeposits bindtxid coin',
  params: [bind(), coin()],
  result: r.oneOf(
    'the deposits, or the reason for the failure',
    r.object({
      coin: r.text('any text'),
      pending: r.array(
        r.object({
          cointxid: r.txid('transaction on the other chain'),
          deposittxid: r.txid('transaction that reports the deposit on this chain'),
          deposittxidaddr: r.address('address of that transaction, for its marker'),
          depositaddr: r.text('address of the signers on the other chain'),
          tokens_destination_address: r.address('address that will receive the tokens'),
          claim_pubkey: r.hex('public key that can claim'),
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
  summary: 'Lists the withdrawals from a gateway that are not completed yet.',
  usage: 'gatewayspendingwithdraws bindtxid coin',
  params: [bind(), coin()],
  result: r.oneOf(
    'the withdrawals, or the reason for the failure',
    r.object({
      coin: r.text('any text'),
      pending: r.array(
        r.object({
          withdrawtxid: r.txid('transaction that requests the coins'),
          withdrawtxidaddr: r.text('address of that transaction on the other chain, for its marker'),
          withdrawaddr: r.text('receiving address on the other chain'),
          amount: r.text('coins'),
          confirmed_or_notarized: settled(),
          depositaddr: r.optional(r.text('address of the signers; only shown to a signer')),
          signeraddr: r.optional(r.text('address of this node on the other chain; only shown to a signer')),
          number_of_signs: r.optional(r.int('number of signatures so far; only with several signers')),
          last_txid: r.optional(r.txid('id of the last step, the input of the next step')),
          hex: r.optional(r.text('transaction of the other coin as left by the last signer; any text')),
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
  summary: 'Lists completed withdrawals of a gateway’s coin that are not marked as done.',
  description: 'As in komodod, withdrawals from other gateways for the same coin are included.',
  usage: 'gatewaysprocessed bindtxid coin',
  params: [bind(), coin()],
  result: r.oneOf(
    'the withdrawals, or the reason for the failure',
    r.object({
      coin: r.text('any text'),
      processed: r.array(
        r.object({
          completesigningtxid: r.txid('transaction that completed the withdrawal'),
          withdrawtxid: r.txid('transaction that requests the coins'),
          withdrawtxidaddr: r.text('address of that transaction on the other chain'),
          withdrawaddr: r.text('receiving address on the other chain'),
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
