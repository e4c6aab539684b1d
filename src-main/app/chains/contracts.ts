/** Which contracts (crypto-condition modules) a chain enables: what people should know before they create or join it. */
import { figuresIn } from '#shared/figures.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { type ChainParams, isEvalCodeEnabled } from '../../node/index.ts'

type Rules = Pick<ChainParams, 'ccEnabled' | 'evalCodes'>

const OWN = [
  { are: 'Tokens are', code: EVAL_CODES.tokens },
  { are: 'The faucet is', code: EVAL_CODES.faucet },
]

/** Whether the contracts that the window has screens for work from the first block on. */
export function ownContracts({ ccEnabled, evalCodes }: Rules): { readonly tokens: boolean; readonly faucet: boolean } {
  const on = (code: number) => ccEnabled && isEvalCodeEnabled(evalCodes, code, 0)
  return { tokens: on(EVAL_CODES.tokens), faucet: on(EVAL_CODES.faucet) }
}

/** Contracts that the window has screens for and the chain disables. */
export function contractWarnings({ evalCodes }: Pick<Rules, 'evalCodes'>): string[] {
  return OWN.filter(({ code }) => !isEvalCodeEnabled(evalCodes, code, 0)).map(({ are, code }) => {
    const last = evalCodes.activationHeights.get(code)
    const until = last === undefined ? '' : ` up to block ${figuresIn('en').whole(last)}`
    return `${are} off${until} on this chain: eval code ${code} is not among those that it allows.`
  })
}
