import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { type JsonObject, type JsonValue, memberNames } from '#shared/json.ts'
import * as convert from '#shared/rpc/convert.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../../chain/index.ts'
import { type ChainParams, transactionForm } from '../../../consensus/index.ts'
import { serializeTransaction } from '../../../primitives/index.ts'
import type { TxIn, TxOut } from '../../../primitives/types.ts'
import { classify, decodeAddress, opReturnScript, p2pkhScript, p2shScript } from '../../../script/index.ts'
import { newTransaction } from '../../../transactions/index.ts'
import { fromDisplayHex, fromHex, isHex, toHex } from '../../../util/index.ts'

interface RawCreateDeps {
  readonly params: ChainParams
  readonly chain: Chain
}

const EXPIRY_LIMIT = 500_000_000n
const FINAL_SEQUENCE = 0xffffffff
const PAYABLE = new Set(['pubkey', 'pubkeyhash', 'scripthash'])

const invalid = (text: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, text)

function parseInput(value: JsonValue, lockTime: number): TxIn {
  const input = convert.asObject(value)
  const hash = fromDisplayHex(convert.looseHash(convert.asHex(input.get('txid') ?? '', 'txid')))
  const vout = input.get('vout')
  if (convert.getJsonType(vout) !== 'number') throw invalid('Invalid parameter, missing vout key')
  const index = convert.asInt32(vout)
  if (index < 0) throw invalid('Invalid parameter, vout must be positive')
  const given = input.get('sequence')
  // komodod parses it as a signed number, so −1 is the final sequence (protocol/README.md, finding 10).
  const sequence =
    convert.getJsonType(given) === 'number'
      ? convert.asInt32(given) >>> 0
      : lockTime !== 0
        ? FINAL_SEQUENCE - 1
        : FINAL_SEQUENCE
  return { prevout: { hash, index }, scriptSig: new Uint8Array(), sequence }
}

/** Parses the key of an output: an address, or a standard payment script in hex. @throws RpcError if it is neither */
function scriptNamed(name: string): Uint8Array {
  const decoded = decodeAddress(name)
  if (decoded) return decoded.kind === 'scripthash' ? p2shScript(decoded.hash) : p2pkhScript(decoded.hash)
  if (name === '' || !isHex(name)) {
    throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, `Invalid Komodo address or script: ${name}`)
  }
  const script = fromHex(name)
  if (!PAYABLE.has(classify(script, { cc: false }).type)) {
    throw new RpcError(
      RPC_ERROR.INVALID_ADDRESS_OR_KEY,
      `Invalid script: ${name} (only P2PKH, P2PK and P2SH scripts are allowed)`,
    )
  }
  return script
}

function parseOutputs(outputs: JsonObject, maxMoney: bigint): TxOut[] {
  const seen = new Set<string>()
  // A key may occur twice: komodod uses the first value for both, and rejects duplicates of all keys except data.
  return memberNames(outputs).map((name) => {
    const value = outputs.get(name)
    if (name === 'data') return { value: 0n, scriptPubKey: opReturnScript(fromHex(convert.asHex(value, 'Data'))) }
    const scriptPubKey = scriptNamed(name)
    // An address and its script are the same destination.
    if (seen.has(toHex(scriptPubKey))) throw invalid(`Invalid parameter, duplicated destination: ${name}`)
    seen.add(toHex(scriptPubKey))
    return { value: convert.asAmount(value, maxMoney), scriptPubKey }
  })
}

export function createRawCreateHandlers({ params, chain }: RawCreateDeps) {
  return defineHandlers({
    createrawtransaction({ inputs, outputs, locktime, expiryheight }) {
      if (!inputs || !outputs) throw invalid('Invalid parameter, arguments 1 and 2 must be non-null')
      if (locktime < 0n || locktime > BigInt(FINAL_SEQUENCE)) throw invalid('Invalid parameter, locktime out of range')
      const height = chain.tip().height + 1
      const upgrades = chain.upgrades()
      if (expiryheight !== undefined) {
        if (!transactionForm(upgrades, height).overwintered) {
          throw invalid(
            'Invalid parameter, expiryheight can only be used if Overwinter is active when the transaction is mined',
          )
        }
        if (expiryheight < 0n || expiryheight >= EXPIRY_LIMIT) {
          throw invalid('Invalid parameter, expiryheight must be nonnegative and less than 500000000.')
        }
      }
      const lockTime = Number(locktime)
      const vin = inputs.map((input) => parseInput(input, lockTime))
      const vout = parseOutputs(outputs, params.maxMoney)
      const expiryHeight = expiryheight === undefined ? undefined : Number(expiryheight)
      return toHex(serializeTransaction(newTransaction({ upgrades, height }, { vin, vout, lockTime, expiryHeight })))
    },
  })
}
