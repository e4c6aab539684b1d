import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { chromiumArgs, chromiumPath } from '../browser.ts'
import { startWebApp } from '../support/webApp.ts'

/**
 * Interactive: every figure of the overview and of the status bar is there (what still breathes is a promise, not a figure), and
 * a key press opens the search, which takes what is typed.
 */
async function untilInteractive(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await page.getByRole('contentinfo').getByText('Running alone').waitFor()
  await page
    .getByRole('contentinfo')
    .getByText(/^Height: ?\d/)
    .waitFor()
  await page
    .getByRole('heading', { name: 'Balance' })
    .locator('../..')
    .getByText(/\d\.\d/)
    .first()
    .waitFor()
  await page.waitForFunction("document.querySelectorAll('main .animate-breathe, footer .animate-breathe').length === 0")
  await page.keyboard.press('ControlOrMeta+k')
  await page.locator('input[placeholder^="Search screens"]:focus').waitFor()
  await page.keyboard.type('tok')
  await page
    .getByRole('option', { name: /Tokens/ })
    .first()
    .waitFor()
}

/** Seconds from starting the app, on a chain that is there already, until its window is interactive in a browser that runs. */
export async function measureWindow(folder: string): Promise<number> {
  const home = join(folder, 'home')
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs] })
  try {
    // The first run makes the sandbox chain and warms the browser up; what is measured is coming back to it.
    await openOnce()
    return await openOnce()
  } finally {
    await browser.close()
  }

  async function openOnce(): Promise<number> {
    const start = performance.now()
    const app = await startWebApp({ home, args: ['-sandbox'] })
    try {
      const page = await browser.newPage()
      await page.goto(app.address)
      await untilInteractive(page)
      const seconds = (performance.now() - start) / 1000
      await page.close()
      return seconds
    } finally {
      await app.stop()
    }
  }
}
