import type { Logger } from '../core/index.ts'
import { InlineVerifier, type InlineVerifierDeps, type VerifierOptions } from './inlineVerifier.ts'
import { ProofThread } from './proofThread.ts'

/** Verifies scripts on the calling thread, and shielded parts, which would block it, on a separate thread. */
export class SingleThreadVerifier extends InlineVerifier {
  override readonly proofs: ProofThread

  constructor(options: VerifierOptions, deps: InlineVerifierDeps & { readonly logger: Logger }) {
    super(options, deps)
    this.proofs = new ProofThread({ logger: deps.logger, inline: this.shielded })
  }

  override close(): Promise<void> {
    return this.proofs.close()
  }
}
