import type { Explanation } from '#shared/rpc/index.ts'

/** Test helpers: build explanations of transactions with defaults. */

type Input = Explanation['inputs'][number]
type Output = Explanation['outputs'][number]

export const anInput = (change: Partial<Input> = {}): Input => ({
  ...{ txid: 'bb'.repeat(32), vout: 0, address: 'RMe', amount: 100n, type: 'pubkeyhash', owner: 'own', gone: false },
  ...change,
})

export const anOutput = (change: Partial<Output> = {}): Omit<Output, 'n'> => ({
  ...{ address: 'RThem', amount: 5n, type: 'pubkeyhash', owner: 'foreign', change: false, role: 'payment' },
  ...change,
})

export function anExplanation(outputs: readonly Omit<Output, 'n'>[], change: Partial<Explanation> = {}): Explanation {
  const inputs = change.inputs ?? [anInput()]
  const known = inputs.every(({ amount }) => amount !== null)
  const spent = known ? inputs.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n) : null
  const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n)
  const fee = spent === null ? null : spent - paid
  const parts = { paid, locked: 0n, markers: 0n, units: 0n, received: 0n }
  return {
    ...{ txid: 'aa'.repeat(32), size: 226, coinbase: false, state: 'unsent', complete: true, refused: null },
    ...{ inputs, outputs: outputs.map((output, n) => ({ n, ...output })) },
    ...{ spent, spentown: 0n, paid, kept: 0n, change: 0n, fee, feerate: null },
    cost: fee === null ? null : { total: paid + fee, fee, ...parts },
    ...{ module: null, action: null, order: null, summary: '', tokens: [], warnings: [] },
    said: { summary: [], warnings: [] },
    ...change,
  }
}
