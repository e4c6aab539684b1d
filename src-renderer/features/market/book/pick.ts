import type { OrderRow } from '../trade/request.ts'
import { isFillable } from '../trade/useOffers.ts'
import { bestOrder, levelOptions } from './bestOrder.ts'
import type { Side } from './ladder.ts'

/** What a choice comes to; one of them is called. */
export interface PickOutcome {
  /** somebody can fill it now */
  fill(order: OrderRow): void
  /** nobody can */
  show(order: OrderRow): void
  /** the level has no order any more */
  gone(): void
  failed(error: unknown): void
}

interface PickedLevel {
  readonly token: string
  readonly side: Side
  readonly price: string
}

type Ask = (options: ReturnType<typeof levelOptions>) => Promise<{ readonly rows: readonly OrderRow[] }>

/**
 * Levels of the book are chosen: the best order of the one chosen last is meant. Answers about others, which may come later
 * than its own, are of no use to anybody.
 */
export function createPicker() {
  let chosen = 0
  return {
    /** What was chosen does not count any more. */
    forget(): void {
      chosen++
    },
    async pick({ token, side, price }: PickedLevel, ask: Ask, outcome: PickOutcome): Promise<void> {
      const own = ++chosen
      try {
        const { rows } = await ask(levelOptions(token, side, price))
        if (own !== chosen) return
        const order = bestOrder(rows, price)
        if (!order) outcome.gone()
        else if (isFillable(order)) outcome.fill(order)
        else outcome.show(order)
      } catch (error) {
        if (own === chosen) outcome.failed(error)
      }
    },
  }
}
