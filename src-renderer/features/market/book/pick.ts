import type { OrderRow } from '../trade/request.ts'
import { isFillable } from '../trade/useOffers.ts'
import { bestOrder, levelOptions } from './bestOrder.ts'
import type { Side } from './ladder.ts'

/** Callbacks for the result of a pick. Exactly one is called for the last pick. */
export interface PickOutcome {
  /** The order can be filled now. */
  fill(order: OrderRow): void
  /** The order cannot be filled now. */
  show(order: OrderRow): void
  /** The level no longer has an order. */
  gone(): void
  failed(error: unknown): void
}

interface PickedLevel {
  readonly token: string
  readonly side: Side
  readonly price: string
}

type FetchOrders = (options: ReturnType<typeof levelOptions>) => Promise<{ readonly rows: readonly OrderRow[] }>

/**
 * Returns a picker for the best order of a level of the book. Only the last pick counts: answers to earlier picks,
 * which may arrive later, are ignored.
 */
export function createPicker() {
  let lastPick = 0
  return {
    /** Ignores the answers to all earlier picks. */
    forget(): void {
      lastPick++
    },
    async pick({ token, side, price }: PickedLevel, fetchOrders: FetchOrders, outcome: PickOutcome): Promise<void> {
      const pickNumber = ++lastPick
      try {
        const { rows } = await fetchOrders(levelOptions(token, side, price))
        if (pickNumber !== lastPick) return
        const order = bestOrder(rows, price)
        if (!order) outcome.gone()
        else if (isFillable(order)) outcome.fill(order)
        else outcome.show(order)
      } catch (error) {
        if (pickNumber === lastPick) outcome.failed(error)
      }
    },
  }
}
