import type { WalletFile } from '../file/index.ts'

const NAME = 'moves'

/** Amounts that `move` moved between labels; only listaccounts shows them. */
export class Moves {
  /** stores the balances as a single value of the wallet file: pairs of label and satoshis in decimal */
  readonly #file: Pick<WalletFile, 'setMeta'>
  readonly #balances: Map<string, bigint>

  constructor(file: Pick<WalletFile, 'meta' | 'setMeta'>) {
    this.#file = file
    const stored = file.meta(NAME)
    const pairs = stored
      ? (JSON.parse(Buffer.from(stored).toString('utf8')) as readonly (readonly [string, string])[])
      : []
    this.#balances = new Map(pairs.map(([label, satoshis]) => [label, BigInt(satoshis)]))
  }

  /** Returns the satoshis moved to each label, minus those moved away. */
  balances(): ReadonlyMap<string, bigint> {
    return this.#balances
  }

  /** Moves an amount between labels; durable on return. */
  move(from: string, to: string, satoshis: bigint): void {
    const next = new Map(this.#balances)
    next.set(from, (next.get(from) ?? 0n) - satoshis)
    next.set(to, (next.get(to) ?? 0n) + satoshis)
    const pairs = [...next].filter(([, sum]) => sum !== 0n).map(([label, sum]) => [label, sum.toString()])
    this.#file.setMeta(NAME, Buffer.from(JSON.stringify(pairs), 'utf8'))
    for (const [label, sum] of next) this.#balances.set(label, sum)
  }
}
