import {
  checkBlock,
  contextualCheckBlock,
  maxBlockSize,
  VALID,
  type Verdict,
  type Violation,
} from '../consensus/index.ts'
import { type Block, blockHash } from '../primitives/index.ts'
import { BLOCK_STATUS, FAILED } from '../storage/index.ts'
import { checkHeaderInContext } from './acceptHeader.ts'
import type { ChainContext } from './context.ts'
import type { BlockImporter } from './importer/blockImporter.ts'
import { checkTransactions } from './importer/connect.ts'
import { decodeFirstBlock } from './importer/decode.ts'
import { verifyBlock } from './importer/verify.ts'
import type { TreeEntry } from './treeEntry.ts'
import type { BlockOutcome } from './types.ts'

/** `submitblock`: returns null on success, otherwise the reason (rpc.md §8, findings 7, 19 and 20). */
export function submitBlock({ tree }: ChainContext, importer: BlockImporter, bytes: Uint8Array): string | null {
  const decoded = decodeFirstBlock(bytes)
  const known = tree.byHash(blockHash(decoded.block.header))
  const before = known === undefined ? undefined : knownAnswer(known)
  if (before !== undefined) return before
  return answer(importer.process(decoded), known !== undefined)
}

/** Returns the answer for a known block that need not be processed again, or undefined if it must be processed. */
function knownAnswer(entry: TreeEntry): string | undefined {
  if (entry.progress === BLOCK_STATUS.VALID) return 'duplicate'
  const failure = entry.failure & ~FAILED.CONTEXT
  return failure !== 0 || entry.failedAncestor ? 'duplicate-invalid' : undefined
}

function answer(outcome: BlockOutcome, wasKnown: boolean): string | null {
  switch (outcome.kind) {
    // komodod reports nothing for a block that it drops immediately.
    case 'orphan':
    case 'dropped':
    case 'malformed':
      return null
    case 'refused':
      return rejectReason(outcome.verdict)
    case 'stored':
    case 'known':
    case 'unfit':
      return wasKnown ? 'duplicate-inconclusive' : 'inconclusive'
    case 'connected':
      return wasKnown ? 'duplicate' : null
    case 'invalid':
      // komodod already detects this on storing the block, long before it would connect it.
      if (outcome.verdict.kind === 'inconclusive') return wasKnown ? 'duplicate-inconclusive' : 'inconclusive'
      return wasKnown ? 'duplicate' : rejectReason(outcome.verdict)
  }
}

function rejectReason({ reason }: Violation): string {
  return reason === '' ? 'rejected' : reason
}

/** `getblocktemplate` in mode proposal: returns null if the block is valid, otherwise the reason. */
export function checkProposal(context: ChainContext, bytes: Uint8Array): string | null {
  const { block } = decodeFirstBlock(bytes)
  const { tree } = context
  const known = tree.byHash(blockHash(block.header))
  if (known !== undefined) return knownAnswer(known) ?? 'duplicate-inconclusive'
  if (tree.byHash(block.header.prevHash) !== tree.tip) return 'inconclusive-not-best-prevblk'
  const verdict = testBlockValidity(context, block)
  return verdict.ok ? null : rejectReason(verdict)
}

/** Validates everything except proof of work against the current tip. Changes nothing. */
export function testBlockValidity(context: ChainContext, block: Block): Verdict {
  const { params, tree, storage, verifier } = context
  const parent = tree.tip
  if (tree.byHash(block.header.prevHash) !== parent) throw new Error('the parent of the block is not the tip')
  const height = parent.height + 1
  const { upgrades } = parent
  const placed = checkHeaderInContext(context, block.header, parent)
  if (!placed.ok) return placed
  const structure = checkBlock(block, { maxSize: maxBlockSize(upgrades, height) })
  if (!structure.ok) return structure
  const fits = contextualCheckBlock(params, block, { height, upgrades })
  if (!fits.ok) return fits
  const scripts = verifier.group()
  try {
    const checked = checkTransactions(context, block, parent, { scripts, tag: 0 }, { unproven: true })
    const verified = verifyBlock(context, checked, { block, parent, scripts })
    return verified.ok ? VALID : verified
  } finally {
    storage.ledger.abandonBlock()
  }
}
