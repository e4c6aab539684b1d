import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { projectRoot } from '../support/daemon.ts'

const resultsFolder = join(projectRoot, 'e2e/.results')

/** Saves a screenshot of a failure in e2e/.results, unless the page can no longer be rendered. */
export async function savePicture(page: Page, name: string): Promise<void> {
  mkdirSync(resultsFolder, { recursive: true })
  const file = `${name.replaceAll(/\W+/g, '-').slice(0, 100)}.png`
  await page.screenshot({ path: join(resultsFolder, file) }).catch(() => {})
}
