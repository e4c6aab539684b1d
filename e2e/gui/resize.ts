/** Resizes the window and waits for its layout. */
import type { Page } from 'playwright'

interface Size {
  readonly width: number
  readonly height: number
}

/** Maximum number of frame pairs, because a page with a permanent animation never settles. */
const MAX_ROUNDS = 20

/**
 * Waits until the page has the size, its fonts are loaded, and two frames passed without changes in the document. Media
 * queries, size observers and what React renders for them take several frames, and fonts change text widths.
 */
const laidOut = ({ width, height }: Size) => `(async () => {
  await document.fonts.ready
  const frame = () => new Promise(requestAnimationFrame)
  let changes = 0
  const observer = new MutationObserver(() => { changes += 1 })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  for (let round = 0; round < ${MAX_ROUNDS}; round += 1) {
    changes = 0
    await frame()
    await frame()
    if (changes === 0 && innerWidth === ${width} && innerHeight === ${height}) break
  }
  observer.disconnect()
})()`

/** Resizes the window and waits until the page is laid out. */
export async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(laidOut(size))
}
