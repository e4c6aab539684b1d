import { type Block, readBlock } from '../../primitives/index.ts'
import { ByteReader, DecodeError } from '../../util/index.ts'
import type { ChainContext } from '../context.ts'
import type { TreeEntry } from '../treeEntry.ts'
import type { BlockOutcome, SubmittedBlock } from '../types.ts'
import { acceptBlock, type IncomingBlock } from './accept.ts'
import { connectBlock, type ScriptQueue } from './connect.ts'

/** Bytes after the block are ignored, as elsewhere in the family. */
export function readFirstBlock(bytes: Uint8Array): { readonly block: Block; readonly bytes: Uint8Array } {
  const reader = new ByteReader(bytes)
  const block = readBlock(reader)
  return { block, bytes: bytes.subarray(0, reader.position) }
}

/** undefined: the bytes do not begin with a block */
export function parseSubmitted(submitted: SubmittedBlock): IncomingBlock | undefined {
  const { place, solutionChecked } = submitted
  try {
    const read = readFirstBlock(submitted.bytes)
    if (submitted.exact && read.bytes.length < submitted.bytes.length) return undefined
    return { ...read, place, solutionChecked }
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

export interface Taken {
  readonly outcome: BlockOutcome
  /** it was connected on top of the tip; its scripts are in the queue */
  readonly connected?: TreeEntry
}

/**
 * Accepts and, where it stands on the tip, connects a block within the open unit, with its scripts left to the
 * queue; undefined: it does not connect, and the unit has to be taken back.
 * @param incoming what `parseSubmitted` found
 */
export function takeBlock(
  context: ChainContext,
  incoming: IncomingBlock | undefined,
  queue: ScriptQueue,
): Taken | undefined {
  const { tree, clock } = context
  if (incoming === undefined) return { outcome: { kind: 'malformed' } }
  const acceptance = acceptBlock(context, incoming)
  if (!acceptance.ok) return acceptance
  const { entry } = acceptance
  const outcome = (kind: 'connected' | 'stored'): BlockOutcome => ({ kind: acceptance.fresh ? kind : 'known', entry })
  const onTop = entry.prev === tree.tip && entry.eligible && entry.time <= clock.now()
  if (!onTop || context.halted()) return { outcome: outcome(tree.isActive(entry) ? 'connected' : 'stored') }
  if (!connectBlock(context, entry, incoming.block, queue).ok) return undefined
  return { outcome: outcome('connected'), connected: entry }
}
