/**
 * Only script of the app's own windows. It runs isolated and sandboxed, renders the content from the main process, and
 * sends back the user's answer. Nothing is exposed to the window, which has no script.
 */
import { ipcRenderer } from 'electron'
import {
  ANSWER,
  CONTENT,
  COPY,
  FILE,
  NOTICES,
  type NoticeList,
  type PromptAnswer,
  type PromptContent,
  READY,
  UNDO,
} from '../prompt/messages.ts'
import { promptText } from '../prompt/promptText.ts'
import { renderDisclosure } from './disclosure.ts'
import { renderNotices } from './notices.ts'
import { renderQuestion } from './question.ts'

async function begin(): Promise<void> {
  const content = (await ipcRenderer.invoke(CONTENT)) as PromptContent
  if (content.kind === 'notices') {
    const show = renderNotices({
      undo: (id) => void ipcRenderer.invoke(UNDO, id),
      resized: (height) => void ipcRenderer.invoke(READY, height),
    })
    ipcRenderer.on(NOTICES, (_, list: NoticeList) => show(list))
    void ipcRenderer.invoke(READY, 0)
    return
  }
  const t = promptText(content.language)
  document.documentElement.lang = content.language
  const answer = (given: PromptAnswer) => void ipcRenderer.invoke(ANSWER, given)
  const drawn =
    content.kind === 'ask'
      ? renderQuestion(content.question, {
          ...{ t, answer },
          pickFile: () => ipcRenderer.invoke(FILE) as Promise<string | null>,
        })
      : renderDisclosure(content.disclosure, { t, answer, copy: () => ipcRenderer.invoke(COPY) as Promise<void> })
  await document.fonts.ready
  const middle = document.querySelector('main')
  const hidden = middle ? middle.scrollHeight - middle.clientHeight : 0
  await ipcRenderer.invoke(READY, document.documentElement.clientHeight + hidden)
  drawn.shown()
}

// Waits for the stylesheet, because the height is measured.
window.addEventListener('load', () => void begin())
