import { buildChainParams, type ChainParams, readChainOptions } from '../consensus/index.ts'

/**
 * Builds the parameters of any chain, including recorded chains that no node of this program runs.
 * @throws Error if unreadable
 */
export function recordedParams(args: readonly string[]): ChainParams {
  const parsed = readChainOptions(args)
  if (!parsed.ok) throw new Error(parsed.error)
  return buildChainParams(parsed.options)
}
