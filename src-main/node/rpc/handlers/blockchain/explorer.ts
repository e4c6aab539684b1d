import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import type { Chain } from '../../../chain/index.ts'
import { type ChainParams, hasShieldedParts, maxBlockSize } from '../../../consensus/index.ts'
import type { ContractIndexes } from '../../../contracts/index.ts'
import { displayText } from '../../../contracts/tokens/index.ts'
import type { BlockEntry } from '../../../core/index.ts'
import type { Mempool } from '../../../mempool/index.ts'
import { computeTxid, isCoinbase, type Transaction, type TxOut, transactionSize } from '../../../primitives/index.ts'
import { findScriptAddress } from '../../../script/index.ts'
import { shieldedValue } from '../../../shielded/index.ts'
import { equal, fromDisplayHex, toDisplayHex, yieldToEventLoop } from '../../../util/index.ts'
import type { Wallet } from '../../../wallet/index.ts'
import { createKindFinder } from '../../explain/kind.ts'
import { lastNotarisedHeight, shownConfirmations } from '../../format/block.ts'
import { createBlockLookup } from './blockLookup.ts'
import { shieldedSupply, transparentSupply } from './coinCount.ts'

interface ExplorerDeps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly mempool: Mempool
  readonly wallet: Wallet | undefined
  readonly contractIndexes: ContractIndexes | undefined
  readonly spentIndex: boolean
}

/** Lookups of outputs or spenders per slice. If the disk cache has the data, a slice takes a few milliseconds. */
const LOOKUPS_PER_SLICE = 100
/** Notes per JoinSplit: each spends two and creates two, including notes with value 0. */
const NOTES_PER_JOINSPLIT = 2
/** Number of lookups that classifying a transaction counts as. */
const KIND_LOOKUPS = 10

const sumValues = (outputs: readonly TxOut[]) => outputs.reduce((sum, { value }) => sum + value, 0n)

/** Creates a function that yields to the event loop after a number of lookups, and stops an aborted call. */
function createPauses(signal: AbortSignal) {
  let done = 0
  return async (lookups: number): Promise<void> => {
    done += lookups
    if (done < LOOKUPS_PER_SLICE) return
    done = 0
    await yieldToEventLoop()
    signal.throwIfAborted()
  }
}

export function createExplorerHandlers(deps: ExplorerDeps) {
  const { chain, mempool, spentIndex } = deps
  const { byHash, byName } = createBlockLookup(chain)
  const findKind = createKindFinder(deps)

  return defineHandlers({
    getblocksummary: ({ 'hash|height': name }) => summarise(deps, byName(name)),
    async listblocktransactions({ hash, from, count }, { signal }) {
      const entry = byHash(hash)
      const txs = chain.transactionsOf(entry, from, count)
      if (!txs) throw noData()
      const pause = createPauses(signal)
      const transactions = []
      for (const [at, tx] of txs.entries()) {
        const spent: (TxOut | undefined)[] = []
        for (const { prevout } of isCoinbase(tx) ? [] : tx.vin) {
          spent.push(chain.output(prevout))
          await pause(1)
        }
        transactions.push({ place: from + at, ...encodeRow(tx, spent), kind: findKind(tx, spent) })
        await pause(KIND_LOOKUPS)
      }
      return { hash: entry.hashHex, height: entry.height, total: entry.txCount, transactions }
    },
    async listspenders({ txid, from, count }, { signal }) {
      if (!spentIndex) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'No information available')
      const hash = fromDisplayHex(txid)
      const pause = createPauses(signal)
      const spenders = []
      for (let n = from; n < from + count; n++) {
        const pending = mempool.spender({ hash, index: n })
        const spend = pending ? undefined : chain.spend({ hash, index: n })
        if (pending) spenders.push({ n, txid: pending.entry.txidHex, index: pending.inputIndex, height: -1 })
        if (spend) spenders.push({ n, txid: toDisplayHex(spend.txid), index: spend.inputIndex, height: spend.height })
        await pause(1)
      }
      return spenders
    },
    listsupply: ({ points }) => supplyAt(chain, points),
    resolvehash({ hash: text }) {
      const hash = fromDisplayHex(text)
      const entry = chain.byHash(hash)
      const token = deps.contractIndexes?.tokens.token(hash)
      return {
        block: entry
          ? {
              ...{ hash: entry.hashHex, height: entry.height, time: entry.time },
              ...{ txcount: entry.txCount, size: entry.size, active: chain.isActive(entry) },
            }
          : null,
        transaction: findTransaction(deps, hash, (tx) => {
          const first = tx.vin.slice(0, LOOKUPS_PER_SLICE)
          return findKind(
            tx,
            first.map(({ prevout }) => mempool.coin(prevout) ?? chain.output(prevout)),
          )
        }),
        token: token
          ? {
              ...{ tokenid: toDisplayHex(hash), name: displayText(token.name), supply: token.supply },
              nft: (token.nftData?.length ?? 0) > 0,
            }
          : null,
      }
    },
  })
}

const noData = () => new RpcError(RPC_ERROR.MISC, 'Block not available')

function summarise({ params, chain }: ExplorerDeps, entry: BlockEntry): MethodResult<'getblocksummary'> {
  const coinbase = chain.transactionsOf(entry, 0, 1)?.[0]
  if (!coinbase) throw noData()
  const reward = sumValues(coinbase.vout)
  const supply = chain.supply(entry)
  // Outputs exceed inputs by the coins that the block creates.
  const pools = chain.shieldedPools(entry)
  const moved = pools === undefined ? 0n : pools.sprout.delta + pools.sapling.delta
  const created = supply ? supply.transparentDelta + supply.burnedDelta + moved : null
  const active = chain.isActive(entry)
  const script = coinbase.vout[0]?.scriptPubKey
  return {
    ...{ hash: entry.hashHex, height: entry.height, active, confirmations: shownConfirmations(chain, entry) },
    ...{ time: entry.time, size: entry.size, txcount: entry.txCount },
    maxsize: maxBlockSize(chain.upgradesAfter(entry.prev ?? entry), entry.height),
    ...{ reward, created, fees: created === null ? null : reward - created },
    notarizedheight: lastNotarisedHeight(chain),
    ...sumShieldedParts(chain, entry),
    miner: (script && findScriptAddress(script, { cc: params.ccEnabled })) ?? null,
    previousblockhash: entry.prev?.hashHex ?? null,
    nextblockhash: (active && chain.byHeight(entry.height + 1)?.hashHex) || null,
  }
}

/**
 * Returns the public shielded figures of a block: the number of shielded transactions, and the coins that entered and
 * left the pools.
 */
function sumShieldedParts(chain: Chain, entry: BlockEntry) {
  const figures = { shieldedtxs: 0, shieldedin: 0n, shieldedout: 0n }
  if (!changesPools(chain, entry)) return figures
  for (const tx of chain.block(entry)?.txs ?? []) {
    if (!hasShieldedParts(tx)) continue
    // `in` and `out` are seen from the transparent side.
    const moved = shieldedValue(tx)
    figures.shieldedtxs++
    figures.shieldedin += moved.out
    figures.shieldedout += moved.in
  }
  return figures
}

/** Returns the public shielded figures of a transaction, or null if it has no shielded parts. */
function summariseShieldedParts(tx: Transaction) {
  if (!hasShieldedParts(tx)) return null
  // `in` and `out` are seen from the transparent side.
  const moved = shieldedValue(tx)
  const joined = NOTES_PER_JOINSPLIT * tx.joinSplits.length
  return {
    into: moved.out,
    out: moved.in,
    spent: tx.shieldedSpends.length + joined,
    made: tx.shieldedOutputs.length + joined,
  }
}

/** Returns true if a block may have shielded parts. Does not read its transactions, because few blocks have any. */
function changesPools(chain: Chain, entry: BlockEntry): boolean {
  const after = chain.shieldedPools(entry)
  const before = entry.prev === null ? undefined : chain.shieldedPools(entry.prev)
  // Off the active chain the pools are unknown.
  if (after === undefined || before === undefined) return entry.prev !== null
  return (['sprout', 'sapling'] as const).some(
    (pool) => after[pool].delta !== 0n || !equal(after[pool].root, before[pool].root),
  )
}

function encodeRow(tx: Transaction, spent: readonly (TxOut | undefined)[]) {
  const amount = sumValues(tx.vout)
  const known = spent.filter((output) => output !== undefined)
  const shielded = shieldedValue(tx)
  return {
    txid: toDisplayHex(computeTxid(tx)),
    size: transactionSize(tx),
    inputs: tx.vin.length,
    outputs: tx.vout.length,
    amount,
    fee: isCoinbase(tx) || known.length < tx.vin.length ? null : sumValues(known) + shielded.in - amount - shielded.out,
  }
}

/**
 * Returns a transaction with its state: confirmed, in the mempool, or only in the wallet. Returns null if it is
 * unknown.
 */
function findTransaction(
  { chain, mempool, wallet }: ExplorerDeps,
  txid: Uint8Array,
  findKind: (tx: Transaction) => MethodResult<'listblocktransactions'>['transactions'][number]['kind'],
): MethodResult<'resolvehash'>['transaction'] {
  const pending = mempool.get(txid)
  const confirmed = pending ? undefined : chain.transaction(txid)
  const tx = pending?.tx ?? confirmed?.tx ?? wallet?.ledger.get(txid)?.tx
  if (!tx) return null
  const { block, position } = confirmed ?? {}
  return {
    txid: toDisplayHex(txid),
    state: pending ? 'mempool' : confirmed ? 'confirmed' : 'unconfirmed',
    kind: findKind(tx),
    ...{ size: transactionSize(tx), outputs: tx.vout.length, amount: sumValues(tx.vout) },
    confirmations: block ? shownConfirmations(chain, block) : 0,
    shielded: summariseShieldedParts(tx),
    block: block ? { hash: block.hashHex, height: block.height, time: block.time, place: position ?? 0 } : null,
    time: pending?.time ?? null,
  }
}

function supplyAt(chain: Chain, points: number): MethodResult<'listsupply'> {
  const { height: tip } = chain.tip()
  const steps = Math.min(points - 1, tip)
  const rows = []
  for (let step = 0; step <= steps; step++) {
    const height = steps === 0 ? tip : Math.round((tip * step) / steps)
    const entry = chain.byHeight(height)
    if (!entry || !chain.supply(entry)) continue
    const { sprout, sapling } = shieldedSupply(chain, height)
    rows.push({ height, time: entry.time, supply: transparentSupply(chain, height) + sprout + sapling })
  }
  return rows
}
