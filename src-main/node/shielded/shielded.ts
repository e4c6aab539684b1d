import type { Random } from '../core/index.ts'
import type { TreeKind } from './commitmentTree.ts'
import { createGrownTrees, type GrownTrees } from './grownTrees.ts'
import { createJubjub } from './jubjub.ts'
import { lazy } from './lazy.ts'
import { createSaplingTree, createSproutTree } from './noteTrees.ts'
import { loadPairingLibrary } from './pairingLibrary.ts'
import { createPedersenHash } from './pedersenHash.ts'
import { createVerifier, type ShieldedVerifier } from './verifier.ts'

/** What one thread needs to judge shielded data. */
export interface Shielded extends ShieldedVerifier {
  readonly trees: { readonly sprout: TreeKind; readonly sapling: TreeKind }
  readonly saplingTrees: GrownTrees
}

/**
 * Costs nothing until the first shielded transaction or tree comes: then 0.1 s and some 20 MB for the curves, their tables and the
 * verifying keys.
 */
export function createShielded(deps: { readonly random: Random }): Shielded {
  const library = lazy(() => loadPairingLibrary('BLS12-381'))
  const jubjub = lazy(() => createJubjub(library()))
  const pedersenHash = lazy(() => createPedersenHash(jubjub()))
  const sapling = createSaplingTree(pedersenHash)
  return {
    ...createVerifier({ random: deps.random, library, jubjub }),
    trees: { sprout: createSproutTree(), sapling },
    saplingTrees: createGrownTrees(sapling),
  }
}
