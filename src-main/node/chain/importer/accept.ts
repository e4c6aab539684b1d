import {
  checkBlock,
  contextualCheckBlock,
  MAX_BLOCK_SIZE,
  maxBlockSize,
  toleratesContextual,
  type Violation,
} from '../../consensus/index.ts'
import { type Block, blockHash, serializeBlock } from '../../primitives/index.ts'
import { FAILED } from '../../storage/index.ts'
import { checkHeaderAlone, insertHeader, recheckKnown } from '../acceptHeader.ts'
import type { ChainContext } from '../context.ts'
import type { TreeEntry } from '../treeEntry.ts'
import type { BlockOutcome } from '../types.ts'
import type { DecodedBlock } from './blocks.ts'

export type Acceptance =
  | { readonly ok: true; readonly entry: TreeEntry; readonly fresh: boolean }
  | { readonly ok: false; readonly outcome: BlockOutcome }

/**
 * Accepts a block (accept block): validates it as far as possible without connecting it, in the order of finding 19,
 * and stores it within the open batch. `fresh`: its data was unknown before.
 */
export function acceptBlock(context: ChainContext, decoded: DecodedBlock): Acceptance {
  const { block } = decoded
  const { tree } = context
  const known = tree.byHash(blockHash(block.header))
  if (known === undefined) {
    const alone = checkHeaderAlone(context, block.header, decoded.solutionChecked ?? false)
    if (!alone.ok) return alone.kind === 'dropped' ? outcome({ kind: 'dropped' }) : refused(alone)
  } else {
    const usable = recheckKnown(context, known)
    if (!usable.ok) return refused(usable)
    if (known.hasData) return { ok: true, entry: known, fresh: false }
  }
  const parent = known?.prev ?? tree.byHash(block.header.prevHash)
  const maxSize = parent === undefined ? MAX_BLOCK_SIZE : maxBlockSize(parent.upgrades, parent.height + 1)
  const structure = checkBlock(block, { maxSize })
  if (!structure.ok) return refused(structure)
  const entry = known ?? placed(context, block)
  return 'outcome' in entry ? entry : storeBlock(context, entry, decoded)
}

function placed(context: ChainContext, block: Block): TreeEntry | { ok: false; outcome: BlockOutcome } {
  const header = insertHeader(context, block.header, { onRefused: false })
  if (header.ok) return header.entry
  return header.reason === 'orphan' ? outcome({ kind: 'orphan' }) : refused(header.reason)
}

function storeBlock(context: ChainContext, entry: TreeEntry, decoded: DecodedBlock): Acceptance {
  const { params, tree, rejected, storage, recent } = context
  const { block } = decoded
  // Upgrades depend only on the headers of the block's own branch. The result is final even if ancestors are missing.
  const place = { height: entry.height, upgrades: entry.prev!.upgrades }
  const fits = contextualCheckBlock(params, block, place)
  if (!fits.ok && !isForgiven(context, entry, fits)) {
    tree.fail(entry, FAILED.CONTEXT)
    rejected.note(entry, fits)
    return outcome({ kind: 'unfit', entry, verdict: fits })
  }
  const bytes = decoded.bytes ?? serializeBlock(block)
  tree.setStored(entry, decoded.place ?? storage.files.append(bytes), bytes.length, block.txs.length)
  recent.set(entry.key, block)
  return { ok: true, entry, fresh: true }
}

/**
 * Other nodes connected old blocks despite such a violation if they had stored them before (live-chains.md). Only a
 * checkpoint on top proves which blocks these are.
 */
function isForgiven({ checkpoints, logger }: ChainContext, entry: TreeEntry, { reason }: Violation): boolean {
  if (!toleratesContextual(entry.time) || !checkpoints.covers(entry)) return false
  logger.warn('old block violates a contextual rule, connected as on other nodes', {
    ...{ reason, height: entry.height, hash: entry.hashHex },
  })
  return true
}

function outcome(what: BlockOutcome): { ok: false; outcome: BlockOutcome } {
  return { ok: false, outcome: what }
}

function refused(verdict: Violation): { ok: false; outcome: BlockOutcome } {
  return outcome({ kind: 'refused', verdict })
}
