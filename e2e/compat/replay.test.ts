import { describe, expect, it } from 'vitest'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { replay } from './replay.ts'
import { lastBlockTime } from './storyTst1.ts'

const clockReason = Date.now() / 1000 < lastBlockTime() ? 'the clock of this machine is before its blocks' : undefined
const behind = leaveOut('the recorded main-mode chain', clockReason)

describe('replay of the recorded calls', () => {
  it.skipIf(behind)('answers every compared line as recorded, except for the listed differences', async () => {
    const tally = await replay(['tst1', 'regtest'])
    tally.print((text) => console.log(text))
    expect(tally.remaining.map(({ line }) => `${line.chain} ${line.seq} ${line.method}`)).toEqual([])
    expect(
      tally.unused().map(({ name }) => name),
      'differences of the table that no line showed',
    ).toEqual([])
  })
})
