import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { ListedChain } from '#shared/chains/index.ts'
import { isHashShaped } from '#shared/protocol/shapes.ts'
import { type FirstStep, STEPS } from './steps.ts'

/** What is remembered of one chain's list. */
export interface KeptSteps {
  /** steps that were seen done: a lifted ban stays a tick, and what Friend does is one for Me */
  readonly done: readonly FirstStep[]
  readonly hidden: boolean
  /** id of the first token that was created: the next steps are done with it */
  readonly token?: string | undefined
}

interface StepsState {
  /** by `listOf` the chain, the last used last */
  readonly chains: Readonly<Record<string, KeptSteps>>
  keep(chain: string, change: Partial<KeptSteps>): void
  /** adds steps to those that were done; `token`: one that was created */
  note(chain: string, steps: readonly FirstStep[], token?: string): void
}

/** Which list a chain has: Me's and Friend's nodes have one together. */
export const listOf = ({ name, magic }: Pick<ListedChain, 'name' | 'magic'>): string => `${name} ${magic}`

/** Chains beyond this many are forgotten, oldest first. */
const KEPT = 50
export const NOTHING_DONE: KeptSteps = { done: [], hidden: false }

export const useSteps = create<StepsState>()(
  persist(
    (set, get) => ({
      chains: {},
      keep: (chain, change) =>
        set(({ chains: { [chain]: before = NOTHING_DONE, ...others } }) => ({
          chains: Object.fromEntries([...Object.entries(others), [chain, { ...before, ...change }]].slice(-KEPT)),
        })),
      note(chain, steps, created) {
        const { done, token = created } = get().chains[chain] ?? NOTHING_DONE
        if (steps.every((step) => done.includes(step)) && token === get().chains[chain]?.token) return
        get().keep(chain, { done: STEPS.filter((step) => done.includes(step) || steps.includes(step)), token })
      },
    }),
    {
      name: 'chainwright.firstSteps',
      version: 1,
      partialize: ({ chains }) => ({ chains }),
      merge: (stored, current) => ({ ...current, chains: readChains(stored) }),
    },
  ),
)

/** Storage is untrusted input like any other. */
function readChains(stored: unknown): Readonly<Record<string, KeptSteps>> {
  const { chains } = objectOf(stored)
  const kept = Object.entries(objectOf(chains)).map(([chain, value]) => {
    const { done, hidden, token } = objectOf(value)
    const steps = Array.isArray(done) ? STEPS.filter((step) => done.includes(step)) : []
    return [chain.slice(0, 200), readSteps(steps, hidden, token)] as const
  })
  return Object.fromEntries(kept.slice(-KEPT))
}

const readSteps = (done: readonly FirstStep[], hidden: unknown, token: unknown): KeptSteps => ({
  ...{ done, hidden: hidden === true },
  ...(typeof token === 'string' && isHashShaped(token) ? { token } : {}),
})

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
