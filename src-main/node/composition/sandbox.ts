import type { Chain } from '../chain/index.ts'
import type { BlockGenerator } from '../mining/index.ts'
import { p2pkScript } from '../script/index.ts'

/** Block 1 pays the entire supply. The next blocks confirm it, and give tokencreate confirmed coins of its own key. */
const SANDBOX_HEIGHT = 3

/** Mines the first blocks of a new sandbox chain, so that its user can create tokens immediately. */
export async function prepareSandbox(
  chain: Chain,
  miner: BlockGenerator,
  pubkey: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const missing = SANDBOX_HEIGHT - chain.tip().height
  if (missing > 0) await miner.generate(missing, { script: p2pkScript(pubkey), signal })
}
