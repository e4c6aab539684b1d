import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject, JsonValue } from '#shared/json.ts'
import * as convert from '#shared/rpc/convert.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { MAX_COMMENT, MAX_PREPARED } from '#shared/rpc/methods/walletPrepared.ts'
import { formatAmount } from '#shared/units.ts'
import type { Chain } from '../../chain/index.ts'
import type { ChainParams } from '../../consensus/index.ts'
import type { Mempool } from '../../mempool/index.ts'
import { computeTxid, serializeTransaction } from '../../primitives/index.ts'
import type { OutPoint, Transaction, TxOut } from '../../primitives/types.ts'
import { admissionError, onceProven } from '../../rpc/format/admissionError.ts'
import { parseHexTransaction } from '../../rpc/format/readTransactions.ts'
import { decodeAddress, findScriptAddress, p2pkhScript, p2shScript } from '../../script/index.ts'
import { MAX_FEE, type Recipient } from '../../transactions/index.ts'
import { fromDisplayHex, isHex, outpointKey, toDisplayHex, toHex } from '../../util/index.ts'
import { createSpendable, type Wallet, type WalletCoin } from '../index.ts'
import { needWallet } from './walletTx.ts'

interface PreparedDeps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly mempool: Pick<Mempool, 'accept' | 'coin' | 'prove'>
  readonly wallet: Wallet | undefined
}

const TXID_LENGTH = 64
/** Maximum hex length: the size limit of the wallet's transactions is 100,000 bytes. */
const MAX_HEX_LENGTH = 200_000
const MEMBERS = ['outputs', 'inputs', 'feerate', 'subtractfee']

const invalid = (text: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, text)

/** Parses a list with a limited number of objects. */
function parseObjects(value: JsonValue | undefined, name: string): JsonObject[] {
  const list = convert.asArray(value)
  if (list.length === 0) throw invalid(`Invalid parameter, ${name} must not be empty`)
  if (list.length > MAX_PREPARED) throw invalid(`Invalid parameter, at most ${MAX_PREPARED} ${name}`)
  return list.map(convert.asObject)
}

function parseOutpoint(object: JsonObject): OutPoint {
  const txid = convert.asString(object.get('txid'))
  const index = convert.asInt32(object.get('vout'))
  if (txid.length !== TXID_LENGTH || !isHex(txid)) throw invalid('Invalid parameter, expected hex txid')
  if (index < 0) throw invalid('Invalid parameter, vout must be positive')
  return { hash: fromDisplayHex(txid.toLowerCase()), index }
}

/** Reads one output of a payment. @throws RpcError with komodod's code and text */
function parseRecipient(object: JsonObject, subtractFee: boolean, maxMoney: bigint): Recipient {
  const text = convert.asString(object.get('address')).trim()
  const decoded = decodeAddress(text)
  if (!decoded) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, `Invalid address: ${text.slice(0, 100)}`)
  const value = convert.asAmount(object.get('amount'), maxMoney)
  if (value === 0n) throw new RpcError(RPC_ERROR.TYPE, 'Invalid amount for send')
  const script = decoded.kind === 'scripthash' ? p2shScript(decoded.hash) : p2pkhScript(decoded.hash)
  return { script, value, subtractFee }
}

export function createWalletPreparedHandlers(deps: PreparedDeps) {
  const { params, chain, mempool } = deps
  const cc = params.ccEnabled
  const open = () => needWallet(deps.wallet)
  const absent = (value: JsonValue | undefined) => value === undefined || value === null

  /** Returns the wallet's coins at these outpoints. @throws RpcError that names an unspendable or repeated outpoint */
  const coinsAt = ({ ledger, locks }: Wallet, outpoints: readonly OutPoint[]): WalletCoin[] => {
    const findOutput = (outpoint: OutPoint) => mempool.coin(outpoint) ?? chain.output(outpoint)
    const spendable = createSpendable({ ledger, locks, outputOf: findOutput })
    const seen = new Set<string>()
    return outpoints.map((outpoint) => {
      const key = outpointKey(outpoint)
      if (seen.has(key)) throw invalid(`The output ${toDisplayHex(outpoint.hash)}:${outpoint.index} is named twice.`)
      seen.add(key)
      const named = spendable(outpoint)
      if (!named.ok) throw invalid(named.reason)
      return named.coin
    })
  }
  const addressText = ({ scriptPubKey }: TxOut) => findScriptAddress(scriptPubKey, { cc }) ?? null

  /** Checks a transaction before sending as if it were untrusted: hostile hex must not spend a protected coin. */
  const check = (wallet: Wallet, tx: Transaction): void => {
    const coins = coinsAt(
      wallet,
      tx.vin.map(({ prevout }) => prevout),
    )
    const spent = coins.reduce((sum, { value }) => sum + value, 0n)
    const fee = tx.vout.reduce((left, { value }) => left - value, spent)
    if (fee > MAX_FEE) throw invalid(`The fee is more than ${formatAmount(MAX_FEE)} coins`)
  }

  /** Builds the payment described by the parameters. @throws RpcError */
  const build = (payment: JsonObject, purpose: 'send' | 'measure') => {
    for (const name of payment.keys()) {
      if (!MEMBERS.includes(name)) throw invalid(`Invalid parameter, unknown option "${name.slice(0, 100)}"`)
    }
    const [inputs, rate, subtract] = ['inputs', 'feerate', 'subtractfee'].map((name) => payment.get(name))
    const subtractFee = absent(subtract) ? false : convert.asBool(subtract)
    const recipients = parseObjects(payment.get('outputs'), 'outputs').map((output) =>
      parseRecipient(output, subtractFee, params.maxMoney),
    )
    const feeRate = absent(rate) ? undefined : convert.asAmount(rate, params.maxMoney)
    const wallet = open()
    const coins = absent(inputs) ? [] : coinsAt(wallet, parseObjects(inputs, 'inputs').map(parseOutpoint))
    return wallet.sender.build(recipients, { coins, addCoins: coins.length === 0, feeRate, purpose })
  }

  return defineHandlers({
    estimatesend({ payment }) {
      const { tx, fee, size, coins, changeAt } = build(payment, 'measure')
      return { fee, size, inputs: coins.length, change: tx.vout[changeAt]?.value ?? null }
    },
    preparesend({ payment }) {
      const built = build(payment, 'send')
      const { tx, fee, size, changeAt } = built
      const change = tx.vout[changeAt]
      return {
        hex: toHex(serializeTransaction(tx)),
        txid: toDisplayHex(computeTxid(tx)),
        fee,
        size,
        feerate: (fee * 1000n) / BigInt(size),
        change: change ? { address: addressText(change) ?? '', amount: change.value } : null,
        inputs: built.coins.map((coin) => ({
          txid: coin.source.txidHex,
          vout: coin.outpoint.index,
          address: addressText(coin),
          amount: coin.value,
        })),
        outputs: tx.vout
          .filter((_, index) => index !== changeAt)
          .map((output) => ({ address: addressText(output), amount: output.value })),
      }
    },
    sendprepared({ hex, comment, commentto: commentTo }) {
      if (hex.length > MAX_HEX_LENGTH) throw invalid('The transaction is too large')
      if ([comment, commentTo].some((text) => text.length > MAX_COMMENT)) {
        throw invalid(`A comment has at most ${MAX_COMMENT} characters`)
      }
      const tx = parseHexTransaction(hex, true)
      const wallet = open()
      const known = wallet.ledger.get(computeTxid(tx))
      if (known && wallet.ledger.depth(known) >= 0) return known.txidHex
      check(wallet, tx)
      return onceProven(mempool, tx, () => {
        const notes = { comment, commentTo, changeAt: wallet.sender.changeOf(tx) }
        const admitted = wallet.recorder.pay(tx, notes, () => mempool.accept(tx, { rejectAbsurdFee: false }))
        if (admitted.ok) return toDisplayHex(computeTxid(tx))
        throw admissionError(admitted)
      })
    },
  })
}
