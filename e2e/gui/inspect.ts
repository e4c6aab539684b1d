/** Looks at a screen in both themes: axe for what a machine can judge, a picture for what only a person can. */
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { nightly } from '../../src-main/node/testing/nightly.ts'
import { projectRoot } from '../support/daemon.ts'

const folder = join(projectRoot, 'e2e/.screenshots')
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/**
 * Pictures are for people, who ask for them with PICTURES=1: taking them needs a third of the time of a screen's tests.
 * PICTURES=sizes takes each in the three sizes that screens are judged in.
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

/** Makes pictures comparable from run to run: nothing moves, no caret blinks. */
export async function holdStill(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
}

/** One picture of the screen as it is now, `<name>-<theme>.png`. */
async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), caret: 'hide', animations: 'disabled' })
}

/** What axe is asked in each theme: everything in the first, and in the other what depends on colours. */
const RULES: Readonly<Record<(typeof themes)[number], string>> = {
  // Links to other pages begin with # as well.
  light: "resultTypes: ['violations'], rules: { 'skip-link': { enabled: false } }",
  dark: "resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block']",
}

/**
 * The parts of the page that axe has not judged yet, in this theme: everything where the screen or the size of the window is
 * another one than before, else what is new or changed since, each with its parent. What lies behind an open dialog was
 * judged before it was opened. Judging all of it in each state took a third of what these tests cost.
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

/** Tooltips float beside the page's landmarks by nature. */
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

/** Colours that are still on their way to the other theme have no contrast of their own. */
const END_TRANSITIONS =
  'new Promise(requestAnimationFrame).then(() => document.getAnimations().forEach((one) => one instanceof CSSTransition && one.finish()))'

/** The desktop window, which shows the pages that are looked at in the browser. */
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
 * The small window has the colours and most of the elements of the large one: the nightly run judges it. By day the second
 * theme is judged on every third screen: colours come from a few tokens that all of them share, and a screen's name decides,
 * so that it is the same ones in each run.
 */
function themesFor(name: string): readonly (typeof themes)[number][] {
  const sum = [...name].reduce((all, letter) => all + letter.charCodeAt(0), 0)
  if (name.startsWith('small-')) return nightly() ? themes.slice(0, 1) : []
  return nightly() || sum % 3 === 0 ? themes : themes.slice(0, 1)
}

/** Pictures of a screen in both themes, where they were asked for; the window has the size it had when they are taken. */
export async function picturesOf(page: Page, name: string): Promise<void> {
  if (!pictures) return
  const before = page.viewportSize()
  if (asked === '1' || before === null) return inBothThemes(page, name)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await inBothThemes(page, `${name}-${size.width}`)
  }
  await page.setViewportSize(before)
}

/** Returns what axe finds on a screen in one theme. */
export async function judge(page: Page, theme: (typeof themes)[number]): Promise<string[]> {
  await changeTheme(page, theme)
  return violations(page, theme)
}

/** What axe has to say about a screen, in both themes by night, and pictures of it in both. */
export async function inspect(page: Page, name: string): Promise<string[]> {
  await picturesOf(page, name)
  if (isDesktopPage(page)) return []
  const all: string[] = []
  for (const theme of themesFor(name)) {
    all.push(...(await judge(page, theme)).map((text) => `${name} (${theme}): ${text}`))
  }
  return all
}
