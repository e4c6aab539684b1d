import { VALID, type Verdict, violation } from '../consensus/index.ts'
import { FAILED } from '../storage/index.ts'
import type { ChainContext } from './context.ts'
import type { BlockImporter } from './importer/blockImporter.ts'
import { disconnectTip } from './importer/disconnect.ts'
import { checkTakenOff } from './notarisations.ts'
import { isSameOrDescendant, type TreeEntry } from './treeEntry.ts'

/**
 * `invalidateblock`: marks a block as invalid by the user's decision, disconnects it in one batch if it is active, and
 * activates the best remaining chain. Rejects blocks with a notarised descendant.
 */
export function invalidateBlock(context: ChainContext, importer: BlockImporter, entry: TreeEntry): Verdict {
  const { tree, rejected } = context
  if (entry.prev === null) return violation('refused', 'genesis cannot be invalidated', { score: 0 })
  const allowed = checkTakenOff(context, entry)
  if (!allowed.ok) return allowed
  importer.run(() => {
    while (tree.isActive(entry)) disconnectTip(context)
    tree.fail(entry, FAILED.BY_USER)
  })
  rejected.note(entry, violation('refused', '', { score: 0 }))
  importer.activateBestChain()
  return VALID
}

/** `reconsiderblock`: clears the failures of a block, its ancestors and descendants, and activates the best chain. */
export function reconsiderBlock({ tree, rejected }: ChainContext, importer: BlockImporter, entry: TreeEntry): Verdict {
  importer.run(() => tree.forgive(entry))
  rejected.forget(entry)
  for (const [failed, verdict] of importer.activateBestChain()) if (isSameOrDescendant(entry, failed)) return verdict
  return VALID
}
