/**
 * The built question window, with the main process replaced by the test: any question can be shown, and every reply is
 * recorded. Who may open such a window is tested in the running app.
 */
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright'
import type { NoticeList, PromptAnswer, PromptContent } from '../../src-main/shell/prompt/messages.ts'
import { projectRoot } from '../support/daemon.ts'
import { disableAnimations } from './inspect.ts'

const TYPES: Readonly<Record<string, string>> = { '.css': 'text/css', '.woff2': 'font/woff2' }
const WIDTH = 640
const MAX_HEIGHT = 780

export interface PromptPage {
  readonly page: Page
  readonly answers: PromptAnswer[]
  /** channels that were called, except those that every window calls */
  readonly calls: string[]
  tell(list: NoticeList): Promise<void>
}

/** Serves the built files to one page of this browser, as the main process does, and sends the content to it. */
export async function openPromptPage(
  browser: Browser,
  content: PromptContent,
  file: string | null = null,
): Promise<PromptPage> {
  const context = await browser.newContext({ viewport: { width: WIDTH, height: 300 } })
  const page = await context.newPage()
  const answers: PromptAnswer[] = []
  const calls: string[] = []
  await disableAnimations(page)
  await page.route('**/*', (route) => {
    const name = new URL(route.request().url()).pathname.slice(1)
    const built = name === 'question' ? 'index.html' : name
    const contentType = TYPES[extname(built)] ?? 'text/html'
    return route.fulfill({ contentType, body: readFileSync(join(projectRoot, 'out/main/prompt', built)) })
  })
  let height = 300
  await page.exposeFunction('playMain', async (channel: string, value: unknown) => {
    if (channel === 'prompt:content') return content
    if (channel === 'prompt:ready') {
      height = Math.min(MAX_HEIGHT, Math.max(300, Math.ceil(Number(value))))
      await page.setViewportSize({ width: content.kind === 'notices' ? 400 : WIDTH, height })
      return undefined
    }
    calls.push(channel)
    if (channel === 'prompt:answer') answers.push(value as PromptAnswer)
    return channel === 'prompt:file' ? file : undefined
  })
  const preload = readFileSync(join(projectRoot, 'out/preload/prompt.cjs'), 'utf8')
  await page.addInitScript(`(() => {
    const ipcRenderer = { invoke: (...args) => playMain(...args), on: (_, listener) => { globalThis.hear = listener } }
    ;((require) => { ${preload} })(() => ({ ipcRenderer }))
  })()`)
  await page.goto('http://prompt.localhost/question')
  await page.locator(content.kind === 'notices' ? '.notices' : 'main').waitFor({ state: 'attached' })
  return {
    page,
    answers,
    calls,
    async tell(list) {
      await page.evaluate(`hear({}, ${JSON.stringify(list)})`)
    },
  }
}
