import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { type ArgumentList, createOptionReader } from './argumentList.ts'
import type { ChainOptions } from './chainOptions.ts'

const KNOWN_CODES: ReadonlySet<bigint> = new Set(Object.values(EVAL_CODES).map(BigInt))

/**
 * Returns why a chain is refused whose options name an eval code without a contract here, or undefined. `-ac_ccenable` is
 * read from the command line: the chain's options leave it out if `-ac_cc` is not set, yet a code that was typed is meant.
 *
 * @param list as readChainOptions accepts it
 */
export function unknownEvalCode(
  list: ArgumentList,
  { ccActivateHeights }: Pick<ChainOptions, 'ccActivateHeights'>,
): string | undefined {
  // A 0 enables nothing (chain-params.md §3).
  const enabled = createOptionReader(list)
    .list('ac_ccenable', 256)
    .filter((code) => code !== 0n)
  // The repetition of the last height makes it a code of the same height, which was not typed as one.
  const activated = [...ccActivateHeights].flatMap(([code, height]) => (code === height ? [] : [BigInt(code)]))
  return refusal('-ac_ccenable', enabled) ?? refusal('-ac_ccactivateht', activated)
}

function refusal(option: string, codes: readonly bigint[]): string | undefined {
  const unknown = codes.find((code) => !KNOWN_CODES.has(code))
  if (unknown === undefined) return undefined
  return `${option}: this program has no contract with the eval code ${unknown}, so it does not run this chain`
}
