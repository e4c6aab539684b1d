import type { BlockOutcome, ImportPolicy } from '../chain/index.ts'
import { type Block, serializeBlock } from '../primitives/index.ts'
import type { TestNode } from './testNode.ts'

const AT_THE_END: ImportPolicy = { commitAfterMs: Number.POSITIVE_INFINITY, fromFile: false }

/** Imports blocks, in one batch unless a policy is given. Returns their outcomes. */
export function submitBlocks(
  { importQueue }: Pick<TestNode, 'importQueue'>,
  blocks: readonly Block[],
  policy = AT_THE_END,
): BlockOutcome[] {
  const outcomes: BlockOutcome[] = []
  const done = (outcome: BlockOutcome) => void outcomes.push(outcome)
  for (const block of blocks) importQueue.submit({ bytes: serializeBlock(block), done })
  while (importQueue.step({ policy: () => policy }, 1_000));
  importQueue.finish()
  return outcomes
}
