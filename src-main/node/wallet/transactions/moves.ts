import type { WalletFile } from '../file/index.ts'

/** Amounts that `move` moved between labels; only listaccounts shows them. */
export interface Moves {
  /** label → satoshis moved to it, less those moved away */
  balances(): ReadonlyMap<string, bigint>
  /** durable when it returns */
  move(from: string, to: string, satoshis: bigint): void
}

const NAME = 'moves'

/** They are stored as one small value of the wallet file: pairs of a label and its satoshis in decimal. */
export function createMoves(file: Pick<WalletFile, 'meta' | 'setMeta'>): Moves {
  const kept = file.meta(NAME)
  const read = kept ? (JSON.parse(Buffer.from(kept).toString('utf8')) as readonly (readonly [string, string])[]) : []
  const balances = new Map(read.map(([label, satoshis]) => [label, BigInt(satoshis)]))

  return {
    balances: () => balances,
    move(from, to, satoshis) {
      const next = new Map(balances)
      next.set(from, (next.get(from) ?? 0n) - satoshis)
      next.set(to, (next.get(to) ?? 0n) + satoshis)
      const pairs = [...next].filter(([, sum]) => sum !== 0n).map(([label, sum]) => [label, sum.toString()])
      file.setMeta(NAME, Buffer.from(JSON.stringify(pairs), 'utf8'))
      for (const [label, sum] of next) balances.set(label, sum)
    },
  }
}
