import { join } from 'node:path'
import { type BrowserContext, chromium, type Request as PageRequest, type Route } from 'playwright-core'
import { chromiumArgs, chromiumPath } from '../browser.ts'
import { chromiumSwitch, PAGE_ORIGIN, registered, toAppUrl } from './shared.ts'

/** What the app allows by Electron's name, by the name Chromium has for it. */
const PERMISSIONS = { 'clipboard-sanitized-write': 'clipboard-write', 'clipboard-read': 'clipboard-read' } as const

/** Answers from the app's scheme handler; whatever leaves the app's origin gets nothing, so no test reaches a network. */
async function answer(route: Route): Promise<void> {
  const request = route.request()
  const url = request.url()
  if (url !== PAGE_ORIGIN && !url.startsWith(`${PAGE_ORIGIN}/`)) return route.abort('aborted')
  const response = await registered.scheme?.(new Request(toAppUrl(url), { method: request.method() }))
  if (!response) return route.abort('aborted')
  return route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  })
}

/** A page that goes somewhere, rather than a frame in it or a file for it. */
function isPageNavigation(request: PageRequest): boolean {
  try {
    return request.isNavigationRequest() && request.frame().parentFrame() === null
  } catch {
    // The first address of a window that was just opened: its frame is not known yet.
    return true
  }
}

/**
 * Starts Chromium with a profile below `userData`. `guard` sees every navigation of a main frame first and returns
 * false to stop it.
 */
export async function launchChromium(userData: string, guard: (url: string) => boolean): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(join(userData, 'profile'), {
    executablePath: chromiumPath(),
    args: [...chromiumArgs, `--remote-debugging-port=${chromiumSwitch('remote-debugging-port') ?? '0'}`],
    // The process that hosts the node ends it, after the node has closed its files.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: { ...process.env, TMPDIR: userData },
    viewport: null,
  })
  const allowed = Object.entries(PERMISSIONS).filter(([name]) => registered.mayHave?.(null, name))
  await context.grantPermissions(
    allowed.map(([, name]) => name),
    { origin: PAGE_ORIGIN },
  )
  await context.route('**/*', async (route) => {
    const request = route.request()
    const refused = isPageNavigation(request) && !guard(toAppUrl(request.url()))
    // A page that goes away while it is being answered needs no answer.
    await (refused ? route.abort('aborted') : answer(route)).catch(() => {})
  })
  return context
}
