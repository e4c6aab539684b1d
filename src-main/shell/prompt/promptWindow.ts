/**
 * The app's own window that asks one question or shows one secret. Purpose: an answer that only the user can give.
 * Non-goals: the content (app/consent), and the order of questions. Invariants: the channels exist for this window
 * alone; closing it, its crash and `signal` mean no; it closes after its answer.
 */
import { BrowserWindow, clipboard, dialog, type IpcMainInvokeEvent, screen } from 'electron'
import type { Question, QuestionAnswer, SecretField, TickChoice, TickGroup } from '../../app/consent/consentUi.ts'
import { type AppText, appText } from '../../app/texts/index.ts'
import { ANSWER, type AskingContent, CONTENT, COPY, FILE, READY } from './messages.ts'
import { isPromptPage, promptPreferences, QUESTION_PAGE } from './ownPages.ts'
import { promptText } from './promptText.ts'

const WIDTH = 640
const MIN_HEIGHT = 300
const MAX_HEIGHT = 780
/** Height of the system's bars and the window's frame. */
const SCREEN_MARGIN = 80
/** Time after which a copied key is removed from the clipboard. */
const CLIPBOARD_MS = 60_000

const REFUSED: QuestionAnswer = { agreed: false }

function checkSender(event: IpcMainInvokeEvent, window: BrowserWindow): void {
  const frame = event.senderFrame
  const own = event.sender === window.webContents && frame !== null && frame.parent === null && isPromptPage(frame.url)
  if (!own) throw new Error('Rejected: not the approval window')
}

function readRefusal(instead: unknown): QuestionAnswer {
  if (instead === 'change') return { agreed: false, change: true }
  return instead === 'close' ? { agreed: false, close: true } : REFUSED
}

/** Returns the ticked choices, or undefined if a group that requires one has none. */
function readTicks(groups: readonly TickGroup[], given: unknown): readonly string[] | undefined {
  const names = new Set<unknown>(Array.isArray(given) ? given : [])
  const isTicked = ({ name }: TickChoice) => names.has(name)
  if (groups.some(({ required, choices }) => required && !choices.some(isTicked))) return undefined
  return groups.flatMap(({ choices }) => choices.filter(isTicked).map(({ name }) => name))
}

/** Returns the typed secrets, or undefined if one is missing. */
function readSecrets(fields: readonly SecretField[], given: unknown): Record<string, string> | undefined {
  const values = new Map<string, unknown>(typeof given === 'object' && given !== null ? Object.entries(given) : [])
  const secrets: Record<string, string> = {}
  for (const { name } of fields) {
    const value = values.get(name)
    if (typeof value !== 'string' || value === '') return undefined
    secrets[name] = value
  }
  return secrets
}

/** Decodes an answer. A window with our preload sends only the forms accepted here. */
function readAnswer(content: AskingContent, answer: unknown, file: string | undefined): QuestionAnswer {
  if (typeof answer !== 'object' || answer === null) return REFUSED
  const given = new Map<string, unknown>(Object.entries(answer))
  if (given.get('agreed') !== true) return readRefusal(given.get('instead'))
  if (content.kind !== 'ask') return { agreed: true, secrets: {} }
  const { question } = content
  const secrets = readSecrets(question.secrets ?? [], given.get('secrets'))
  const ticked = readTicks(question.ticks ?? [], given.get('ticked'))
  if (secrets === undefined || ticked === undefined) return REFUSED
  if (question.file !== undefined && file === undefined) return REFUSED
  return {
    ...{ agreed: true, secrets },
    ...(question.remember !== undefined && given.get('remembered') === true && { remembered: true }),
    ...(question.ticks && { ticked }),
    ...(question.file !== undefined && file !== undefined && { file }),
  }
}

function heightFor(wanted: unknown): number {
  const room = screen.getPrimaryDisplay().workArea.height - SCREEN_MARGIN
  const height = typeof wanted === 'number' && Number.isFinite(wanted) ? Math.ceil(wanted) : MIN_HEIGHT
  return Math.max(MIN_HEIGHT, Math.min(height, MAX_HEIGHT, room))
}

function create(parent: BrowserWindow, content: AskingContent): BrowserWindow {
  const window = new BrowserWindow({
    parent,
    modal: true,
    show: false,
    useContentSize: true,
    width: WIDTH,
    height: MIN_HEIGHT,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    title: promptText(content.language)('asks'),
    webPreferences: promptPreferences(),
  })
  window.removeMenu()
  // Keep secrets out of shared or recorded screens, if the system supports it.
  if (content.kind === 'disclose') window.setContentProtection(true)
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  window.webContents.on('will-navigate', (event) => event.preventDefault())
  return window
}

/** Opens the system's dialog. Resolves to an absolute path or null. */
async function pickFile(window: BrowserWindow, { use, suggested }: NonNullable<Question['file']>, t: AppText) {
  const title = t(`file.${use}`)
  if (use !== 'save') {
    const { canceled, filePaths } = await dialog.showOpenDialog(window, {
      title,
      ...(suggested !== '' && { defaultPath: suggested }),
      properties: use === 'open' ? ['openFile'] : ['openDirectory', 'createDirectory'],
    })
    return canceled ? null : (filePaths[0] ?? null)
  }
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title,
    defaultPath: suggested,
    // For systems that do not always ask before a file is replaced.
    properties: ['showOverwriteConfirmation'],
  })
  return canceled || filePath === '' ? null : filePath
}

async function copyForAWhile(secret: string): Promise<void> {
  await clipboard.writeText(secret)
  const empty = async () => {
    if ((await clipboard.readText()) === secret) clipboard.clear()
  }
  // If the clipboard cannot be read, it may contain another text, so leave it unchanged.
  setTimeout(() => void empty().catch(() => {}), CLIPBOARD_MS).unref()
}

export async function openPrompt(
  parent: BrowserWindow,
  content: AskingContent,
  signal: AbortSignal,
): Promise<QuestionAnswer> {
  return signal.aborted ? REFUSED : new PromptWindow(parent, content).ask(signal)
}

class PromptWindow {
  readonly #content: AskingContent
  readonly #window: BrowserWindow
  #file: string | undefined
  #shown = false

  constructor(parent: BrowserWindow, content: AskingContent) {
    this.#content = content
    this.#window = create(parent, content)
  }

  /** Call once: the window closes with its answer, or when `signal` is aborted. */
  ask(signal: AbortSignal): Promise<QuestionAnswer> {
    const window = this.#window
    const { webContents } = window
    return new Promise((resolve) => {
      const finish = (answer: QuestionAnswer) => {
        signal.removeEventListener('abort', refuse)
        resolve(answer)
        if (!window.isDestroyed()) window.destroy()
      }
      const refuse = () => finish(REFUSED)
      this.#listen(finish)
      signal.addEventListener('abort', refuse, { once: true })
      window.on('closed', refuse)
      webContents.on('render-process-gone', refuse)
      window.loadURL(QUESTION_PAGE).catch(refuse)
    })
  }

  #listen(finish: (answer: QuestionAnswer) => void): void {
    const content = this.#content
    const { ipc } = this.#window.webContents
    const handle = (channel: string, act: (value: unknown) => unknown) =>
      ipc.handle(channel, (event, value: unknown) => {
        checkSender(event, this.#window)
        return act(value)
      })
    handle(CONTENT, () => content)
    handle(READY, (height) => this.#show(height))
    handle(ANSWER, (given) => finish(this.#shown ? readAnswer(content, given, this.#file) : REFUSED))
    handle(FILE, () => this.#pick())
    handle(COPY, async () => {
      if (content.kind === 'disclose' && content.disclosure.kind === 'key')
        await copyForAWhile(content.disclosure.secret)
    })
  }

  #show(height: unknown): void {
    if (this.#shown) return
    this.#shown = true
    this.#window.setContentSize(WIDTH, heightFor(height))
    this.#window.center()
    this.#window.show()
  }

  async #pick(): Promise<string | null> {
    const content = this.#content
    if (content.kind !== 'ask' || content.question.file === undefined) return null
    const picked = await pickFile(this.#window, content.question.file, appText(content.language))
    this.#file = picked ?? this.#file
    return picked
  }
}
