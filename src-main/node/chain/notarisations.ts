import {
  type ChainParams,
  findNotaries,
  medianTimePast,
  NOTARISATION_OUTPUT,
  type NotarisationClaim,
  PAID_POSITION,
  readNotarisation,
  signedByNotaries,
  simulatedNotarisation,
  VALID,
  type Verdict,
  violation,
} from '../consensus/index.ts'
import type { BlockEntry, ConnectedBlock, ConnectedTx, Notarisation, NotarisationView } from '../core/index.ts'
import type { NotarisationTable } from '../storage/index.ts'
import { toDisplayHex } from '../util/index.ts'
import type { ChainContext } from './context.ts'
import type { TreeEntry } from './treeEntry.ts'

/** Age of the last notarisation from which a chain counts as no longer notarised. Notaries write about every ten minutes. */
const LAPSED_AFTER_SECONDS = 24 * 3600

/** A branch, or the user, would disconnect a notarised block. */
const PAST_NOTARISED = violation('invalid', 'past-notarized-height')

/**
 * A new header on a branch that excludes a notarised block. An honest peer may still send one, so the score is minimal.
 */
const BESIDE_NOTARISED = violation('refused', '', { score: 1, rule: 'forks below a notarised block' })

/**
 * Records notarisations of this chain found in a block that was just connected, within the open batch (notarisation.md
 * §2).
 */
export function noteNotarisations(context: ChainContext, { entry, txs }: ConnectedBlock): void {
  const { params, storage, logger } = context
  if (!params.smartChain) return
  // If blocks pay for notarisations, only the paid transaction counts.
  for (const tx of params.notaryPay === null ? txs : txs.slice(0, PAID_POSITION + 1)) {
    const output = tx.tx.vout[NOTARISATION_OUTPUT]
    const claim = output && readNotarisation(output.scriptPubKey, params.name)
    if (claim === undefined || !counts(context, claim, tx, entry as TreeEntry)) continue
    const before = storage.notarisations.newest()
    // A notarisation without a merkle root keeps the previous root.
    const { mom, momDepth } = claim.mom === undefined && before !== undefined ? before : claim
    const { hash, height, destTxid } = claim
    storage.notarisations.add({ foundAt: entry.height, hash, height, destTxid, mom, momDepth })
    logger.info('block notarised', { height, hash: toDisplayHex(hash), foundAt: entry.height })
  }
}

function counts(context: ChainContext, claim: NotarisationClaim, { spent }: ConnectedTx, entry: TreeEntry): boolean {
  const { params, tree } = context
  const last = lastNotarised(context)?.height ?? 0
  if (claim.height <= last || claim.height >= entry.height) return false
  // During the initial download notarisations of unknown blocks are accepted too.
  if (!context.download.seemsOngoing() && tree.byHash(claim.hash)?.height !== claim.height) return false
  return signedByNotaries(params, findNotaries(params, entry.time), spent, entry.height)
}

/** Returns the last notarised block, or undefined if no notarisation exists or its block is unknown. */
function lastNotarised({ storage, tree }: Pick<ChainContext, 'storage' | 'tree'>): TreeEntry | undefined {
  const last = storage.notarisations.newest()
  return last && tree.byHash(last.hash)
}

/** Checks whether an unknown header may be accepted that is not on the notarised chain (notarisation.md §3.1). */
export function checkNotarisedBranch(context: ChainContext, hash: Uint8Array, height: number): Verdict {
  const { storage, tree } = context
  const last = storage.notarisations.newest()
  // Most frequent case: the header is above every notarised block.
  if (last === undefined || height > last.height) return VALID
  // A notarisation in the tip takes effect only with the next block.
  const settled = storage.notarisations.foundBelow(tree.tip.height)
  if (settled === undefined || settled.height > tree.tip.height || height > settled.height) return VALID
  const notarised = tree.byHash(settled.hash)
  if (notarised?.height !== settled.height || notarised === tree.byHash(hash)) return VALID
  return BESIDE_NOTARISED
}

/** Checks whether a reorganisation may disconnect down to this block (notarisation.md §3.2). */
export function checkFork(context: ChainContext, fork: TreeEntry): Verdict {
  const last = lastNotarised(context)
  if (last === undefined || context.tree.tip.height <= last.height || fork.height >= last.height) return VALID
  return PAST_NOTARISED
}

/**
 * Checks whether this active block may be disconnected. Rejected if that would disconnect a notarised block too (§3.3).
 */
export function checkTakenOff(context: ChainContext, entry: TreeEntry): Verdict {
  const { tree } = context
  const last = lastNotarised(context)
  const takes = last !== undefined && tree.isActive(entry) && tree.isActive(last) && entry.height <= last.height
  return takes ? PAST_NOTARISED : VALID
}

/** Returns `NotarisationView.forContracts` as of the open batch, because its blocks build on uncommitted blocks. */
export function openForContracts(
  context: Pick<ChainContext, 'params' | 'storage' | 'tree'>,
  tipHeight: number,
): number {
  return forContracts(context.params, tipHeight, lastNotarised(context))
}

function forContracts(
  params: Pick<ChainParams, 'network'>,
  tipHeight: number,
  last: { readonly height: number } | undefined,
): number {
  return simulatedNotarisation(params, tipHeight) || (last?.height ?? 0)
}

interface NotarisationSources {
  readonly params: Pick<ChainParams, 'network'>
  readonly notarisations: Pick<NotarisationTable, 'committed' | 'covering'>
  readonly tree: {
    byHash(hash: Uint8Array): BlockEntry | undefined
    /** returns a block of the active chain */
    byHeight(height: number): BlockEntry | undefined
    tip(): BlockEntry
  }
  /** If false (-dpowconfs=0), the number of confirmations ignores notarisations. */
  readonly counted: boolean
}

export function createNotarisationView({
  params,
  notarisations,
  tree,
  counted,
}: NotarisationSources): NotarisationView {
  function last(): Notarisation | undefined {
    const newest = notarisations.committed()
    return newest !== undefined && tree.byHash(newest.hash) !== undefined ? newest : undefined
  }
  const medianTime = (height: number) => medianTimePast((at) => tree.byHeight(at)!, height)
  function confirmations(height: number, raw: number): number {
    if (!counted || raw <= 0 || height <= 0 || notarisations.committed() === undefined) return raw
    const notarised = last()
    return notarised !== undefined && height < notarised.height ? raw : 1
  }
  function lapsed(): boolean {
    const found = notarisations.committed()?.foundAt
    const { height } = tree.tip()
    return found !== undefined && found < height && medianTime(height) - medianTime(found) > LAPSED_AFTER_SECONDS
  }
  return {
    last,
    covering: (height) => notarisations.covering(height),
    confirmations,
    lapsed,
    shownConfirmations: (height, raw) => (lapsed() ? raw : confirmations(height, raw)),
    forContracts: (tipHeight) => forContracts(params, tipHeight, last()),
  }
}
