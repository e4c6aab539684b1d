import { type ContractName, EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { ChainOptions } from './chainOptions.ts'
import { enabledEvalCodes } from './magic.ts'

/** Which crypto-condition modules a chain lets run (chain-params.md §2, crypto-conditions.md §4). */
export interface EvalCodeRules {
  readonly disabled: ReadonlySet<number>
  /** disabled codes that become valid again, with the first tip height that allows them */
  readonly activationHeights: ReadonlyMap<number, number>
}

/** Public chains of the family whose permitted modules are built into its nodes, whatever the options say. */
const BUILT_IN: ReadonlyMap<string, readonly ContractName[]> = new Map([
  ['AXO', []],
  ['CCL', ['tokens', 'heir']],
  ['COQUI', ['dice', 'channels', 'oracles', 'assets', 'tokens']],
  ['DION', []],
  ['EQL', []],
  ['ILN', []],
  ['OUR', []],
  ['ZEXO', []],
  ['SEC', ['assets', 'tokens', 'oracles']],
  ['KMDICE', ['faucet', 'dice', 'oracles']],
])

export function evalCodeRules(options: ChainOptions): EvalCodeRules {
  const enabled = BUILT_IN.get(options.name)?.map((name) => EVAL_CODES[name]) ?? enabledEvalCodes(options)
  const allowed = enabled === undefined ? undefined : new Set<number>(enabled)
  const disabled = new Set<number>()
  if (allowed !== undefined) for (let code = 0; code < 256; code++) if (!allowed.has(code)) disabled.add(code)
  return { disabled, activationHeights: options.ccActivateHeights }
}

/**
 * Whether an eval node of this code may be judged at all while the chain stands at `tipHeight` (the height before the
 * block or transaction that contains it).
 */
export function isEvalCodeEnabled(rules: EvalCodeRules, code: number, tipHeight: number): boolean {
  if (!rules.disabled.has(code)) return true
  const activation = rules.activationHeights.get(code)
  return activation !== undefined && activation <= tipHeight
}
