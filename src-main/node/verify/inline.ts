import type { Random } from '../interfaces.ts'
import {
  type BlockHeader,
  type EquihashParameters,
  serializeHeaderWithoutSolution,
  verifyEquihash,
} from '../primitives/index.ts'
import type { Verifier, VerifyGroup } from './types.ts'
import { createVerifiedCache } from './verifiedCache.ts'
import { verifyScripts } from './verifyScripts.ts'

export interface VerifierOptions {
  /** whether OP_CHECKCRYPTOCONDITION is an opcode on this chain */
  readonly ccEnabled: boolean
}

/** Does everything at once on the calling thread. */
export function createInlineVerifier({ ccEnabled }: VerifierOptions, deps: { readonly random: Random }): Verifier {
  const cache = createVerifiedCache(deps.random)
  return {
    threads: 0,
    verify: (job, evaluate) => verifyScripts(job, ccEnabled, evaluate),
    group: () => inlineGroup(ccEnabled),
    checkSolutions: (headers, rules) => headers.map((header) => checkSolution(header, rules)),
    remember: cache.add,
    isRemembered: cache.has,
    close: async () => {},
  }
}

function inlineGroup(ccEnabled: boolean): VerifyGroup {
  let failure: ReturnType<VerifyGroup['finish']>
  return {
    add(job, tag) {
      // Later jobs cannot change the answer any more.
      if (failure !== undefined) return
      const verdict = verifyScripts(job, ccEnabled)
      if (!verdict.ok) failure = { tag, verdict }
    },
    finish() {
      const found = failure
      failure = undefined
      return found
    },
    help: () => false,
    state: () => ({ inputs: 0, answered: Number.POSITIVE_INFINITY, failed: failure !== undefined }),
  }
}

function checkSolution(header: BlockHeader, rules: EquihashParameters): boolean {
  return verifyEquihash(rules, serializeHeaderWithoutSolution(header), header.solution)
}
