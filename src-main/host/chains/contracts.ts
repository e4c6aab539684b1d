/** Which contracts (crypto-condition modules) a chain enables: what people should know before they create or join it. */
import { EVAL_CODES, FOREIGN_CONTRACTS } from '#shared/protocol/evalCodes.ts'
import { type ChainParams, isEvalCodeEnabled } from '../../node/consensus/index.ts'

type Rules = Pick<ChainParams, 'ccEnabled' | 'evalCodes'>

const EVER = Number.MAX_SAFE_INTEGER
const OWN = [
  { are: 'Tokens are', code: EVAL_CODES.tokens },
  { are: 'The faucet is', code: EVAL_CODES.faucet },
]

/** Whether the contracts that the window has screens for work from the first block on. */
export function ownContracts({ ccEnabled, evalCodes }: Rules): { readonly tokens: boolean; readonly faucet: boolean } {
  const on = (code: number) => ccEnabled && isEvalCodeEnabled(evalCodes, code, 0)
  return { tokens: on(EVAL_CODES.tokens), faucet: on(EVAL_CODES.faucet) }
}

/** Contracts of this program that the chain disables, and enabled ones that this program cannot judge. */
export function contractWarnings({ evalCodes }: Pick<Rules, 'evalCodes'>): string[] {
  const missing = OWN.filter(({ code }) => !isEvalCodeEnabled(evalCodes, code, 0)).map(({ are, code }) => {
    const last = evalCodes.activationHeights.get(code)
    const until = last === undefined ? '' : ` up to block ${last.toLocaleString('en-US')}`
    return `${are} off${until} on this chain: eval code ${code} is not among those that it allows.`
  })
  return [...missing, ...foreignWarnings({ evalCodes })]
}

/** At most one sentence: the enabled contracts that this program cannot judge. */
export function foreignWarnings({ evalCodes }: Pick<Rules, 'evalCodes'>): string[] {
  const foreign = [...FOREIGN_CONTRACTS].filter(([code]) => isEvalCodeEnabled(evalCodes, code, EVER))
  if (foreign.length === 0) return []
  const names = [...new Set(foreign.map(([, name]) => name))].join(', ')
  const which =
    evalCodes.disabled.size === 0
      ? `All contracts of the family are on, because -ac_ccenable is not set, and this node has no rules for these: ${names}.`
      : `Contracts are on that this node has no rules for: ${names}.`
  return [`${which} At the first block that spends from one of them it stays behind.`]
}
