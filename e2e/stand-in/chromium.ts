import { join } from 'node:path'
import { type BrowserContext, chromium, type Page, type Request as PageRequest, type Route } from 'playwright'
import { chromiumArgs, chromiumPath } from '../browser.ts'
import { chromiumSwitch, getSession, registered, type Session, toAppUrl, toPageUrl } from './shared.ts'

/** Chromium's names of the permissions that the app grants by Electron's names. */
const PERMISSIONS = { 'clipboard-sanitized-write': 'clipboard-write', 'clipboard-read': 'clipboard-read' } as const

/** A window's contents as the request handler uses them. */
export interface Requester {
  readonly page: Page | undefined
  readonly session: Session
  mayNavigate(url: string, main: boolean): boolean
}

/** Hosts of this machine only: a test must see a request that the app lets out, but no other host may. */
const NEAR = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/

/** Answers from the session's scheme handlers. Other requests that the app allows reach only this machine. */
async function answer(route: Route, session: Session): Promise<void> {
  const request = route.request()
  const url = toAppUrl(request.url())
  if (!session.lets(url)) return route.abort('blockedbyclient')
  const handler = session.handlers.get(/^[a-z]+/.exec(url)?.[0] ?? '')
  if (!handler) return NEAR.test(URL.parse(url)?.hostname ?? '') ? route.continue() : route.abort('aborted')
  const headers = request.headers()
  const response = await handler(new Request(url, { method: request.method(), headers }))
  return route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  })
}

/** Returns the requesting page, and whether the request navigates that page, a frame in it, or neither. */
function whoAsks(request: PageRequest): {
  readonly page: Page | undefined
  readonly goes: 'page' | 'frame' | undefined
} {
  try {
    const frame = request.frame()
    const goes = request.isNavigationRequest() ? (frame.parentFrame() === null ? 'page' : 'frame') : undefined
    return { page: frame.page(), goes }
  } catch {
    // First address of a window that was just opened: its frame is not known yet.
    return { page: undefined, goes: 'page' }
  }
}

/** Starts Chromium with a profile below `userData` and the switches that the app appended. */
export async function launchChromium(
  userData: string,
  requesters: () => readonly Requester[],
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(join(userData, 'profile'), {
    executablePath: chromiumPath(),
    args: [
      ...chromiumArgs,
      `--remote-debugging-port=${chromiumSwitch('remote-debugging-port') ?? '0'}`,
      ...process.argv.filter((arg) => arg.startsWith('--log-net-log=')),
      ...registered.switches,
    ],
    // The process that hosts the node closes Chromium after the node has closed its files.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: { ...process.env, TMPDIR: userData },
    viewport: null,
    reducedMotion: 'reduce',
  })
  const allowed = Object.entries(PERMISSIONS).filter(([name]) => getSession('').mayHave?.(null, name))
  await context.grantPermissions(
    allowed.map(([, name]) => name),
    { origin: toPageUrl('app://chainwright') },
  )
  await context.route('**/*', async (route) => {
    const { page, goes } = whoAsks(route.request())
    const asks = requesters().find((one) => one.page === page)
    const url = toAppUrl(route.request().url())
    // Reject requests of a window that the app did not create, even if that window exists only briefly.
    const refused = asks === undefined || (goes !== undefined && !asks.mayNavigate(url, goes === 'page'))
    // Ignore errors: a page may close while its request is being answered.
    await (refused ? route.abort('aborted') : answer(route, asks.session)).catch(() => {})
  })
  return context
}
