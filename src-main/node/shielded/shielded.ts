import type { Random } from '../core/index.ts'
import type { TreeKind } from './commitmentTree.ts'
import { createJubjub } from './jubjub.ts'
import { lazy } from './lazy.ts'
import { createNoteTreeCache, type NoteTreeCache } from './noteTreeCache.ts'
import { createSaplingTree, createSproutTree } from './noteTrees.ts'
import { loadPairingLibrary } from './pairingLibrary.ts'
import { createPedersenHash } from './pedersenHash.ts'
import { createVerifier, type ShieldedVerifier } from './verifier.ts'

/** Validation of shielded data for one thread. */
export interface Shielded extends ShieldedVerifier {
  readonly trees: { readonly sprout: TreeKind; readonly sapling: TreeKind }
  readonly saplingTrees: NoteTreeCache
}

/**
 * Creates the validation of shielded data. Loads on the first shielded transaction or tree, which takes 0.1 s and about
 * 20 MB for the curves, their tables and the verifying keys.
 */
export function createShielded(deps: { readonly random: Random }): Shielded {
  const library = lazy(() => loadPairingLibrary('BLS12-381'))
  const jubjub = lazy(() => createJubjub(library()))
  const pedersenHash = lazy(() => createPedersenHash(jubjub()))
  const sapling = createSaplingTree(pedersenHash)
  return {
    ...createVerifier({ random: deps.random, library, jubjub }),
    trees: { sprout: createSproutTree(), sapling },
    saplingTrees: createNoteTreeCache(sapling),
  }
}
