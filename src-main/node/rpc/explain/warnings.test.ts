import { describe, expect, it } from 'vitest'
import { type SentenceKey, say } from '#shared/sentences/sentence.ts'
import type { GatheredTransaction } from './gather.ts'
import { collectWarnings } from './warnings.ts'

const output = (n: number, owner: string) => ({
  ...{ n, owner, amount: 1n, role: 'contract', type: 'cryptocondition', token: undefined, change: false },
})

/** Returns the keys of the warnings about outputs. The action locks the outputs with the given indexes. */
function warned(owners: readonly string[], locked: readonly number[], sharing?: SentenceKey): readonly string[] {
  const facts = {
    ...{ inputs: [], fee: 0n, complete: true, state: 'unsent', coinbase: false, tokens: [], action: null },
    outputs: owners.map((owner, n) => output(n, owner)),
  }
  const gathered = {
    tx: { valueBalance: 0n, joinSplits: [], vout: [] },
    contracts: {
      ...{ locked: new Set(locked), sharing: sharing && say(sharing), tokens: { emptyClaim: false } },
      warnings: () => [],
    },
  } as unknown as GatheredTransaction
  const options = { refused: undefined, allows: () => true }
  return collectWarnings(facts as unknown as Parameters<typeof collectWarnings>[0], gathered, options).map(
    ({ key }) => key,
  )
}

describe('warnings about outputs that this wallet and another key can spend', () => {
  it('become one warning of the contract for outputs that its action locks', () => {
    expect(warned(['shared', 'shared'], [0, 1], 'heir.sharing')).toEqual(['heir.sharing'])
    expect(warned(['own', 'foreign'], [0], 'heir.sharing')).not.toContain('heir.sharing')
  })

  it('stay unchanged for other outputs, and if the contract has no such warning', () => {
    expect(warned(['shared', 'shared'], [0], 'channels.sharing')).toEqual(['warning.shared', 'channels.sharing'])
    expect(warned(['shared'], [0])).toEqual(['warning.shared'])
    expect(warned(['shared'], [])).toEqual(['warning.shared'])
  })
})
