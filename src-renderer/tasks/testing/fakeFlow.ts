import { vi } from 'vitest'
import type { BuiltTransaction } from '../../components/transaction/built.ts'
import type { ConfirmationFlow } from '../useConfirmation.ts'

/** Creates a flow for tests of forms, which builds and sends nothing. `start` records the orders. */
export function createFakeFlow<Order, Built extends BuiltTransaction = BuiltTransaction>(
  change: Partial<ConfirmationFlow<Order, Built>> = {},
) {
  const start = vi.fn<(order: Order) => void>()
  const flow: ConfirmationFlow<Order, Built> = {
    ...{ stage: 'form', busy: false, build: () => new Promise(() => {}), noteShown() {}, start },
    ...{ confirm() {}, back() {}, reject() {}, end() {} },
    ...change,
  }
  return { flow, start }
}
