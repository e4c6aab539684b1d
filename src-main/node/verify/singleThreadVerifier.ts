import type { Logger, Random } from '../core/index.ts'
import { createInlineVerifier, type VerifierOptions } from './inlineVerifier.ts'
import { createProofThread } from './proofThread.ts'
import type { Verifier } from './types.ts'

/** Scripts on the calling thread; shielded parts, which would hold it up, on one of their own. */
export function createLoneVerifier(
  options: VerifierOptions,
  deps: { readonly logger: Logger; readonly random: Random },
): Verifier {
  const inline = createInlineVerifier(options, deps)
  const proofs = createProofThread({ logger: deps.logger, inline: inline.shielded })
  return { ...inline, proofs, close: proofs.close }
}
