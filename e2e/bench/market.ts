/** How soon the market's screen is right after a block: `node e2e/bench/market.ts`. */
import { openWindow } from '../gui/app.ts'
import { sendBuilt } from '../gui/market.ts'
import { mintOverRpc } from '../gui/tokens.ts'
import { createFigures, type Record } from './figures.ts'

const BLOCKS = 15
/** Open orders of the book beforehand. */
const ORDERS = 40

/** Resolves with the moment, in milliseconds of this process, at which the book had this price. */
const whenShown = (price: string) => `new Promise((resolve) => {
  const book = document.querySelector('[role=grid][aria-label^=Offers]')
  const look = () => [...book.querySelectorAll('[role=row]')].some((row) => row.textContent.includes('${price}'))
  if (look()) return resolve()
  const observer = new MutationObserver(() => { if (look()) { observer.disconnect(); resolve() } })
  observer.observe(book, { subtree: true, childList: true, characterData: true })
})`

/** Milliseconds from a block's being there, as the node says it, until its order is in the book on screen; sorted. */
async function measureAfterBlock(): Promise<readonly number[]> {
  const window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
  const { page, rpc } = window
  try {
    const token = await mintOverRpc(rpc, 'GOLD', '0.01', 'to be offered')
    for (let n = 0; n < ORDERS; n++) {
      await sendBuilt(rpc, 'tokenask', '1', token, `9.${String(n).padStart(8, '0')}`)
      await rpc.call('generate', 1)
    }
    await page.evaluate(`location.hash = '#/market/${token}'`)
    await page.getByRole('grid', { name: /^Offers/ }).waitFor()
    const times: number[] = []
    for (let n = BLOCKS; n > 0; n--) {
      // Each is the best price, and so in sight.
      const price = `8.000000${String(n + 10)}`
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
