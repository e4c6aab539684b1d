import type { ChainOptions } from './chainOptions.ts'
import { enabledEvalCodes } from './magic.ts'

/** Which crypto-condition modules a chain lets run (chain-params.md §2, crypto-conditions.md §4). */
export interface EvalCodeRules {
  readonly disabled: ReadonlySet<number>
  /** disabled codes that become valid again, with the first tip height that allows them */
  readonly activationHeights: ReadonlyMap<number, number>
}

const ASSETS = 0xe3
const FAUCET = 0xe4
const DICE = 0xe6
const HEIR = 0xea
const CHANNELS = 0xeb
const ORACLES = 0xec
const TOKENS = 0xf2

/** Public chains of the family whose permitted modules are built into its nodes, whatever the options say. */
const BUILT_IN: ReadonlyMap<string, readonly number[]> = new Map([
  ['AXO', []],
  ['CCL', [TOKENS, HEIR]],
  ['COQUI', [DICE, CHANNELS, ORACLES, ASSETS, TOKENS]],
  ['DION', []],
  ['EQL', []],
  ['ILN', []],
  ['OUR', []],
  ['ZEXO', []],
  ['SEC', [ASSETS, TOKENS, ORACLES]],
  ['KMDICE', [FAUCET, DICE, ORACLES]],
])

export function evalCodeRules(options: ChainOptions): EvalCodeRules {
  const enabled = BUILT_IN.get(options.name) ?? enabledEvalCodes(options)
  const allowed = enabled === undefined ? undefined : new Set(enabled)
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
