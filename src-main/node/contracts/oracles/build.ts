import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import type { CcView } from '../../core/index.ts'
import { hash160 } from '../../crypto/index.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import { encodeAddress, p2pkScript, type SigningKeys } from '../../script/index.ts'
import {
  type BuildContext,
  BuildError,
  type CoinSource,
  finaliseTransaction,
  type SpendableCoin,
  type UnlockingTree,
} from '../../transactions/index.ts'
import { equal, toHex } from '../../util/index.ts'
import { ccAddress } from '../framework/ccAddress.ts'
import { createMemoCache } from '../framework/memoCache.ts'
import { emptyRawKey } from '../framework/rawKey.ts'
import { txidKey } from '../framework/txidMarker.ts'
import { selectNormalCoins } from '../tokens/build.ts'
import { deriveBatonKey } from './baton.ts'
import { encodeOracleCreate, encodeOracleData, encodeOracleTerms, ORACLE_FUNC, type OracleCreate } from './codec.ts'
import { dataFee } from './dataFee.ts'
import { fitsFormat, isOracleFormat } from './format.ts'
import { ORACLE_LIST_SCRIPT, publisherScript } from './keys.ts'
import type { OracleReader } from './reader.ts'
import { REGISTER_DATE, validateOracles } from './validate.ts'

export interface OracleBuildContext extends BuildContext {
  readonly coins: CoinSource
  readonly reader: OracleReader
  /** chain and mempool as seen by the rules */
  readonly view: Pick<CcView, 'tip' | 'transaction' | 'unspent'>
}

/** Maximum numbers of ordinary inputs, and of fund outputs per publication, as in the reference. */
const INPUTS = { create: 3, fund: 2, register: 4, subscribe: 64, data: 3 } as const
const MAX_FUNDS = 60
const MAX_NAME_LENGTH = 32
const MAX_TEXT_LENGTH = 4096
const MAX_DATA_LENGTH = 8192

function requireCoins(
  context: OracleBuildContext,
  total: bigint,
  inputs: number,
  otherwise = 'error adding normal inputs',
) {
  const coins = selectNormalCoins(context, total, inputs)
  if (coins === undefined) throw new BuildError('funds', otherwise)
  return coins
}

function requireOracle({ reader }: OracleBuildContext, oracle: Uint8Array): OracleCreate {
  const id = toHex(oracle.slice().reverse())
  if (reader.find(oracle) === undefined) throw new BuildError('request', `cant find oracletxid ${id}`)
  const created = reader.oracle(oracle)
  if (created === undefined) throw new BuildError('request', `invalid oracletxid ${id}`)
  return created
}

const ownKey = ({ keys, pubkey }: { readonly keys: SigningKeys; readonly pubkey: Uint8Array }): Uint8Array => {
  const own = keys.keyOf(hash160(pubkey))?.privateKey
  if (own === undefined) throw new BuildError('key', 'the private key of -pubkey is not in the wallet')
  return own
}

/** Validates a built transaction against the current rules. Returns it if it is valid. @throws BuildError */
function checked(tx: Transaction, { reader, view }: OracleBuildContext): Transaction {
  const txid = computeTxid(tx)
  const find = (id: Uint8Array) => (equal(id, txid) ? tx : reader.find(id))
  const verdict = validateOracles({ tx, find, view, memo: createMemoCache() })
  if (!verdict.ok) throw new BuildError('request', `the network would reject the transaction: ${verdict.reason}`)
  return tx
}

/** Builds the transaction that creates an oracle (oracles.md §4). @throws BuildError */
export function buildOracleCreate(request: OracleCreate, context: OracleBuildContext): Transaction {
  const { name, description, format } = request
  const fail = (text: string): never => {
    throw new BuildError('request', text)
  }
  if (name.length > MAX_NAME_LENGTH) fail(`name.${name.length} must be less then 32`)
  if (description.length > MAX_TEXT_LENGTH) fail(`description.${description.length} must be less then 4096`)
  if (format.length > MAX_TEXT_LENGTH) fail(`format.${format.length} must be less then 4096`)
  if (name.length === 0) fail('name must not be empty')
  if (!isOracleFormat(format)) fail('invalid format type')
  const inputs = requireCoins(context, 2n * CONTRACT_FEE, INPUTS.create)
  const outputs = [{ value: CONTRACT_FEE, scriptPubKey: ORACLE_LIST_SCRIPT }]
  return finaliseTransaction({ inputs, outputs, data: encodeOracleCreate(request), unlocking: [] }, context)
}

export function buildOracleFund(oracle: Uint8Array, context: OracleBuildContext): Transaction {
  if (context.view.tip().time < REGISTER_DATE) {
    throw new BuildError('request', 'oraclesfund not active yet, activation scheduled for July 15th')
  }
  requireOracle(context, oracle)
  const { pubkey } = context
  const inputs = requireCoins(context, 2n * CONTRACT_FEE, INPUTS.fund)
  const outputs = [{ value: CONTRACT_FEE, scriptPubKey: publisherScript(pubkey) }]
  const data = encodeOracleTerms(ORACLE_FUNC.fund, { oracle, key: pubkey, amount: CONTRACT_FEE })
  return finaliseTransaction({ inputs, outputs, data, unlocking: [] }, context)
}

export function buildOracleRegister(oracle: Uint8Array, fee: bigint, context: OracleBuildContext): Transaction {
  requireOracle(context, oracle)
  if (fee < CONTRACT_FEE) throw new BuildError('request', 'datafee must be txfee or more')
  const { pubkey, reader, view } = context
  const own = ownKey(context)
  const coins = requireCoins(context, 3n * CONTRACT_FEE, INPUTS.register)
  const proves = view.tip().time > REGISTER_DATE
  const fund = proves ? reader.fundOutput(oracle, pubkey) : undefined
  if (proves && fund === undefined) {
    const text = 'error adding inputs from your Oracles CC address, please fund it first with oraclesfund rpc!'
    throw new BuildError('request', text)
  }
  const outputs = [
    { value: CONTRACT_FEE, scriptPubKey: p2pkScript(txidKey(oracle)) },
    { value: CONTRACT_FEE, scriptPubKey: deriveBatonKey(own).script },
    ...(proves ? [{ value: CONTRACT_FEE, scriptPubKey: p2pkScript(pubkey) }] : []),
  ]
  const data = encodeOracleTerms(ORACLE_FUNC.register, { oracle, key: pubkey, amount: fee })
  const unlocking = [{ tree: ccOne(EVAL_CODES.oracles, pubkey), privateKey: own }]
  const tx = finaliseTransaction({ inputs: [...coins, ...(fund ? [fund] : [])], outputs, data, unlocking }, context)
  return fund ? checked(tx, context) : tx
}

export function buildOracleSubscribe(
  {
    oracle,
    publisher,
    amount,
  }: { readonly oracle: Uint8Array; readonly publisher: Uint8Array; readonly amount: bigint },
  context: OracleBuildContext,
): Transaction {
  requireOracle(context, oracle)
  const inputs = requireCoins(context, amount + 2n * CONTRACT_FEE, INPUTS.subscribe)
  const outputs = [
    { value: amount, scriptPubKey: publisherScript(publisher) },
    { value: CONTRACT_FEE, scriptPubKey: p2pkScript(txidKey(oracle)) },
  ]
  const data = encodeOracleTerms(ORACLE_FUNC.subscribe, { oracle, key: context.pubkey, amount })
  return finaliseTransaction({ inputs, outputs, data, unlocking: [] }, context)
}

export function buildOracleData(oracle: Uint8Array, data: Uint8Array, context: OracleBuildContext): Transaction {
  const { pubkey, reader, view } = context
  if (data.length > MAX_DATA_LENGTH) throw new BuildError('request', `datasize ${data.length} is too big`)
  const publisher = emptyRawKey()
  publisher.set(pubkey)
  const fee = dataFee({ view, memo: createMemoCache() }, oracle, publisher)
  if (fee <= 0n) throw new BuildError('request', `datafee ${Number(fee) / 1e8}is illegal`)
  const created = reader.oracle(oracle)
  if (created === undefined) throw new BuildError('request', 'invalid oracle txid opret data')
  if (!fitsFormat(data, created.format)) {
    throw new BuildError('request', 'data does not match length or content format specification')
  }
  const own = ownKey(context)
  const coins = requireCoins(context, 2n * CONTRACT_FEE, INPUTS.data, 'couldnt add normal inputs')
  const { script, privateKey, tree, address } = deriveBatonKey(own)
  const funds = upTo(reader.funds(oracle, pubkey), fee)
  const sum = funds.reduce((total, { value }) => total + value, 0n)
  if (sum < fee) {
    const text = `couldnt find enough oracle inputs ${encodeAddress(ccAddress(EVAL_CODES.oracles, pubkey))}, limit 1 per utxo`
    throw new BuildError('funds', text)
  }
  const baton = reader.baton(oracle, publisher, address)
  // Without a baton, the rules would treat the first fund output as one.
  if (baton === undefined) throw new BuildError('request', 'this publisher has no unspent baton: register again')
  const outputs = [
    { value: sum - fee, scriptPubKey: publisherScript(pubkey) },
    { value: CONTRACT_FEE, scriptPubKey: script },
    { value: fee, scriptPubKey: p2pkScript(pubkey) },
  ]
  const payload = encodeOracleData({ oracle, baton: baton.outpoint.hash, publisher: pubkey, data })
  const unlocking: UnlockingTree[] = [
    { tree: ccOne(EVAL_CODES.oracles, pubkey), privateKey: own },
    { tree, privateKey },
  ]
  const plan = { inputs: [...coins, baton, ...funds], outputs, data: payload, unlocking }
  return checked(finaliseTransaction(plan, context), context)
}

/** Takes fund outputs until they cover the fee, or the reference's maximum number of inputs is reached. */
function upTo(funds: Iterable<SpendableCoin>, fee: bigint): SpendableCoin[] {
  const taken: SpendableCoin[] = []
  let sum = 0n
  for (const coin of funds) {
    if (sum >= fee || taken.length >= MAX_FUNDS) break
    taken.push(coin)
    sum += coin.value
  }
  return taken
}
