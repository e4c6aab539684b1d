import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumArgs, chromiumPath } from '../browser.ts'
import { startWebApp } from '../support/webApp.ts'

/** Seconds from starting the app (a chain that is there already) until the window shows its figures and takes input. */
export async function measureWindow(folder: string): Promise<number> {
  const home = join(folder, 'home')
  // The first run makes the sandbox chain; what is measured is coming back to it, with a browser that runs already.
  const first = await startWebApp({ home })
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs] })
  try {
    const warm = await browser.newPage()
    await warm.goto(first.address)
    await warm.getByRole('heading', { level: 1 }).waitFor()
    await warm.close()
    await first.stop()
    const start = performance.now()
    const app = await startWebApp({ home })
    const page = await browser.newPage()
    await page.goto(app.address)
    await page.locator('[data-ready="true"]').waitFor()
    const seconds = (performance.now() - start) / 1000
    await app.stop()
    return seconds
  } finally {
    await browser.close()
  }
}
