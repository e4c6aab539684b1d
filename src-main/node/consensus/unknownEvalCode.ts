import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { type ArgumentList, createOptionReader } from './argumentList.ts'
import type { ChainOptions } from './chainOptions.ts'

const KNOWN_CODES: ReadonlySet<bigint> = new Set(Object.values(EVAL_CODES).map(BigInt))

/**
 * Returns the reason to reject a chain whose options contain an eval code without a contract here, or undefined.
 * `-ac_ccenable` is read from the command line: without `-ac_cc` the chain's options omit it, yet the typed code is
 * intended.
 *
 * @param list accepted by readChainOptions
 */
export function unknownEvalCode(
  list: ArgumentList,
  { ccActivateHeights }: Pick<ChainOptions, 'ccActivateHeights'>,
): string | undefined {
  // Zeros enable nothing (chain-params.md §3).
  const enabled = createOptionReader(list)
    .list('ac_ccenable', 256)
    .filter((code) => code !== 0n)
  // A code equal to its height results from the repetition of the last height and was not typed as a code.
  const activated = [...ccActivateHeights].flatMap(([code, height]) => (code === height ? [] : [BigInt(code)]))
  return explainUnknownCode('-ac_ccenable', enabled) ?? explainUnknownCode('-ac_ccactivateht', activated)
}

function explainUnknownCode(option: string, codes: readonly bigint[]): string | undefined {
  const unknown = codes.find((code) => !KNOWN_CODES.has(code))
  if (unknown === undefined) return undefined
  return `${option}: this program has no contract with the eval code ${unknown}, so it does not run this chain`
}
