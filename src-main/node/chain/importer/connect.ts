import {
  branchIdAt,
  checkBlockTransactions,
  checkConnectedBlock,
  checkInputs,
  checkNotaryPay,
  hasShieldedParts,
  legacySigOps,
  missingInputs,
  overwritesTransaction,
  PAID_POSITION,
  p2shSigOps,
  shieldedTime,
  tooManySigOps,
  VALID,
  type Violation,
  violation,
} from '../../consensus/index.ts'
import type { ConnectedBlock, ConnectedTx, SpentCoin } from '../../core/index.ts'
import { type Block, computeTxid, serializeHeader, type Transaction, transactionSize } from '../../primitives/index.ts'
import { isPayToScriptHash, isUnspendable, SCRIPT_FLAGS } from '../../script/index.ts'
import { poolDeltas } from '../../shielded/index.ts'
import type { ShieldedChange } from '../../storage/index.ts'
import { compactSizeLength } from '../../util/index.ts'
import type { ScriptJob } from '../../verify/index.ts'
import type { ChainContext } from '../context.ts'
import { noteNotarisations } from '../notarisations.ts'
import { beginShielded, getSaplingRoot, queueShielded, type ShieldedConnection } from '../shieldedParts.ts'
import { checkStakedParts } from '../stakedParts.ts'
import type { TreeEntry } from '../treeEntry.ts'
import type { ScriptQueue } from './verify.ts'

/**
 * Effects of a block whose coins, amounts and conditions are valid. Its scripts and proofs may still be under
 * verification.
 */
export interface BlockChanges {
  readonly ok: true
  readonly txs: readonly ConnectedTx[]
  /** satoshis added to spendable outputs, and to unspendable ones below */
  readonly transparentDelta: bigint
  readonly burnedDelta: bigint
  /** undefined if the block has no shielded parts */
  readonly shielded: ShieldedChange | undefined
  /** undefined if the chain has no staking or the stake was not checked */
  readonly segid: number | undefined
  /** satoshis paid to notaries */
  readonly notaryPay: bigint
}

export interface SkippedChecks {
  /** skips proof of work and stake, which a template does not have yet */
  readonly unproven?: boolean
  /** skips scripts, conditions and shielded proofs, because a checkpoint descends from the block */
  readonly covered?: boolean
}

/**
 * Adds a block's transactions to the ledger and checks everything except scripts and proof of work. Scripts are queued.
 * After a violation, or if the block was only tested, the caller must abandon the ledger's block.
 * @param block has passed checkBlock and contextualCheckBlock
 */
export function checkTransactions(
  context: ChainContext,
  block: Block,
  parent: TreeEntry,
  queue: ScriptQueue,
  { unproven = false, covered = false }: SkippedChecks = {},
): BlockChanges | Violation {
  const { params, storage } = context
  const { ledger } = storage
  const height = parent.height + 1
  const tipTime = shieldedTime(params, { parentTime: parent.time, blockTime: block.header.time })
  const structure = checkBlockTransactions(params, block, tipTime)
  if (!structure.ok) return structure
  // Only a coinbase can repeat a txid. Any other transaction with a known txid spends coins that the first one already
  // spent.
  if (ledger.hasUnspent(computeTxid(block.txs[0]!))) return overwritesTransaction()

  const shielded = beginShielded(context, block, parent)
  if (shielded !== undefined && !covered) queueShielded(context, block, parent, queue)
  const check = createInputCheck(context, { block, parent, queue: covered ? undefined : queue, shielded })
  const txs: ConnectedTx[] = []
  let last = NO_INPUTS
  let fees = 0n
  let offset = transactionsOffset(block)
  ledger.beginBlock()
  for (let position = 0; position < block.txs.length; position++) {
    const tx = block.txs[position]!
    const txid = computeTxid(tx)
    const inputs = position === 0 ? NO_INPUTS : check(tx, txid)
    if (!inputs.ok) return inputs
    last = inputs
    fees += inputs.fee
    const size = transactionSize(tx)
    const txNum = ledger.add(tx, { txid, height, position, offset, size })
    offset += size
    txs.push({ tx, txid, txNum, spent: inputs.spent })
  }
  const spentFirst = txs[PAID_POSITION]?.spent ?? []
  const notaries = checkNotaryPay(params, { block, height, upgrades: parent.upgrades, spent: spentFirst })
  if (!notaries.ok) return notaries
  const stake = unproven ? undefined : checkStakedParts(context, block, parent, last)
  if (stake !== undefined && !stake.ok) return stake
  const change = shielded?.change()
  const saplingRoot = change?.sapling.root ?? getSaplingRoot(storage)
  const sums = { fees: fees + notaries.paid, saplingRoot }
  const whole = checkConnectedBlock(params, block, { height, upgrades: parent.upgrades, ...sums })
  if (!whole.ok) return whole
  return {
    ok: true,
    txs,
    shielded: change,
    segid: stake?.segid,
    notaryPay: notaries.paid,
    ...supplyDeltas(block, fees),
  }
}

interface CheckedInputs {
  readonly ok: true
  readonly spent: readonly SpentCoin[]
  readonly fee: bigint
}

const NO_INPUTS: CheckedInputs = { ok: true, spent: [], fee: 0n }

interface InputCheck {
  readonly block: Block
  readonly parent: TreeEntry
  /** undefined if scripts and conditions are not checked */
  readonly queue: ScriptQueue | undefined
  readonly shielded: ShieldedConnection | undefined
}

/**
 * Returns a function to call for each transaction in order. It spends the coins, checks anchors, nullifiers, amounts
 * and conditions, and queues the scripts.
 */
function createInputCheck(
  context: ChainContext,
  { block, parent, queue, shielded }: InputCheck,
): (tx: Transaction, txid: Uint8Array) => CheckedInputs | Violation {
  const { params, verifier, conditions } = context
  const height = parent.height + 1
  const branchId = branchIdAt(parent.upgrades, height)
  const isAccepted = conditions.forBlock({ parent, height, txs: block.txs })
  const sigOps = createSigOpCounter(block)
  return (tx, txid) => {
    const spent = spendCoins(context, tx)
    if (spent === undefined) return missingInputs()
    const met = shielded?.connect(tx) ?? VALID
    if (!met.ok) return met
    if (sigOps.add(tx, spent) > params.maxBlockSigOps) return tooManySigOps()
    const amounts = checkInputs(params, tx, spent, height)
    if (!amounts.ok) return amounts
    if (queue === undefined) return { ok: true, spent, fee: amounts.fee }
    const job: ScriptJob = { tx, spent, flags: SCRIPT_FLAGS.BLOCK, branchId }
    // komodod gives no reason for a failed condition or script.
    if (!isAccepted(job)) return violation('invalid', '')
    if (!verifier.isRemembered(txid, job.flags, branchId)) queue.scripts.add(job, queue.tag)
    return { ok: true, spent, fee: amounts.fee }
  }
}

/**
 * Connects a block (connect block): spends and creates coins of the next block of the active chain within the open
 * batch. Checks everything except scripts and proofs, which are queued. The caller continues with `extendTip`, or the
 * ledger's `abandonBlock` if the block is invalid.
 */
export function checkNextBlock(
  context: ChainContext,
  entry: TreeEntry,
  block: Block,
  queue: ScriptQueue,
): BlockChanges | Violation {
  const { tree, timed } = context
  const parent = tree.tip
  if (entry.prev !== parent) throw new Error('not a child of the tip')
  const covered = context.checkpoints.covers(entry)
  return timed('check', () => checkTransactions(context, block, parent, queue, { covered }))
}

/**
 * Makes a checked block the tip: updates ledger, observers, header tree and notifications.
 * @param verified false if its scripts are still being verified; the caller rolls the batch back if one fails
 */
export function extendTip(
  context: ChainContext,
  entry: TreeEntry,
  block: Block,
  changes: BlockChanges,
  verified: boolean,
): void {
  const { storage, observers, notifications, recent, timed } = context
  storage.ledger.endBlock()
  const event: ConnectedBlock = { entry, block, txs: changes.txs }
  timed('index', () => {
    for (const observer of observers) observer.connect(event)
  })
  timed('tip', () => becomeTip(context, entry, changes, verified))
  noteNotarisations(context, event)
  notifications.connected(event)
  // The block was only cached until connected.
  recent.delete(entry.key)
}

function becomeTip(
  { storage, tree }: ChainContext,
  entry: TreeEntry,
  { transparentDelta, burnedDelta, shielded, segid, notaryPay }: BlockChanges,
  verified: boolean,
): void {
  const before = storage.blocks.supply(tree.tip.id) ?? { transparent: 0n, burned: 0n }
  storage.blocks.setConnected(entry.id, {
    transparentDelta,
    transparent: before.transparent + transparentDelta,
    burnedDelta,
    burned: before.burned + burnedDelta,
  })
  if (shielded !== undefined) storage.shielded.add(shielded)
  if (segid !== undefined) storage.segids.add(entry.height, segid)
  if (notaryPay > 0n) storage.notaryPay.add(entry.height, notaryPay)
  if (verified) tree.setValid(entry)
  tree.setActiveTip(entry, verified)
}

function spendCoins({ storage }: ChainContext, tx: Transaction): SpentCoin[] | undefined {
  const coins: SpentCoin[] = []
  for (let index = 0; index < tx.vin.length; index++) {
    const coin = storage.ledger.take(tx.vin[index]!.prevout, index)
    if (coin === undefined) return undefined
    coins.push(coin)
  }
  return coins
}

/** Counts the block's signature operations so far. Legacy ones count only once an input spends a P2SH output. */
function createSigOpCounter(block: Block): { add(tx: Transaction, spent: readonly SpentCoin[]): number } {
  let total: number | undefined
  return {
    add(tx, spent) {
      if (!spent.some((coin) => isPayToScriptHash(coin.scriptPubKey))) return total ?? 0
      total ??= block.txs.reduce((sum, other) => sum + legacySigOps(other), 0)
      total += p2shSigOps(tx, spent)
      return total
    },
  }
}

function transactionsOffset({ header, txs }: Block): number {
  return serializeHeader(header).length + compactSizeLength(txs.length)
}

/**
 * Computes the changes of supply. Coinbase outputs minus fees are new coins or come from the shielded pools.
 * Unspendable outputs are counted separately.
 */
export function supplyDeltas(block: Block, fees: bigint): { transparentDelta: bigint; burnedDelta: bigint } {
  let burnedDelta = 0n
  let created = -fees
  for (const output of block.txs[0]!.vout) created += output.value
  for (const tx of block.txs) {
    if (!hasShieldedParts(tx)) continue
    const { sprout, sapling } = poolDeltas(tx)
    created -= sprout + sapling
  }
  for (const tx of block.txs)
    for (const output of tx.vout) if (isUnspendable(output.scriptPubKey)) burnedDelta += output.value
  return { transparentDelta: created - burnedDelta, burnedDelta }
}
