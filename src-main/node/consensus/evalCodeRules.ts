import { type ContractName, EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { ChainOptions } from './chainOptions.ts'
import { enabledEvalCodes } from './magic.ts'

/** Rules for the crypto-condition modules that a chain enables (chain-params.md §2, crypto-conditions.md §4). */
export interface EvalCodeRules {
  readonly disabled: ReadonlySet<number>
  /** disabled codes that become valid again, with the first tip height that allows them */
  readonly activationHeights: ReadonlyMap<number, number>
  /** codes whose spends are always valid up to these tip heights */
  readonly unjudged?: ReadonlyMap<number, number>
}

/** Chains with asset orders from before the current rules, with the last tip height that accepts any such spend. */
const OLD_ORDERS: ReadonlyMap<string, number> = new Map([
  ['SEC', 144_073],
  ['MGNX', 210_190],
])

/** Public chains whose enabled modules are built into komodod, regardless of the options. */
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
  const old = OLD_ORDERS.get(options.name)
  const unjudged = old === undefined ? {} : { unjudged: new Map([[EVAL_CODES.assets, old]]) }
  return { disabled, activationHeights: options.ccActivateHeights, ...unjudged }
}

/**
 * Returns true if a module may evaluate this eval code at `tipHeight` (the height before the block or transaction that
 * contains it).
 */
export function isEvalCodeEnabled(rules: EvalCodeRules, code: number, tipHeight: number): boolean {
  if (!rules.disabled.has(code)) return true
  const activation = rules.activationHeights.get(code)
  return activation !== undefined && activation <= tipHeight
}

/** Returns true if spends with this code are valid without its module at `tipHeight`. */
export function isUnjudged({ unjudged }: EvalCodeRules, code: number, tipHeight: number): boolean {
  return tipHeight <= (unjudged?.get(code) ?? -1)
}
