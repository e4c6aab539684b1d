/**
 * Layout checks for every page of the window in every language. axe results do not depend on the language, so the specs
 * of the screens run axe.
 */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { projectRoot } from '../support/daemon.ts'
import { cutLabels, cutTexts, hiddenOfSidebar, sidewaysOverflow, submitsOutOfSight, tablesCut } from './inPage.ts'
import { takePictures } from './inspect.ts'
import { resize } from './resize.ts'

const SIZES = { wide: { width: 1280, height: 800 }, small: { width: 960, height: 640 } } as const

const namespaces = readdirSync(join(projectRoot, 'src-renderer/i18n/en')).map((file) => basename(file, '.json'))
/** Matches the placeholder shown for a text that is not loaded, or whose value is missing. */
export const MISSING_TEXT = new RegExp(`\\b(${namespaces.join('|')}):\\w|\\{\\{`)

/**
 * Checks that everything on the page fits into both sizes and that no text is missing; takes screenshots if enabled.
 */
export async function fitsInBothSizes(page: Page, name: string): Promise<void> {
  const distance = ({ width }: { readonly width: number }) => Math.abs((page.viewportSize()?.width ?? 0) - width)
  // Start with the current size, because each change lays out and renders everything again.
  const sizes = Object.entries(SIZES).toSorted(([, a], [, b]) => distance(a) - distance(b))
  for (const [size, viewport] of sizes) {
    await resize(page, viewport)
    // Pending replies of the node, and tables that adapt to the new width, change the layout once more.
    const found = async () => ({
      overflow: await sidewaysOverflow(page),
      texts: await cutTexts(page),
      labels: await cutLabels(page),
      tables: await tablesCut(page),
      submits: await submitsOutOfSight(page),
      sidebar: await hiddenOfSidebar(page),
    })
    const nothing = { overflow: 0, texts: [], labels: [], tables: [], submits: [], sidebar: 0 }
    await expect.poll(found, { message: `${name} ${size}`, timeout: MAX_WAIT_MS }).toEqual(nothing)
  }
  expect(await page.locator('body').innerText()).not.toMatch(MISSING_TEXT)
  await takePictures(page, name)
}
