/** What every page of the window has to show in every language. What axe judges does not depend on it: specs of the screens ask it. */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { projectRoot } from '../support/daemon.ts'
import { cutLabels, cutTexts, hiddenOfSidebar, sidewaysOverflow, submitsOutOfSight, tablesCut } from './inPage.ts'
import { picturesOf } from './inspect.ts'

const SIZES = { wide: { width: 1280, height: 800 }, small: { width: 960, height: 640 } } as const

const namespaces = readdirSync(join(projectRoot, 'src-renderer/i18n/en')).map((file) => basename(file, '.json'))
/** What stands there where a text is not loaded, or its value is missing. */
export const MISSING_TEXT = new RegExp(`\\b(${namespaces.join('|')}):\\w|\\{\\{`)

/** Everything on the page fits into both sizes and is a text of the catalogue; pictures of it where they were asked for. */
export async function fitsInBothSizes(page: Page, name: string): Promise<void> {
  const distance = ({ width }: { readonly width: number }) => Math.abs((page.viewportSize()?.width ?? 0) - width)
  // Beginning with the size it has: each change lays out and draws everything anew.
  const sizes = Object.entries(SIZES).toSorted(([, a], [, b]) => distance(a) - distance(b))
  for (const [size, viewport] of sizes) {
    await page.setViewportSize(viewport)
    expect(await sidewaysOverflow(page), `${name} ${size}`).toBe(0)
    expect(await cutTexts(page), `${name} ${size}`).toEqual([])
    expect(await cutLabels(page), `${name} ${size}`).toEqual([])
    // A table leaves columns out once it knows its new width.
    await expect.poll(() => tablesCut(page), { message: `${name} ${size}` }).toEqual([])
    expect(await submitsOutOfSight(page), `${name} ${size}`).toEqual([])
    expect(await hiddenOfSidebar(page), `${name} ${size}`).toBe(0)
  }
  expect(await page.locator('body').innerText()).not.toMatch(MISSING_TEXT)
  await picturesOf(page, name)
}
