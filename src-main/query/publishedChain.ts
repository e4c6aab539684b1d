/** The active chain as it is published. */
import {
  type Chain,
  type CoinStatistics,
  createNotarisationView,
  noteTreeSizeOf,
  poolsAfterBlock,
} from '../node/chain/index.ts'
import { type ChainParams, medianTimePast, NOT_STAKED, nextBits, segidOfBlock } from '../node/consensus/index.ts'
import type { BlockEntry, Coin, ConfirmedTx, NamedBlock } from '../node/core/index.ts'
import {
  type Block,
  type OutPoint,
  parseBlock,
  parseTransaction,
  readHeader,
  txidOf,
} from '../node/primitives/index.ts'
import type { PublishedSettings } from '../node/publish/index.ts'
import { createSproutTree } from '../node/shielded/index.ts'
import { type BlockSupply, type Database, NotarisationTable, ShieldedTables } from '../node/storage/index.ts'
import { ByteReader, ByteWriter, concat, equal, hashKey, LruMap, toDisplayHex } from '../node/util/index.ts'
import { createPublishedUpgrades } from './publishedUpgrades.ts'
import { only } from './unanswered.ts'

export interface PublishedChain {
  readonly chain: Chain
  /**
   * From now on this is the tip. False: it is on another branch than the last one, and all that was made for that one must go,
   * this object with it.
   */
  moveTo(tip: NamedBlock): boolean
}

interface ChainSources {
  readonly settings: Partial<Pick<PublishedSettings, 'dpowConfirmations'>>
  /** of the published block */
  coinStatistics(): Promise<CoinStatistics>
}

/** Blocks that are remembered: lists, medians and windows ask for neighbours. */
const REMEMBERED = 5_000
/** Blocks that are read together where somebody walks down the chain. */
const WALKED = 100

const BLOCK = 'height, hash, time, bits, version, size, tx_count, chain_work::text AS chain_work, chain_txs, header'

interface BlockRow {
  readonly height: number
  readonly hash: Uint8Array
  readonly time: number
  readonly bits: number
  readonly version: number
  readonly size: number
  readonly tx_count: number
  readonly chain_work: string
  readonly chain_txs: number
  readonly header: Uint8Array
}

type TxRow = [ordinal: number, height: number, position: number, raw: Uint8Array]
type OutputRow = [height: bigint, position: bigint, value: bigint, script: Uint8Array]

/** A block by height, remembered as long as the chain only grows. */
function createBlocks(db: Database) {
  const select = db.prepare<[number], BlockRow>(`SELECT ${BLOCK} FROM blocks WHERE height = ?`)
  const selectBelow = db.prepare<[number, number], BlockRow>(
    `SELECT ${BLOCK} FROM blocks WHERE height > ? AND height <= ?`,
  )
  const selectHeight = db.prepare<[Uint8Array], number>('SELECT height FROM blocks WHERE hash = ?').pluck()
  const known = new LruMap<number, BlockEntry>(REMEMBERED)
  let tip = -1

  function at(height: number): BlockEntry | undefined {
    if (height < 0 || height > tip) return undefined
    const before = known.get(height)
    if (before !== undefined) return before
    const walks = known.has(height + 1) && known.has(height + 2)
    const rows = walks ? selectBelow.all(height - WALKED, height) : select.all(height)
    for (const row of rows) known.set(row.height, known.get(row.height) ?? entryOf(row, at))
    return known.get(height)
  }

  return {
    at,
    byHash(hash: Uint8Array): BlockEntry | undefined {
      const height = selectHeight.get(hash)
      return height === undefined ? undefined : at(height)
    },
    tip: () => at(tip)!,
    moveTo({ height, hash }: NamedBlock): boolean {
      const last = at(tip)
      tip = height
      if (last === undefined) return true
      if (height === last.height) return equal(last.hash, hash)
      return height > last.height && selectHeight.get(last.hash) === last.height
    },
  }
}

function entryOf(row: BlockRow, at: (height: number) => BlockEntry | undefined): BlockEntry {
  const hash = new Uint8Array(row.hash)
  return {
    id: row.height + 1,
    hash,
    key: hashKey(hash),
    hashHex: toDisplayHex(hash),
    get prev() {
      return at(row.height - 1) ?? null
    },
    height: row.height,
    get header() {
      return readHeader(new ByteReader(new Uint8Array(row.header)))
    },
    time: row.time,
    bits: row.bits,
    version: row.version,
    chainWork: BigInt(row.chain_work),
    status: 'valid',
    failed: false,
    failedAncestor: false,
    txCount: row.tx_count,
    chainTxCount: row.chain_txs,
    size: row.size,
  }
}

function createTransactions(db: Database, blocks: ReturnType<typeof createBlocks>) {
  const select = db
    .prepare<[Uint8Array], TxRow>(
      'SELECT ordinal, height, position, raw FROM txs WHERE txid = ? ORDER BY ordinal DESC LIMIT 1',
    )
    .raw(true)
  const selectPlace = db
    .prepare<[number], [Uint8Array, number, number]>('SELECT txid, height, position FROM txs WHERE ordinal = ?')
    .raw(true)
  const selectOutput = (unspent: boolean) =>
    db
      .prepare<[number, Uint8Array, number], OutputRow>(
        `SELECT t.height, t.position, o.value, o.script FROM txs t
         JOIN tx_outputs o ON o.id = t.ordinal + ?::bigint AND o.height = t.height
         WHERE t.txid = ? AND t.outputs > ?::bigint
         ${unspent ? 'AND NOT EXISTS (SELECT 1 FROM tx_inputs i WHERE i.output = o.id)' : ''}
         ORDER BY t.ordinal DESC LIMIT 1`,
      )
      .raw(true)
      .safeIntegers(true)
  const [anyOutput, coin] = [selectOutput(false), selectOutput(true)]
  const selectSpend = db
    .prepare<[number, Uint8Array, number], [Uint8Array, number, number, number]>(
      `SELECT s.txid, i.input, s.height, s.ordinal FROM txs t JOIN tx_inputs i ON i.output = t.ordinal + ?::bigint
       JOIN txs s ON s.ordinal = i.tx WHERE t.txid = ? AND t.outputs > ?::bigint ORDER BY t.ordinal DESC LIMIT 1`,
    )
    .raw(true)

  const coinOf = (row: OutputRow | undefined): Coin | undefined =>
    row && { value: row[2], scriptPubKey: new Uint8Array(row[3]), height: Number(row[0]), coinbase: row[1] === 0n }

  function transaction(txid: Uint8Array): ConfirmedTx | undefined {
    const row = select.get(txid)
    if (row === undefined) return undefined
    const [txNum, height, position, raw] = row
    return { tx: parseTransaction(new Uint8Array(raw)), txid, txNum, block: blocks.at(height)!, position }
  }

  return {
    transaction,
    txidOf(txNum: number) {
      const row = selectPlace.get(txNum)
      if (row === undefined) throw new Error(`no transaction with tx number ${txNum}`)
      return { txid: new Uint8Array(row[0]), height: row[1], position: row[2] }
    },
    coin: ({ hash, index }: OutPoint) => coinOf(coin.get(index, hash, index)),
    output({ hash, index }: OutPoint): Coin | undefined {
      const found = coinOf(anyOutput.get(index, hash, index))
      if (found !== undefined) return found
      // Provably unspendable outputs are only in the transaction itself.
      const confirmed = transaction(hash)
      const output = confirmed?.tx.vout[index]
      return confirmed && output && { ...output, height: confirmed.block.height, coinbase: confirmed.position === 0 }
    },
    spend({ hash, index }: OutPoint) {
      const row = selectSpend.get(index, hash, index)
      return row && { txid: new Uint8Array(row[0]), inputIndex: row[1], height: row[2], txNum: row[3] }
    },
  }
}

function createBlockContents(db: Database) {
  const selectParts = db
    .prepare<[number], [Uint8Array, Uint8Array | null, number]>(
      'SELECT header, apart, tx_count FROM blocks WHERE height = ?',
    )
    .raw(true)
  const selectRaw = db
    .prepare<[number, number, number], Uint8Array>(
      'SELECT raw FROM txs WHERE height = ? AND position >= ? ORDER BY position LIMIT ?',
    )
    .pluck()
  const selectIds = db.prepare<[number], Uint8Array>('SELECT txid FROM txs WHERE height = ? ORDER BY position').pluck()
  const selectSupply = db
    .prepare<[number], [bigint | null, bigint, bigint, bigint]>(
      'SELECT transparent_delta, transparent, burned_delta, burned FROM blocks WHERE height = ?',
    )
    .raw(true)
    .safeIntegers(true)

  function blockBytes({ height }: BlockEntry): Uint8Array | undefined {
    const row = selectParts.get(height)
    if (row === undefined) return undefined
    const [header, apart, count] = row
    const length = new ByteWriter()
    length.compactSize(count)
    const txs = apart === null ? selectRaw.all(height, 0, count) : [apart]
    return concat(new Uint8Array(header), length.finish(), ...txs)
  }
  const block = (entry: BlockEntry): Block | undefined => {
    const bytes = blockBytes(entry)
    return bytes && parseBlock(bytes)
  }
  return {
    blockBytes,
    block,
    txids: (entry: BlockEntry) =>
      entry.height === 0
        ? block(entry)?.txs.map(txidOf)
        : selectIds.all(entry.height).map((txid) => new Uint8Array(txid)),
    transactionsOf: (entry: BlockEntry, from: number, count: number) =>
      entry.height === 0
        ? block(entry)?.txs.slice(from, from + count)
        : selectRaw.all(entry.height, from, count).map((raw) => parseTransaction(new Uint8Array(raw))),
    supply({ height }: BlockEntry): BlockSupply | undefined {
      const row = selectSupply.get(height)
      if (row === undefined || row[0] === null) return undefined
      return { transparentDelta: row[0], transparent: row[1], burnedDelta: row[2], burned: row[3] }
    },
  }
}

/** @param settings.dpowConfirmations not known: as by default */
export function createPublishedChain(
  db: Database,
  params: ChainParams,
  { settings, coinStatistics }: ChainSources,
): PublishedChain {
  const blocks = createBlocks(db)
  const shielded = new ShieldedTables(db)
  const notarisations = new NotarisationTable(db)
  const contents = createBlockContents(db)
  const upgrades = createPublishedUpgrades(db, params, blocks.at)
  const sproutTree = createSproutTree()
  const poolsAfter = ({ height }: BlockEntry) => poolsAfterBlock(shielded.at(height), height)
  const chain = only<Chain>('chain', {
    tip: blocks.tip,
    byHash: blocks.byHash,
    byHeight: blocks.at,
    // Nothing else is published.
    isActive: () => true,
    bestHeader: blocks.tip,
    shieldedPools: poolsAfter,
    noteTreeSize: (entry) => noteTreeSizeOf(sproutTree, poolsAfter(entry)),
    upgrades: () => upgrades.after(blocks.tip()),
    upgradesAfter: upgrades.after,
    coinStatistics,
    notarisations: createNotarisationView({
      ...{ params, notarisations, tree: blocks },
      counted: settings.dpowConfirmations ?? true,
    }),
    nextBits: (entry) => nextBits(params, entry.height + 1, (height) => blocks.at(height)!),
    medianTimePast: (entry) => medianTimePast((height) => blocks.at(height)!, entry.height),
    ...createTransactions(db, blocks),
    ...contents,
    segid(entry) {
      const block = params.staked === 0 || entry.height === 0 ? undefined : contents.block(entry)
      return block === undefined ? NOT_STAKED : segidOfBlock(params, block, entry.height)
    },
  })
  return {
    chain,
    moveTo(tip) {
      notarisations.reload()
      return blocks.moveTo(tip)
    },
  }
}
