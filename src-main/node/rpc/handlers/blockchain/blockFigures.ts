import { type Transaction, type TxOut, transactionSize } from '../../../primitives/index.ts'
import { isUnspendable } from '../../../script/index.ts'
import { shieldedValue } from '../../../shielded/index.ts'
import { compactSizeLength } from '../../../util/index.ts'

/** Size and fee of a transaction that is not a coinbase. */
interface TxFigures {
  readonly size: number
  /** in satoshis */
  readonly fee: bigint
}

/** Bytes that Bitcoin Core adds for each coin: the outpoint, the height, and the mark of a coinbase. */
const COIN_OVERHEAD = 36 + 4 + 1
const VALUE_BYTES = 8
/** Percentages of the bytes, by which `feerate_percentiles` lists fee rates. */
const PERCENTILES = [10, 25, 50, 75, 90]
/** Weight units of Bitcoin Core per byte without witness. */
const WEIGHT_PER_BYTE = 4

const coinSize = ({ scriptPubKey: { length } }: TxOut): number =>
  VALUE_BYTES + compactSizeLength(length) + length + COIN_OVERHEAD

const addUp = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n)
const byValue = <T extends bigint | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns the middle of the values, or the whole number below the mean of both; 0 without values. */
function truncatedMedian(values: readonly bigint[]): bigint {
  const sorted = values.toSorted(byValue)
  const middle = sorted.length >> 1
  if (sorted.length === 0) return 0n
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2n
}

const feeRate = ({ fee, size }: TxFigures): bigint => fee / BigInt(size)

/** Returns the fee rate up to which each percentage of all bytes pays, 0 without transactions. */
function ratePercentiles(txs: readonly TxFigures[], totalSize: number): bigint[] {
  const sorted = txs.map((tx) => ({ rate: feeRate(tx), size: tx.size })).sort((a, b) => byValue(a.rate, b.rate))
  const rates: bigint[] = []
  let bytes = 0
  for (const { rate, size } of sorted) {
    bytes += size
    while (rates.length < PERCENTILES.length && bytes * 100 >= PERCENTILES[rates.length]! * totalSize) rates.push(rate)
  }
  return PERCENTILES.map((_, index) => rates[index] ?? 0n)
}

/** Adds up the transactions of a block one by one, because each input needs a look-up. */
export class BlockFigures {
  readonly #isGenesis: boolean
  readonly #txs: TxFigures[] = []
  #inputs = 0
  #outputs = 0
  #spendable = 0
  #totalOut = 0n
  #sizeIncrease = 0
  #spendableSizeIncrease = 0

  /** @param isGenesis true if the outputs of the block are not spendable */
  constructor(isGenesis: boolean) {
    this.#isGenesis = isGenesis
  }

  addOutputs(tx: Transaction): void {
    this.#outputs += tx.vout.length
    for (const output of tx.vout) {
      const size = coinSize(output)
      this.#sizeIncrease += size
      if (this.#isGenesis || isUnspendable(output.scriptPubKey)) continue
      this.#spendable++
      this.#spendableSizeIncrease += size
    }
  }

  /** Adds a transaction that is not a coinbase. @param spent outputs that it spends, in the order of its inputs */
  addSpends(tx: Transaction, spent: readonly TxOut[]): void {
    const shielded = shieldedValue(tx)
    const out = addUp(tx.vout.map(({ value }) => value))
    const fee = addUp(spent.map(({ value }) => value)) + shielded.in - out - shielded.out
    this.#inputs += tx.vin.length
    this.#totalOut += out
    for (const output of spent) {
      const size = coinSize(output)
      this.#sizeIncrease -= size
      this.#spendableSizeIncrease -= size
    }
    this.#txs.push({ size: transactionSize(tx), fee })
  }

  /**
   * Returns the values of Bitcoin Core's getblockstats that follow from the transactions.
   * @param txCount number of transactions, with the coinbase
   */
  values(txCount: number) {
    const txs = this.#txs
    const sizes = txs.map(({ size }) => size).sort(byValue)
    const fees = txs.map(({ fee }) => fee).sort(byValue)
    const rates = txs.map(feeRate).sort(byValue)
    const totalSize = sizes.reduce((sum, size) => sum + size, 0)
    const totalFee = addUp(fees)
    const count = txs.length
    return {
      avgfee: count === 0 ? 0n : totalFee / BigInt(count),
      avgfeerate: totalSize === 0 ? 0n : totalFee / BigInt(totalSize),
      avgtxsize: count === 0 ? 0 : Math.floor(totalSize / count),
      feerate_percentiles: ratePercentiles(txs, totalSize),
      ins: this.#inputs,
      maxfee: fees.at(-1) ?? 0n,
      maxfeerate: rates.at(-1) ?? 0n,
      maxtxsize: sizes.at(-1) ?? 0,
      medianfee: truncatedMedian(fees),
      mediantxsize: Number(truncatedMedian(sizes.map(BigInt))),
      minfee: fees[0] ?? 0n,
      minfeerate: rates[0] ?? 0n,
      mintxsize: sizes[0] ?? 0,
      outs: this.#outputs,
      swtotal_size: 0,
      swtotal_weight: 0,
      swtxs: 0,
      total_out: this.#totalOut,
      total_size: totalSize,
      total_weight: WEIGHT_PER_BYTE * totalSize,
      totalfee: totalFee,
      txs: txCount,
      utxo_increase: this.#outputs - this.#inputs,
      utxo_size_inc: this.#sizeIncrease,
      utxo_increase_actual: this.#spendable - this.#inputs,
      utxo_size_inc_actual: this.#spendableSizeIncrease,
    }
  }
}
