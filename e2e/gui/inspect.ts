/** Inspects a screen in both themes: axe for automatic checks, screenshots for manual review. */
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { nightly } from '../../src-main/node/testing/nightly.ts'
import { projectRoot } from '../support/daemon.ts'

const folder = join(projectRoot, 'e2e/.screenshots')
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/**
 * Screenshots are taken only with PICTURES=1, because they take a third of the time of a screen's tests. PICTURES=sizes
 * takes each in the three sizes that screens are reviewed in.
 */
const asked = process.env['PICTURES'] ?? ''
const pictures = asked === '1' || asked === 'sizes'
const SIZES = [
  { width: 960, height: 640 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const
export const themes = ['light', 'dark'] as const

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly {
    readonly target: readonly string[]
    readonly html: string
    readonly failureSummary: string
  }[]
}

/** Makes screenshots comparable between runs: no animations, no blinking caret. */
export async function disableAnimations(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
}

async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), caret: 'hide', animations: 'disabled' })
}

/** axe options per theme: all rules in the first theme, colour rules in the other. */
const RULES: Readonly<Record<(typeof themes)[number], string>> = {
  // Links to other pages begin with # as well.
  light: "resultTypes: ['violations'], rules: { 'skip-link': { enabled: false } }",
  dark: "resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block']",
}

/**
 * Returns the parts of the page that axe has not checked in this theme. If the screen or the window size has changed,
 * these are all parts, otherwise new or changed elements with their parents. Content behind an open dialog was checked
 * before the dialog opened. Checking everything in each state took a third of the time that the tests of screens take.
 */
const NEW_PARTS = `(theme) => {
  const judged = (globalThis.judgedParts ??= {})
  const screen = [document.querySelector('h1')?.textContent, innerWidth].join()
  if (judged[theme]?.screen !== screen) judged[theme] = { screen, seen: new WeakMap() }
  const { seen } = judged[theme]
  const own = (element) =>
    [...element.attributes].map(({ name, value }) => name + '=' + value).join(' ') +
    [...element.childNodes].map((node) => (node.nodeType === 3 ? node.data : '')).join(' ')
  const mark = (element) => {
    seen.set(element, own(element))
    for (const child of element.children) mark(child)
  }
  const parts = new Set()
  const look = (element, parent) => {
    if (seen.get(element) === own(element)) for (const child of element.children) look(child, element)
    else {
      parts.add(parent)
      mark(element)
    }
  }
  const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')]
  if (dialogs.length > 0) for (const dialog of dialogs) look(dialog, dialog)
  else if (seen.has(document.body)) for (const child of document.body.children) look(child, child)
  else {
    parts.add(document.documentElement)
    mark(document.body)
  }
  return [...parts]
}`

/** Tooltips are outside the page's landmarks by design. */
const axeIn = (theme: (typeof themes)[number]) =>
  `((include) => include.length === 0 ? [] : axe.run(
    { include, exclude: ['[data-radix-popper-content-wrapper]:has([role="tooltip"])'] },
    { ${RULES[theme]} },
  ).then((results) => results.violations))((${NEW_PARTS})('${theme}'))`

async function violations(page: Page, theme: (typeof themes)[number]): Promise<string[]> {
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) await page.evaluate(`${axeSource};0`)
  const found = await page.evaluate<readonly Violation[]>(axeIn(theme))
  return found.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Finish transitions to the other theme, because intermediate colours have no meaningful contrast. */
const END_TRANSITIONS =
  'new Promise(requestAnimationFrame).then(() => document.getAnimations().forEach((one) => one instanceof CSSTransition && one.finish()))'

/** Returns true for the desktop window, whose pages are already inspected in the browser. */
const isDesktopPage = (page: Page) => page.url().includes('//chainwright')

async function changeTheme(page: Page, theme: (typeof themes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate(END_TRANSITIONS)
}

async function inBothThemes(page: Page, name: string): Promise<void> {
  for (const theme of themes) {
    await changeTheme(page, theme)
    await picture(page, `${name}-${theme}`)
  }
}

/**
 * The small window has the colours and most elements of the large one, so only the nightly run checks it. Other runs
 * check the second theme on every third screen, because all screens share a few colour tokens. The screen's name
 * decides, so that each run checks the same ones.
 */
function themesFor(name: string): readonly (typeof themes)[number][] {
  const sum = [...name].reduce((all, letter) => all + letter.charCodeAt(0), 0)
  if (name.startsWith('small-')) return nightly() ? themes.slice(0, 1) : []
  return nightly() || sum % 3 === 0 ? themes : themes.slice(0, 1)
}

/** Takes screenshots of a screen in both themes, if enabled, and then restores the window size. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!pictures) return
  const before = page.viewportSize()
  if (asked === '1' || before === null) return inBothThemes(page, name)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await inBothThemes(page, `${name}-${size.width}`)
  }
  await page.setViewportSize(before)
}

/** Returns the axe violations of a screen in one theme. */
export async function judge(page: Page, theme: (typeof themes)[number]): Promise<string[]> {
  await changeTheme(page, theme)
  return violations(page, theme)
}

/** Returns the axe violations of a screen (nightly in both themes), and takes screenshots in both themes. */
export async function inspect(page: Page, name: string): Promise<string[]> {
  await takePictures(page, name)
  if (isDesktopPage(page)) return []
  const all: string[] = []
  for (const theme of themesFor(name)) {
    all.push(...(await judge(page, theme)).map((text) => `${name} (${theme}): ${text}`))
  }
  return all
}
