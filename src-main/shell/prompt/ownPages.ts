/**
 * Serves `question://prompt/`, the pages of the app's own windows. They have their own scheme, session and files, which
 * the app's page cannot reach, and no access to other resources.
 */
import { fileURLToPath } from 'node:url'
import { type Session, session } from 'electron'
import { readWindowFiles } from '../../app/windowFiles.ts'

export const PROMPT_SCHEME = 'question'
const ORIGIN = `${PROMPT_SCHEME}://prompt`
export const QUESTION_PAGE = `${ORIGIN}/question`
export const NOTICE_PAGE = `${ORIGIN}/notices`

/** In-memory session, because the name lacks `persist:`. */
const PARTITION = 'questions'

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const isPromptPage = (url: string): boolean => url.startsWith(`${ORIGIN}/`)

/** Web preferences of the app's own windows. */
export const promptPreferences = () => ({
  preload: fileURLToPath(new URL('../preload/prompt.cjs', import.meta.url)),
  partition: PARTITION,
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  webSecurity: true,
  webviewTag: false,
  spellcheck: false,
  devTools: false,
  navigateOnDragDrop: false,
})

/** Serves only these pages to their session. */
export function servePromptPages(): void {
  const files = readWindowFiles(fileURLToPath(new URL('./prompt/', import.meta.url)))
  const own: Session = session.fromPartition(PARTITION)
  own.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  own.setPermissionCheckHandler(() => false)
  own.webRequest.onBeforeRequest((details, decide) => decide({ cancel: !isPromptPage(details.url) }))
  own.on('will-download', (event) => event.preventDefault())
  own.protocol.handle(PROMPT_SCHEME, (request) => {
    const file = isPromptPage(request.url) ? files.find(new URL(request.url).pathname) : undefined
    if (!file || request.method !== 'GET') return new Response(null, { status: 404 })
    return new Response(new Uint8Array(file.body), {
      headers: {
        'Content-Type': file.contentType,
        'Content-Security-Policy': POLICY,
        'X-Content-Type-Options': 'nosniff',
        'X-DNS-Prefetch-Control': 'off',
      },
    })
  })
}
