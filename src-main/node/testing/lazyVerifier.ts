import type { ShieldedJob } from '../shielded/index.ts'
import { type FailedScript, InlineVerifier, type ScriptJob, type Verifier, type VerifyGroup } from '../verify/index.ts'
import { testRandom } from './testNode.ts'

const GOOD = { ok: true } as const

/**
 * Creates a verifier that checks no script until the caller helps or waits, as if the other threads were infinitely
 * slow.
 */
export function lazyVerifier(): Verifier {
  const inline = new InlineVerifier({ ccEnabled: true }, { random: testRandom })
  return Object.assign(inline, {
    group() {
      const jobs: { readonly verify: () => FailedScript['verdict'] | typeof GOOD; readonly tag: number }[] = []
      let failure: FailedScript | undefined
      const verifyNext = (count: number) => {
        const looked = jobs.splice(0, count)
        for (const { verify, tag } of looked) {
          const verdict = verify()
          if (!verdict.ok) failure ??= { tag, verdict }
        }
        return looked.length > 0
      }
      return {
        add: (job: ScriptJob, tag: number) => void jobs.push({ verify: () => inline.verify(job), tag }),
        addShielded: (some: readonly ShieldedJob[], tag: number) =>
          void jobs.push({ verify: () => inline.shielded.verify(some)?.refusal ?? GOOD, tag }),
        finish() {
          verifyNext(jobs.length)
          const found = failure
          failure = undefined
          return found
        },
        help: (left: number) => verifyNext(jobs.length - left),
        state: () => ({
          inputs: jobs.length,
          answered: jobs[0]?.tag ?? Number.POSITIVE_INFINITY,
          failed: failure !== undefined,
        }),
      }
    },
  })
}

/** Returns a lazy verifier that adds every group it begins to `groups`; the first one is the block importer's. */
export function recordGroups(groups: VerifyGroup[]): Verifier {
  const lazy = lazyVerifier()
  const begin = lazy.group.bind(lazy)
  const group = () => {
    const begun = begin()
    groups.push(begun)
    return begun
  }
  return Object.assign(lazy, { group })
}
