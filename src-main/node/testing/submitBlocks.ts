import type { BlockOutcome, CommitPolicy } from '../chain/index.ts'
import { type Block, serializeBlock } from '../primitives/index.ts'
import type { TestNode } from './testNode.ts'

const AT_THE_END: CommitPolicy = { afterMillis: Number.POSITIVE_INFINITY }

/** Runs blocks through a pipeline, in one batch unless a policy is given; returns what became of each. */
export function submitBlocks(
  { openPipeline }: Pick<TestNode, 'openPipeline'>,
  blocks: readonly Block[],
  policy = AT_THE_END,
): BlockOutcome[] {
  const outcomes: BlockOutcome[] = []
  const pipeline = openPipeline<Block>({
    policy: () => policy,
    done: (_, outcome) => void outcomes.push(outcome),
  })
  for (const block of blocks) pipeline.submit({ bytes: serializeBlock(block) }, block)
  while (pipeline.step(1_000));
  pipeline.finish()
  return outcomes
}
