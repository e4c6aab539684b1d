import type { SpentCoin } from '../../core/index.ts'
import { type Block, blockHash, computeTxid, isCoinbase, parseBlock, type Transaction } from '../../primitives/index.ts'
import { readVector, vectorLines } from '../../testing/vectors.ts'
import { fromHex, hashKey } from '../../util/index.ts'
import { chainParamsFromArgs } from '../params.ts'
import type { StakeSubject } from '../staking/index.ts'
import { initialUpgrades, upgradesAfterConnect } from '../upgrades.ts'

export const STAKED_CHAINS = ['STKR', 'STKG', 'STKS', 'STKA', 'STK1'] as const

interface Recorded {
  readonly hex: string
  readonly segid: number
  readonly staked: boolean
}

/** Returns the recorded blocks of a chain with their coins and branches, as input for `checkStake`. */
export function stakeSubjects(name: string) {
  const { options } = JSON.parse(readVector(`staked/${name}/params.json`)) as { options: string[] }
  const params = chainParamsFromArgs(options)
  const recorded = vectorLines<Recorded>(`staked/${name}/blocks.jsonl`)
  const blocks: Block[] = [params.genesis, ...recorded.map(({ hex }) => parseBlock(fromHex(hex)))]
  const hashes = blocks.map(({ header }) => blockHash(header))
  const branch = {
    segid: (height: number) => recorded[height - 1]?.segid ?? -1,
    hash: (height: number) => hashes[height]!,
    time: (height: number) => blocks[height]!.header.time,
  }
  const made = new Map<string, { readonly tx: Transaction; readonly height: number }>()
  let upgrades = initialUpgrades(params)
  const subjects: StakeSubject[] = []
  for (const [height, block] of blocks.entries()) {
    for (const tx of block.txs) made.set(hashKey(computeTxid(tx)), { tx, height })
    if (height === 0) continue
    const last = block.txs.at(-1)!
    const coins = isCoinbase(last) ? [] : last.vin.map(({ prevout }) => findCoin(made, prevout))
    const paid = last.vout.reduce((sum, { value }) => sum + value, 0n)
    const fee = isCoinbase(last) ? 0n : coins.reduce((sum, { value }) => sum + value, 0n) - paid
    subjects.push({ block, height, upgrades, branch, coin: coins[0], fee })
    upgrades = upgradesAfterConnect(params, upgrades, height, branch.time)
  }
  return { params, recorded, subjects }
}

function findCoin(
  made: ReadonlyMap<string, { tx: Transaction; height: number }>,
  outpoint: SpentCoin['outpoint'],
): SpentCoin {
  const { tx, height } = made.get(hashKey(outpoint.hash))!
  const { value, scriptPubKey } = tx.vout[outpoint.index]!
  return { value, scriptPubKey, height, coinbase: isCoinbase(tx), outpoint, txNum: 1 }
}

/** Returns a random whole number from 0 up to, but not including, `below`. */
export type Draw = (below: number) => number

function bytesChanged(bytes: Uint8Array, draw: Draw): Uint8Array {
  const cut = bytes.slice(0, draw(8) === 0 ? draw(bytes.length + 1) : bytes.length)
  if (cut.length > 0) cut[draw(cut.length)]! ^= 1 << draw(8)
  return draw(8) === 0 ? new Uint8Array([...cut, draw(256)]) : cut
}

const AMOUNTS = [0n, 1n, -1n, 99_999_999n, 100_000_000n, (1n << 63n) - 1n, -(1n << 63n), 21n << 50n]
const TIMES = [0, 1, 0x7fff_ffff, 0xffff_ffff]

function transactionChanged(tx: Transaction, draw: Draw): Transaction {
  const out = draw(Math.max(1, tx.vout.length))
  const vout = tx.vout.map((output, index) => {
    if (index !== out) return output
    if (draw(2) === 0) return { ...output, scriptPubKey: bytesChanged(output.scriptPubKey, draw) }
    return { ...output, value: AMOUNTS[draw(AMOUNTS.length)]! }
  })
  const kinds: readonly (() => Transaction)[] = [
    () => ({ ...tx, vout }),
    () => ({ ...tx, vout: tx.vout.slice(1) }),
    () => ({ ...tx, vout: [...tx.vout, tx.vout[out] ?? { value: 0n, scriptPubKey: new Uint8Array() }] }),
    () => ({ ...tx, vout: [...tx.vout].reverse() }),
    () => ({ ...tx, vin: [] }),
    () => ({ ...tx, vin: [...tx.vin, ...tx.vin] }),
    () => ({ ...tx, lockTime: TIMES[draw(TIMES.length)]! }),
    () => ({
      ...tx,
      vin: tx.vin.map((input) => ({ ...input, scriptSig: bytesChanged(input.scriptSig, draw) })),
    }),
  ]
  const next = kinds[draw(kinds.length)]!()
  // Blocks without a coinbase are rejected earlier.
  return isCoinbase(tx) && !isCoinbase(next) ? tx : next
}

/** Returns a mutation of the recorded subject that still parses. */
export function mutatedStake(subject: StakeSubject, draw: Draw): StakeSubject {
  const { block, coin } = subject
  const { header, txs } = block
  const at = draw(txs.length)
  const withTxs = (next: readonly Transaction[]) => ({ ...subject, block: { header, txs: next } })
  const kinds: readonly (() => StakeSubject)[] = [
    () => withTxs(txs.map((tx, index) => (index === at ? transactionChanged(tx, draw) : tx))),
    () => withTxs(txs.slice(0, 1)),
    () => withTxs([...txs, txs[at]!]),
    () => withTxs([txs[0]!, ...txs.slice(1).reverse()]),
    () => ({ ...subject, block: { header: { ...header, time: (header.time + draw(9_000) - 8_000) >>> 0 }, txs } }),
    () => ({ ...subject, block: { header: { ...header, time: TIMES[draw(TIMES.length)]! }, txs } }),
    () => ({ ...subject, block: { header: { ...header, nonce: bytesChanged(header.nonce, draw).slice(0, 32) }, txs } }),
    () => ({ ...subject, block: { header: { ...header, prevHash: header.merkleRoot }, txs } }),
    () => ({ ...subject, fee: AMOUNTS[draw(AMOUNTS.length)]! }),
    () => ({ ...subject, coin: undefined }),
    () => (coin ? { ...subject, coin: { ...coin, value: AMOUNTS[draw(AMOUNTS.length)]! } } : subject),
    () => (coin ? { ...subject, coin: { ...coin, height: subject.height } } : subject),
    () => (coin ? { ...subject, coin: { ...coin, height: draw(subject.height) } } : subject),
    () => (coin ? { ...subject, coin: { ...coin, scriptPubKey: bytesChanged(coin.scriptPubKey, draw) } } : subject),
  ]
  const next = kinds[draw(kinds.length)]!()
  return draw(3) === 0 ? mutatedStake(next, draw) : next
}
