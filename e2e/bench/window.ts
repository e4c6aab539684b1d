import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Page } from 'playwright'
import { chromiumArgs, chromiumPath } from '../browser.ts'
import { openWindow } from '../gui/app.ts'
import { startWebApp } from '../support/webApp.ts'

const FRAME_SECONDS = 8

/**
 * Resolves when the window is interactive: every figure of the overview and the status bar has a value instead of a
 * placeholder. A key press then opens the search, which accepts input.
 */
async function untilInteractive(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
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
  await page.locator('main .animate-breathe, footer .animate-breathe').first().waitFor({ state: 'detached' })
  await page.keyboard.press('ControlOrMeta+k')
  await page.locator('input[placeholder^="Search screens"]:focus').waitFor()
  await page.keyboard.type('tok')
  await page
    .getByRole('option', { name: /Tokens/ })
    .first()
    .waitFor()
}

export interface Frames {
  readonly perSecond: number
  /** milliseconds between two frames */
  readonly p99: number
}

/** Measures the frames that a page gets during some seconds. */
async function measureFrameGaps(page: Page): Promise<Frames> {
  // In the page: collects the times of its frames.
  const gaps = (await page.evaluate(`new Promise((resolve) => {
    const times = []
    const next = (time) => {
      times.push(time)
      if (time - times[0] < ${1000 * FRAME_SECONDS}) requestAnimationFrame(next)
      else resolve(times.slice(1).map((each, index) => each - times[index]))
    }
    requestAnimationFrame(next)
  })`)) as number[]
  const total = gaps.reduce((sum, gap) => sum + gap, 0)
  gaps.sort((a, b) => a - b)
  return { perSecond: (1000 * gaps.length) / total, p99: gaps[Math.floor(0.99 * (gaps.length - 1))] ?? 0 }
}

/** Unconfirmed payments before each block of the river. */
const PAYMENTS = 30

/**
 * Measures frames of the block river while payments arrive continuously and a block confirms them every other second.
 */
export async function measureRiver(): Promise<Frames> {
  const window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
  const { page, rpc } = window
  try {
    const address = await rpc.call<string>('getnewaddress')
    await page.evaluate("location.hash = '#/explorer'")
    await page.getByRole('heading', { level: 1, name: 'Explorer' }).waitFor()
    await page.getByText('Nothing waiting').first().waitFor()
    let running = true
    const flow = (async () => {
      while (running) {
        for (let n = 0; running && n < PAYMENTS; n++) {
          await rpc.call('sendtoaddress', address, 0.001)
          await delay(60)
        }
        await rpc.call('generate', 1)
      }
    })()
    const frames = await measureFrameGaps(page)
    running = false
    await flow
    return frames
  } finally {
    await window.close()
  }
}

/** Measures frames of the overview while it follows a chain that all cores mine. */
export async function measureFrames(folder: string, args: readonly string[]): Promise<Frames> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs] })
  const app = await startWebApp({ home: join(folder, 'frames'), args: [...args, '-gen'] })
  try {
    const page = await browser.newPage()
    await page.goto(app.address)
    await page
      .getByRole('contentinfo')
      .getByText(/^Height: ?[1-9]/)
      .waitFor()
    return await measureFrameGaps(page)
  } finally {
    await browser.close()
    await app.stop()
  }
}

/**
 * Returns the seconds from starting the app, on an existing chain, until its window is interactive in a running
 * browser.
 */
export async function measureWindow(folder: string): Promise<number> {
  const home = join(folder, 'home')
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs] })
  try {
    // The first run creates the sandbox chain and warms up the browser; the second is measured.
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
