/** Measures how soon the market screen is up to date after a block: `node e2e/bench/market.ts`. */
import { openWindow } from '../gui/app.ts'
import { sendBuilt } from '../gui/market.ts'
import { mintOverRpc } from '../gui/tokens.ts'
import { createFigures, type Record } from './figures.ts'

const BLOCKS = 15
/** Open orders in the book before the measurement. */
const ORDERS = 40

/** Resolves with the time, in milliseconds of this process, at which the book first showed this price. */
const whenShown = (price: string) => `new Promise((resolve) => {
  const book = document.querySelector('[role=grid][aria-label^=Offers]')
  const look = () => [...book.querySelectorAll('[role=row]')].some((row) => row.textContent.includes('${price}'))
  if (look()) return resolve()
  const observer = new MutationObserver(() => { if (look()) { observer.disconnect(); resolve() } })
  observer.observe(book, { subtree: true, childList: true, characterData: true })
})`

/** Returns the milliseconds from the node's report of a block until its order is shown in the book; sorted. */
async function measureAfterBlock(): Promise<readonly number[]> {
  const window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
  const { page, rpc } = window
  try {
    const token = await mintOverRpc(rpc, 'GOLD', '0.01', 'to be offered')
    for (let n = 0; n < ORDERS; n++) {
      await sendBuilt(rpc, 'tokenask', '1', token, String(9 + n / 64))
      await rpc.call('generate', 1)
    }
    await page.evaluate(`location.hash = '#/market/${token}'`)
    await page.getByRole('grid', { name: /^Offers/ }).waitFor()
    const times: number[] = []
    for (let n = BLOCKS; n > 0; n--) {
      // Each price is the best one, so it is visible in the book. Binary fractions stay exact in the arithmetic of the
      // protocol.
      const price = String(8 + n / 64)
      await sendBuilt(rpc, 'tokenask', '1', token, price)
      const shown = page.evaluate(whenShown(price))
      await rpc.call('generate', 1)
      const start = performance.now()
      await shown
      times.push(performance.now() - start)
    }
    return times.sort((a, b) => a - b)
  } finally {
    await window.close()
  }
}

export async function measureMarketScreen(record: Record): Promise<void> {
  const times = await measureAfterBlock()
  record({
    name: 'market: book on screen right after a block',
    value: times.at(-1) ?? 0,
    unit: 'ms',
    goal: { sense: '<', limit: 300 },
    note: `longest of ${BLOCKS}; median ${(times[BLOCKS >> 1] ?? 0).toFixed(0)} ms`,
  })
}

if (import.meta.main) {
  const { record, summarise } = createFigures()
  await measureMarketScreen(record)
  summarise()
}
