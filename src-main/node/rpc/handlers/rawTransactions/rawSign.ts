import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonValue } from '#shared/json.ts'
import * as convert from '#shared/rpc/convert.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../../chain/index.ts'
import { BRANCH_ID, branchIdAt, type ChainParams } from '../../../consensus/index.ts'
import type { MempoolView } from '../../../core/index.ts'
import { hash160, secp256k1 } from '../../../crypto/index.ts'
import { readTransaction, serializeTransaction } from '../../../primitives/index.ts'
import type { OutPoint, Transaction, TxOut } from '../../../primitives/types.ts'
import {
  decodeWif,
  disassemble,
  type PrivateKey,
  SIGHASH,
  type SigningKeys,
  scriptErrorText,
} from '../../../script/index.ts'
import { signTransaction } from '../../../transactions/index.ts'
import {
  ByteReader,
  DecodeError,
  equal,
  fromDisplayHex,
  fromHex,
  hashKey,
  outpointKey,
  toDisplayHex,
  toHex,
  yieldToEventLoop,
} from '../../../util/index.ts'
import type { Wallet } from '../../../wallet/index.ts'
import { decodeFailed } from '../../format/readTransactions.ts'

interface RawSignDeps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly mempool: MempoolView
  readonly wallet: Wallet | undefined
}

/** Entries of the caller's lists that are parsed synchronously (a few milliseconds). */
const KEYS_PER_SLICE = 100
const OUTPUTS_PER_SLICE = 200

const SIGHASH_NAMES: Readonly<Record<string, number>> = {
  ALL: SIGHASH.ALL,
  'ALL|ANYONECANPAY': SIGHASH.ALL | SIGHASH.ANYONECANPAY,
  NONE: SIGHASH.NONE,
  'NONE|ANYONECANPAY': SIGHASH.NONE | SIGHASH.ANYONECANPAY,
  SINGLE: SIGHASH.SINGLE,
  'SINGLE|ANYONECANPAY': SIGHASH.SINGLE | SIGHASH.ANYONECANPAY,
}

/** Parses one transaction, or several concatenated versions with partial signatures. */
function parseVariants(hex: string): [Transaction, ...Transaction[]] {
  const variants: Transaction[] = []
  try {
    const reader = new ByteReader(fromHex(hex))
    while (reader.remaining > 0) variants.push(readTransaction(reader))
  } catch (error) {
    if (error instanceof DecodeError) throw decodeFailed(error)
    throw error
  }
  const [first, ...others] = variants
  if (!first) throw new RpcError(RPC_ERROR.DESERIALIZATION, 'Missing transaction')
  return [first, ...others]
}

function parseBranch(text: string): number {
  // komodod's parser returns 0 for a text without leading digits, which is the id of the first branch.
  if (!/^[ \t\n\v\f\r]*[+-]?[0-9a-fA-F]/.test(text)) return BRANCH_ID.sprout
  const known = Object.values(BRANCH_ID)
  const id = /^[0-9a-fA-F]{1,8}$/.test(text) ? Number.parseInt(text, 16) : undefined
  if (id === undefined || !known.some((branch) => branch === id)) {
    throw new RpcError(RPC_ERROR.MISC, `${text} is not a valid consensus branch id`)
  }
  return id
}

/** Parses the keys that the caller passed, which replace the wallet's. */
async function listedKeys(texts: readonly JsonValue[]): Promise<ReadonlyMap<string, PrivateKey>> {
  const keys = new Map<string, PrivateKey>()
  for (const [index, text] of texts.entries()) {
    if (index % KEYS_PER_SLICE === KEYS_PER_SLICE - 1) await yieldToEventLoop()
    const key = decodeWif(convert.asString(text))
    if (!key) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid private key')
    keys.set(hashKey(hash160(secp256k1.publicKey(key.privateKey, key.compressed))), key)
  }
  return keys
}

/** Outputs and scripts that the caller passed, in case this node does not know them. */
interface Listed {
  readonly outputs: ReadonlyMap<string, TxOut>
  readonly scripts: ReadonlyMap<string, Uint8Array>
}

export function createRawSignHandlers(deps: RawSignDeps) {
  const { params, chain, mempool, wallet } = deps
  /** Finds an output. A coin that only the mempool spends may be signed for again, as in komodod. */
  const known = (outpoint: OutPoint): TxOut | undefined => mempool.coin(outpoint) ?? chain.coin(outpoint)

  /**
   * Parses an output that the caller passed. Members are checked in the order below, and the error names the first
   * missing one.
   */
  const listedOutput = (item: JsonValue) => {
    if (convert.getJsonType(item) !== 'object') {
      throw new RpcError(RPC_ERROR.DESERIALIZATION, 'expected object with {"txid\'","vout","scriptPubKey"}')
    }
    const object = convert.asObject(item)
    convert.checkMembers(object, { scriptPubKey: 'string', txid: 'string', vout: 'number' })
    const hash = fromDisplayHex(convert.looseHash(convert.asHex(object.get('txid'), 'txid')))
    const index = convert.asInt32(object.get('vout'))
    if (index < 0) throw new RpcError(RPC_ERROR.DESERIALIZATION, 'vout must be positive')
    const scriptPubKey = fromHex(convert.asHex(object.get('scriptPubKey'), 'scriptPubKey'))
    const coin = known({ hash, index })
    if (coin && !equal(coin.scriptPubKey, scriptPubKey)) {
      const texts = [coin.scriptPubKey, scriptPubKey].map((script) => disassemble(script, { sighashNames: false }))
      throw new RpcError(
        RPC_ERROR.DESERIALIZATION,
        `Previous output scriptPubKey mismatch:\n${texts[0]}\nvs:\n${texts[1]}`,
      )
    }
    const amount = object.get('amount')
    const value = amount === undefined ? (coin?.value ?? 0n) : convert.asAmount(amount, params.maxMoney)
    const redeem = object.get('redeemScript')
    const redeemScript = redeem === undefined ? undefined : fromHex(convert.asHex(redeem, 'redeemScript'))
    return { key: outpointKey({ hash, index }), output: { value, scriptPubKey }, redeemScript }
  }

  const listedOutputs = async (items: readonly JsonValue[]): Promise<Listed> => {
    const outputs = new Map<string, TxOut>()
    const scripts = new Map<string, Uint8Array>()
    for (const [place, item] of items.entries()) {
      if (place % OUTPUTS_PER_SLICE === OUTPUTS_PER_SLICE - 1) await yieldToEventLoop()
      const { key, output, redeemScript } = listedOutput(item)
      outputs.set(key, output)
      if (redeemScript) scripts.set(hashKey(hash160(redeemScript)), redeemScript)
    }
    return { outputs, scripts }
  }

  return defineHandlers({
    async signrawtransaction({ hexstring, prevtxs, privkeys, sighashtype, branchid }) {
      const [tx, ...variants] = parseVariants(hexstring)
      const given = privkeys && (await listedKeys(privkeys))
      if (!given) wallet?.keys.requireOpen()
      const listed = await listedOutputs(prevtxs ?? [])
      // Check again: the wallet may have been locked while a long list was parsed.
      if (!given) wallet?.keys.requireOpen()
      const hashType = SIGHASH_NAMES[sighashtype]
      if (hashType === undefined) throw invalidSighash()
      const keys: SigningKeys = {
        keyOf: (hash) => (given ? given.get(hashKey(hash)) : wallet?.keys.signing.keyOf(hash)),
        scriptOf: (hash) => listed.scripts.get(hashKey(hash)) ?? wallet?.keys.signing.scriptOf(hash),
      }
      const signed = signTransaction(tx, {
        spent: tx.vin.map(({ prevout }) => listed.outputs.get(outpointKey(prevout)) ?? known(prevout)),
        keys,
        branchId: branchid === undefined ? branchIdAt(chain.upgrades(), chain.tip().height + 1) : parseBranch(branchid),
        ccEnabled: params.ccEnabled,
        hashType,
        variants,
      })
      const errors = signed.errors.map(({ inputIndex, error }) => {
        const input = signed.tx.vin[inputIndex]
        if (!input) throw new Error('an error names an input that does not exist')
        return {
          txid: toDisplayHex(input.prevout.hash),
          vout: input.prevout.index,
          scriptSig: toHex(input.scriptSig),
          sequence: input.sequence,
          error: error === 'missing' ? 'Input not found or already spent' : scriptErrorText(error),
        }
      })
      return {
        hex: toHex(serializeTransaction(signed.tx)),
        complete: errors.length === 0,
        ...(errors.length > 0 && { errors }),
      }
    },
  })
}

const invalidSighash = () => new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid sighash param')
