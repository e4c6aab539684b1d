import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { TooltipProvider } from '../../ui/Tooltip.tsx'
import { LocksCard, type LocksCardProps } from './LocksCard.tsx'
import type { Lock, ShownPlan } from './terms.ts'

beforeAll(() => loadTexts('rewards', 'parts', 'ui'))

const COIN = 100_000_000n
const DAY = 86_400n
const PLAN = 'aa'.repeat(32)

const plan = {
  ...{ fundingtxid: PLAN, name: 'SAVINGS', apr: 10n * COIN, minseconds: 30n * DAY, maxseconds: 60n * DAY },
  ...{ mindeposit: COIN, funding: 50n * COIN, locked: 0n, trouble: 'none' },
} as unknown as ShownPlan

const buildLock = (other: Partial<Lock>): Lock =>
  ({
    ...{ txid: 'bb'.repeat(32), fundingtxid: PLAN, amount: 365n * COIN, address: null, state: 'ready' },
    ...{ since: 1_700_000_000, age: 2_592_000, earned: 3n * COIN, most: 6n * COIN },
    ...other,
  }) as unknown as Lock

/** Returns the visible text of the card. */
function shown(props: Pick<LocksCardProps, 'locks' | 'plans'>): string {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const card = createElement(LocksCard, { ...props, coin: 'TEST', onUnlock: () => {} })
  const window = { router, children: TooltipProvider({ children: card }) }
  return renderToStaticMarkup(createElement(RouterContextProvider, window))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

describe('LocksCard', () => {
  it('shows the reward so far and offers to unlock', () => {
    const text = shown({ locks: [buildLock({})], plans: [plan] })
    for (const words of ['365 TEST', 'SAVINGS', 'Earned so far: 3 of 6 TEST', 'Ready', 'Unlock', 'or earn more until'])
      expect(text).toContain(words)
  })

  it('shows locks whose plan is not in the list without an unlock button', () => {
    const locks = [
      buildLock({}),
      buildLock({ txid: 'cc'.repeat(32), fundingtxid: 'dd'.repeat(32), amount: 12n * COIN }),
    ]
    const text = shown({ locks, plans: [plan] })
    for (const words of ['365 TEST', '12 TEST', 'Its plan is unknown']) expect(text).toContain(words)
    expect(text.match(/Earned so far: 3 of 6 TEST/g)).toHaveLength(2)
    // A lock without its plan cannot be unlocked.
    expect(text.match(/Unlock/g)).toHaveLength(1)
  })

  it('shows unconfirmed locks and unlocks with a known or unknown plan', () => {
    for (const plans of [[plan], []]) {
      expect(shown({ locks: [buildLock({ state: 'waiting', since: null })], plans })).toContain(
        'Earns from the next block on',
      )
      expect(shown({ locks: [buildLock({ state: 'leaving' })], plans })).toContain('Back in your wallet')
    }
  })
})
