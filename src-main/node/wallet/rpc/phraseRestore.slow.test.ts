import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMarketNode, nightly } from '../../testing/index.ts'
import { RandomWallet } from './testing/randomWallet.ts'
import { WALLET_THINGS } from './testing/walletThings.ts'

/** Assets that the wallet gets and actions of its user, in random order. */
const step = fc.record({
  act: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...WALLET_THINGS) },
    { weight: 2, arbitrary: fc.constantFrom('move', 'mine', 'finish', 'close') },
  ),
  key: fc.nat({ max: 3 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const held = (...acts: Step['act'][]): Step[] => acts.map((act, index) => ({ act, key: index % 3 }))
/**
 * Moves that take everything, run before a token arrives, wait for coins, leave open orders behind, or leave further
 * assets.
 */
const EXAMPLES: [Step[]][] = [
  [held('coin', 'token', 'immature', 'spread', 'locked', 'unpaidToken', 'move', 'mine', 'finish')],
  [held('coin', 'move', 'finish', 'unpaidToken')],
  [held('immature', 'locked', 'move', 'mine', 'mine')],
  [held('ask', 'bid', 'move', 'finish', 'close', 'close', 'move', 'finish')],
  [held('immature', 'move', 'move')],
  [held('nft', 'reward', 'channelIn', 'channelOut', 'heir', 'owner', 'role', 'move', 'finish')],
]

/** Compares the coverage check with a restore. @returns true if the words cover everything */
async function checkTick(random: RandomWallet, done: string): Promise<boolean> {
  const [uncovered, missing, stays] = [
    await random.countUncovered(),
    await random.findMissing(),
    await random.listStaying(),
  ]
  expect(stays, done).toEqual(random.expectStaying())
  if (uncovered === 0) expect(missing, done).toEqual([])
  else expect([...missing, ...random.reasons()], done).not.toEqual([])
  return uncovered === 0
}

describe('findUncovered over random wallets', () => {
  it('returns nothing exactly if a restore finds everything', {
    timeout: 600_000,
  }, async () => {
    let [ticks, withheld] = [0, 0]
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (steps) => {
        const directory = mkdtempSync(join(tmpdir(), 'random-wallet-'))
        const market = createMarketNode()
        const random = new RandomWallet(market, directory)
        try {
          for (const [index, { act, key }] of steps.entries()) {
            await random.act(act, key)
            const isCheckpoint = index === steps.length - 1 || act === 'move' || act === 'mine' || act === 'finish'
            if (!isCheckpoint) continue
            const done = steps.slice(0, index + 1).map((each) => `${each.act} ${each.key}`)
            if (await checkTick(random, done.join(', '))) ticks++
            else withheld++
          }
        } finally {
          random.close()
          market.close()
          rmSync(directory, { recursive: true, force: true })
        }
      }),
      { numRuns: nightly() ? 150 : 10, examples: EXAMPLES, endOnFailure: true },
    )
    // Check that both results occurred.
    expect([ticks > 0, withheld > 0]).toEqual([true, true])
  })
})
