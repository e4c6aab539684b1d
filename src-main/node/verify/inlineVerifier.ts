import type { Random } from '../core/index.ts'
import {
  type BlockHeader,
  type EquihashParameters,
  serializeHeaderWithoutSolution,
  verifyEquihash,
} from '../primitives/index.ts'
import { createShielded, type Shielded } from '../shielded/index.ts'
import { isLenient, worseFailure } from './failures.ts'
import { inlineProofs } from './proofThread.ts'
import type { FailedScript, Verifier, VerifyGroup } from './types.ts'
import { createVerifiedCache } from './verifiedCache.ts'
import { verifyScripts } from './verifyScripts.ts'

export interface VerifierOptions {
  /** whether OP_CHECKCRYPTOCONDITION is an opcode on this chain */
  readonly ccEnabled: boolean
}

/** Does everything at once on the calling thread. */
export function createInlineVerifier({ ccEnabled }: VerifierOptions, deps: { readonly random: Random }): Verifier {
  const cache = createVerifiedCache(deps.random)
  const shielded = createShielded(deps)
  return {
    threads: 0,
    verify: (job, evaluate) => verifyScripts(job, ccEnabled, evaluate),
    group: () => inlineGroup(ccEnabled, shielded),
    checkSolutions: (headers, rules) => headers.map((header) => checkSolution(header, rules)),
    remember: cache.add,
    isRemembered: cache.has,
    shielded,
    proofs: inlineProofs(shielded),
    close: async () => {},
  }
}

function inlineGroup(ccEnabled: boolean, shielded: Shielded): VerifyGroup {
  let failure: FailedScript | undefined
  const fail = (found: FailedScript) => {
    failure = worseFailure(failure, found)
  }
  /** Otherwise later jobs cannot change the answer any more. */
  const matters = (tag: number) => failure === undefined || (failure.tag === tag && isLenient(failure))
  return {
    add(job, tag) {
      if (!matters(tag)) return
      const verdict = verifyScripts(job, ccEnabled)
      if (!verdict.ok) fail({ tag, verdict })
    },
    addShielded(jobs, tag) {
      const fault = matters(tag) ? shielded.verify(jobs) : undefined
      if (fault !== undefined) fail({ tag, verdict: fault.refusal })
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
