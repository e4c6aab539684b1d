/**
 * Determines which contracts (crypto-condition modules) a chain enables, and the warnings before a user creates or
 * joins it.
 */
import { figuresIn } from '#shared/figures.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { type ChainParams, isEvalCodeEnabled } from '../../node/index.ts'

type Rules = Pick<ChainParams, 'ccEnabled' | 'evalCodes'>

const OWN = [
  { are: 'Tokens are', code: EVAL_CODES.tokens },
  { are: 'The faucet is', code: EVAL_CODES.faucet },
]

/** Returns true for tokens and for the faucet, which have screens in the window, if they work from block 1 on. */
export function ownContracts({ ccEnabled, evalCodes }: Rules): { readonly tokens: boolean; readonly faucet: boolean } {
  const on = (code: number) => ccEnabled && isEvalCodeEnabled(evalCodes, code, 0)
  return { tokens: on(EVAL_CODES.tokens), faucet: on(EVAL_CODES.faucet) }
}

/** Returns a warning for each contract with a screen in the window that the chain disables. */
export function contractWarnings({ evalCodes }: Pick<Rules, 'evalCodes'>): string[] {
  return OWN.filter(({ code }) => !isEvalCodeEnabled(evalCodes, code, 0)).map(({ are, code }) => {
    const last = evalCodes.activationHeights.get(code)
    const until = last === undefined ? '' : ` up to block ${figuresIn('en').whole(last)}`
    return `${are} off${until} on this chain: eval code ${code} is not allowed.`
  })
}
