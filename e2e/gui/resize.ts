/** Another size of the window, and the layout that belongs to it. */
import type { Page } from 'playwright'

interface Size {
  readonly width: number
  readonly height: number
}

/** Maximum number of pairs of frames: a page in which something always moves never comes to rest. */
const MAX_ROUNDS = 20

/**
 * Media queries, observers of sizes and what React renders for them take a few frames, and fonts change the widths of texts:
 * waits until the page has the size, its fonts are loaded, and two frames went by in which nothing in the document changed.
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

/** Gives the window a size and waits until the page is laid out for it. */
export async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(laidOut(size))
}
