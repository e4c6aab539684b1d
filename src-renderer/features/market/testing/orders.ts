import type { OrderRow } from '../trade/request.ts'

/** Returns an open ask of another trader, 100 units at 7.77. */
export const sampleOrder = (other: Partial<OrderRow> = {}): OrderRow => ({
  ...{
    order: '11'.repeat(32),
    current: '11'.repeat(32),
    tokenid: '22'.repeat(32),
    name: 'GOLD',
    nft: false,
    movable: true,
  },
  ...{ side: 'ask', state: 'open', units: 100n, coins: 77_700_000_000n, unitsleft: 100n, coinsleft: 77_700_000_000n },
  ...{ price: '7.77000000', owner: `02${'33'.repeat(32)}`, mine: false, height: 5, time: 1_700_000_000, pending: null },
  ...other,
})
