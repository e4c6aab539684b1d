/** First steps in the sandbox. Each leads to the next. */
export const STEPS = ['mint', 'send', 'fund', 'claim', 'offer', 'buy', 'ban'] as const
export type FirstStep = (typeof STEPS)[number]
