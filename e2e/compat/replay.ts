import { readTranscript } from './recordings.ts'
import { createTally, type Tally } from './report.ts'
import { runLine } from './runLine.ts'
import { type Story, startRegtestStory } from './storyRegtest.ts'
import { startTst1Story } from './storyTst1.ts'

type ChainName = 'tst1' | 'regtest'

async function replayChain(chain: ChainName, tally: Tally, fromSource: boolean): Promise<void> {
  const lines = readTranscript(chain)
  const story: Story =
    chain === 'regtest'
      ? await startRegtestStory(fromSource)
      : await startTst1Story(fromSource, new Set(lines.map(({ node }) => node)))
  try {
    for (const line of lines) tally.add(line, await runLine(line, story.nodes, story.follower))
  } finally {
    await Promise.all([...story.nodes.values()].map(({ daemon }) => daemon.stop()))
  }
}

/** Replays the recordings of the named chains against our nodes, all chains at the same time. */
export async function replay(chains: readonly ChainName[], fromSource = false): Promise<Tally> {
  const tally = createTally()
  await Promise.all(chains.map((chain) => replayChain(chain, tally, fromSource)))
  return tally
}

// `node e2e/compat/replay.ts [--source] [tst1] [regtest]` only prints the report.
if (import.meta.main) {
  const words = process.argv.slice(2)
  const named = (['tst1', 'regtest'] as const).filter((chain) => words.includes(chain))
  const tally = await replay(named.length > 0 ? named : ['tst1', 'regtest'], words.includes('--source'))
  tally.print((text) => console.log(text))
  process.exitCode = tally.remaining.length > 0 ? 1 : 0
}
