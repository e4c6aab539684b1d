import fc from 'fast-check'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import {
  parseTransaction,
  serializeTransaction,
  type Transaction,
  type TxIn,
  type TxOut,
} from '../../primitives/index.ts'
import { isPayToCryptoCondition, opReturnScript } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { equal } from '../../util/index.ts'
import { opReturnData } from '../framework/opReturn.ts'
import { type ContractChain, sumValues } from './contractChain.ts'

/** Key that the tests use for no contract. */
const STRANGER = testKey(666)

/** A change to a finished transaction. Its numbers are reduced modulo the transaction's size. */
export interface Tampering {
  readonly kind: 'amount' | 'script' | 'theft' | 'data' | 'inputs' | 'outputs'
  readonly at: number
  readonly by: number
}

export const tampering: fc.Arbitrary<Tampering> = fc.record({
  kind: fc.constantFrom('amount', 'script', 'theft', 'theft', 'data', 'inputs', 'outputs'),
  at: fc.nat(1000),
  by: fc.nat(255),
})

/**
 * Returns the changed transaction. Its fulfilments are kept, so the rules see it as if the changed version had been
 * signed.
 */
export function tamper(tx: Transaction, { kind, at, by }: Tampering): Transaction {
  const vout = [...tx.vout]
  let vin: readonly TxIn[] = tx.vin
  const n = at % vout.length
  const output = vout[n]!
  switch (kind) {
    case 'amount': {
      const values = [output.value + 1n, output.value - 1n, output.value + 10_000n, output.value / 2n, 10_000n, 0n]
      const value = values[by % values.length]!
      vout[n] = { ...output, value: value < 0n ? 1n : value }
      break
    }
    case 'script':
      vout[n] = { ...output, scriptPubKey: STRANGER.p2pk }
      break
    case 'theft': {
      const stolen = by % 2 === 0 ? output.value / 2n : output.value
      vout[n] = { ...output, value: output.value - stolen }
      vout.splice(by % (vout.length + 1), 0, { value: stolen, scriptPubKey: STRANGER.p2pk })
      break
    }
    case 'data':
      changeByte(vout, at, by, n)
      break
    case 'inputs':
      vin = vin.map((_, i) => vin[(i + 1 + (by % vin.length)) % vin.length]!)
      break
    case 'outputs':
      swap(vout, n, by % vout.length)
  }
  return parseTransaction(serializeTransaction({ ...tx, vin, vout }))
}

/** Changes a byte of a contract's data, or of the script of output `n` if the transaction has no data. */
function changeByte(vout: TxOut[], at: number, by: number, n: number): void {
  const data = opReturnData(vout.at(-1)!.scriptPubKey)?.slice()
  const bytes = data ?? vout[n]!.scriptPubKey.slice()
  if (bytes.length > 0) bytes[at % bytes.length]! ^= by
  if (data === undefined) vout[n] = { ...vout[n]!, scriptPubKey: bytes }
  else vout[vout.length - 1] = { ...vout.at(-1)!, scriptPubKey: opReturnScript(data) }
}

function swap(outputs: TxOut[], one: number, other: number): void {
  const first = outputs[one]!
  outputs[one] = outputs[other]!
  outputs[other] = first
}

/**
 * Returns how a changed transaction would steal coins if it was accepted. Returns `undefined` if rules or amounts
 * reject it, or if it only gives away coins that the spender received or added. Signatures are not checked.
 * @param added satoshis in the contract's inputs and outputs that belong to the spender, such as a stake or markers
 */
export function findHarm(
  original: Transaction,
  changed: Transaction,
  chain: ContractChain,
  added: bigint,
): string | undefined {
  if (chain.findBrokenRule(changed) !== undefined) return undefined
  const spent = chain.findSpent(changed)
  if (spent === undefined || sumValues(changed.vout) > sumValues(spent)) return undefined
  const own = spent.filter(({ scriptPubKey }) => !isPayToCryptoCondition(scriptPubKey))
  const sumPaid = ({ vout }: Transaction, to: readonly Uint8Array[]) =>
    sumValues(vout.filter(({ scriptPubKey }) => to.some((script) => equal(script, scriptPubKey))))
  const scripts = own.map(({ scriptPubKey }) => scriptPubKey)
  const given = sumPaid(original, scripts) - sumPaid(changed, scripts)
  const taken = sumPaid(changed, [STRANGER.p2pk]) + sumValues(spent) - sumValues(changed.vout)
  const allowed = (given > 0n ? given : 0n) + added + 2n * CONTRACT_FEE
  return taken > allowed
    ? `${taken} satoshis go to a stranger and the fee, ${allowed} of them the spender's`
    : undefined
}
