/** Shapes shared by several methods. Members are in the reference's order (rpc.md §6 and §7). */
import { r } from '../result.ts'

export const scriptSig = r.object({
  asm: r.text('disassembled script'),
  hex: r.hex('script'),
})

const scriptPubKeyFields = {
  asm: r.text('disassembled script'),
  hex: r.hex('script'),
  reqSigs: r.optional(r.int('signatures needed; not for nulldata and nonstandard')),
  type: r.choice(
    'kind of script',
    'pubkey',
    'pubkeyhash',
    'scripthash',
    'multisig',
    'nulldata',
    'cryptocondition',
    'nonstandard',
  ),
  addresses: r.optional(r.array(r.address(), 'addresses it pays to; not for nulldata and nonstandard')),
}

export const scriptPubKey = r.object(scriptPubKeyFields)
const { asm, reqSigs, type, addresses } = scriptPubKeyFields
export const decodedScript = r.object({
  asm,
  reqSigs,
  type,
  addresses,
  p2sh: r.address('address that pays to this script by its hash'),
})

const inputHead = {
  coinbase: r.optional(r.hex('coinbase script, only for a coinbase')),
  txid: r.optional(r.txid('id of the spent transaction')),
  vout: r.optional(r.int('its output')),
}

/** An input as returned by `decoderawtransaction` and `getblock`. */
const plainInput = r.object({
  ...inputHead,
  scriptSig: r.optional(scriptSig),
  sequence: r.int(),
})

/** An input with its data from the spent index. */
const indexedInput = r.object({
  ...inputHead,
  address: r.optional(r.address('address of the spent output')),
  scriptSig: r.optional(scriptSig),
  value: r.optional(r.coins('value of the spent output')),
  valueSat: r.optional(r.satoshis('same value in satoshis')),
  sequence: r.int(),
})

const plainOutput = r.object({
  value: r.coins(),
  valueZat: r.satoshis('same value in satoshis'),
  n: r.int('index of the output'),
  scriptPubKey,
})

const indexedOutput = r.object({
  value: r.coins(),
  valueSat: r.satoshis('same value in satoshis'),
  n: r.int('index of the output'),
  scriptPubKey,
  spentTxId: r.optional(r.txid('id of the spending transaction')),
  spentIndex: r.optional(r.int('its input')),
  spentHeight: r.optional(r.height('height of the spend, -1 in the mempool')),
})

export const joinSplits = r.array(
  r.object({
    vpub_old: r.coins('coins that move from the transparent side into the pool'),
    vpub_oldZat: r.satoshis('same amount in satoshis'),
    vpub_new: r.coins('coins that move out of the pool'),
    vpub_newZat: r.satoshis('same amount in satoshis'),
    anchor: r.hex('root of a tree of note commitments'),
    nullifiers: r.array(r.hex(), 'nullifiers of the spent notes'),
    commitments: r.array(r.hex(), 'commitments to the created notes'),
    onetimePubKey: r.hex(),
    randomSeed: r.hex(),
    macs: r.array(r.hex()),
    proof: r.hex(),
    ciphertexts: r.array(r.hex()),
  }),
  'shielded transfers of the oldest kind, until February 2019',
)

const shieldedTail = {
  vjoinsplit: joinSplits,
  valueBalance: r.optional(
    r.coins('version 4 only: coins that move out of the shielded pool, negative if they move in'),
  ),
  vShieldedSpend: r.optional(
    r.array(
      r.object({
        cv: r.hex('commitment to the value'),
        anchor: r.hex('root of a tree of note commitments'),
        nullifier: r.hex('nullifier of the spent note'),
        rk: r.hex('key of the signature'),
        proof: r.hex(),
        spendAuthSig: r.hex(),
      }),
      'version 4 only: spent shielded notes',
    ),
  ),
  vShieldedOutput: r.optional(
    r.array(
      r.object({
        cv: r.hex('commitment to the value'),
        cmu: r.hex('commitment to the note'),
        ephemeralKey: r.hex(),
        encCiphertext: r.hex('ciphertext for the receiver'),
        outCiphertext: r.hex('ciphertext for the sender'),
        proof: r.hex(),
      }),
      'version 4 only: created shielded notes',
    ),
  ),
  bindingSig: r.optional(r.hex('signature, only with shielded notes')),
}

const decodedFields = {
  txid: r.txid(),
  overwintered: r.bool(),
  version: r.int(),
  versiongroupid: r.optional(r.hex('group id; version 3 and later')),
  locktime: r.int(),
  expiryheight: r.optional(r.height('last height at which the transaction may be mined; version 3 and later')),
  vin: r.array(plainInput),
  vout: r.array(plainOutput),
  ...shieldedTail,
}

/** A transaction as returned by `decoderawtransaction` and by `getblock` with verbosity 2. */
export const decodedTransaction = r.object(decodedFields)

/** A decoded transaction with its position in the chain, as returned by the REST interface. */
export const minedTransaction = r.object({
  ...decodedFields,
  blockhash: r.optional(r.blockHash('hash of the block; this and the following fields only if mined')),
  height: r.optional(r.height()),
  rawconfirmations: r.optional(r.int()),
  confirmations: r.optional(r.int()),
  time: r.optional(r.time('of its block')),
  blocktime: r.optional(r.time('of its block')),
})

/** A transaction as returned by `getrawtransaction`. */
export const verboseTransaction = r.object({
  hex: r.hex('complete transaction'),
  txid: r.txid(),
  overwintered: r.bool(),
  version: r.int(),
  last_notarized_height: r.height(),
  versiongroupid: r.optional(r.hex('group id; version 3 and later')),
  locktime: r.int(),
  expiryheight: r.optional(r.height('last height at which the transaction may be mined; version 3 and later')),
  vin: r.array(indexedInput),
  vout: r.array(indexedOutput),
  ...shieldedTail,
  blockhash: r.optional(r.blockHash('hash of the block, only if mined')),
  height: r.optional(r.height('height of its block, -1 if the block is not on the active chain')),
  confirmations: r.optional(r.int()),
  rawconfirmations: r.optional(r.int()),
  time: r.optional(r.time('of its block')),
  blocktime: r.optional(r.time('of its block')),
})

/** Error object of token methods for a request that they cannot process: a result, not an RPC error (tokens.md §5). */
export const moduleError = r.object({
  result: r.choice('', 'error'),
  error: r.text('error text'),
})

export const PUBKEY_NEEDED = {
  code: -1,
  message: 'to use CC contracts, you need to launch daemon with valid -pubkey= for an address in your wallet',
  when: 'the node runs without -pubkey',
} as const

/** A transaction that is built and signed but not sent. */
export const builtTransaction = r.object({
  result: r.choice('', 'success'),
  hex: r.hex('the signed transaction, to be broadcast with sendrawtransaction'),
})

export const TXID_EXAMPLE = 'e45c89b236ee526a7453f0a4ce4885abe622a48eeed712b132028aa0815a03b8'
export const PUBKEY_EXAMPLE = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
