import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMarketNode, nightly } from '../../testing/index.ts'
import { RandomWallet } from './testing/randomWallet.ts'
import { WALLET_THINGS } from './testing/walletThings.ts'

/** Things that the wallet gets, and acts of its user, in any order. */
const step = fc.record({
  act: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...WALLET_THINGS) },
    { weight: 2, arbitrary: fc.constantFrom('move', 'mine', 'finish', 'close') },
  ),
  key: fc.nat({ max: 3 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const held = (...acts: Step['act'][]): Step[] => acts.map((act, index) => ({ act, key: index % 3 }))
/** Moves that take everything, before a token arrives, that wait for coins, that leave orders behind until they are closed, and that leave more. */
const EXAMPLES: [Step[]][] = [
  [held('coin', 'token', 'immature', 'spread', 'locked', 'unpaidToken', 'move', 'mine', 'finish')],
  [held('coin', 'move', 'finish', 'unpaidToken')],
  [held('immature', 'locked', 'move', 'mine', 'mine')],
  [held('ask', 'bid', 'move', 'finish', 'close', 'close', 'move', 'finish')],
  [held('immature', 'move', 'move')],
  [held('nft', 'reward', 'channelIn', 'channelOut', 'heir', 'owner', 'role', 'move', 'finish')],
]

/** Compares the tick with a restore. @returns true with the tick */
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

describe('the tick over random wallets', () => {
  it('says that the words cover everything exactly if a restore brings everything back', {
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
    // Both answers occurred.
    expect([ticks > 0, withheld > 0]).toEqual([true, true])
  })
})
