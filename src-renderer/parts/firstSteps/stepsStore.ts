import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { ListedChain } from '#shared/chains/index.ts'
import { type FirstStep, STEPS } from './steps.ts'

/** What is remembered of one chain's list. */
export interface KeptSteps {
  /** steps that were seen done: a lifted ban stays a tick, and what Friend does is one for Me */
  readonly done: readonly FirstStep[]
  readonly hidden: boolean
}

interface StepsState {
  /** by `listOf` the chain, the last used last */
  readonly chains: Readonly<Record<string, KeptSteps>>
  keep(chain: string, change: Partial<KeptSteps>): void
  /** adds steps to those that were done */
  note(chain: string, steps: readonly FirstStep[]): void
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
      note(chain, steps) {
        const { done } = get().chains[chain] ?? NOTHING_DONE
        if (steps.every((step) => done.includes(step))) return
        get().keep(chain, { done: STEPS.filter((step) => done.includes(step) || steps.includes(step)) })
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
    const { done, hidden } = objectOf(value)
    const steps = Array.isArray(done) ? STEPS.filter((step) => done.includes(step)) : []
    return [chain.slice(0, 200), { done: steps, hidden: hidden === true }] as const
  })
  return Object.fromEntries(kept.slice(-KEPT))
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
