/**
 * opening: what a person opened the app with: a link of a shared chain, or the file of an encrypted backup.
 *
 * Purpose: finds them among the words of a command line, whether of this start or of a second one, and keeps the last until
 * the window has asked about it.
 * Non-goals: joining and restoring, which ask their own questions.
 * Invariants: anybody may have made the link or named the file, so nothing follows but a question of the window; a text is
 * bounded, and a path never reaches the page.
 * Thread: the app's own.
 */
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MAX_SHARE_TEXT, readShareLink } from '#shared/chains/shareText.ts'

/** How the file of an encrypted backup ends; a person may have named it otherwise and then picks it by hand. */
const BACKUP = /\.chainwright-backup$/i
const MOST_PATH = 4_096

type Opening = { readonly kind: 'join'; readonly text: string } | { readonly kind: 'restore'; readonly path: string }

function openingIn(word: string, cwd: string): Opening | undefined {
  const text = readShareLink(word)
  if (text !== undefined) return { kind: 'join', text }
  if (!BACKUP.test(word) || word.length > MOST_PATH || word.startsWith('-')) return undefined
  const path = word.startsWith('file:') ? pathOf(word) : resolve(cwd, word)
  return path === undefined ? undefined : { kind: 'restore', path }
}

/** Linux' desktops give files as addresses. */
function pathOf(address: string): string | undefined {
  try {
    return fileURLToPath(address)
  } catch {
    return undefined
  }
}

/** The latest link or file that the app was opened with, until the window has asked for it. */
export class LaunchRequests {
  readonly #listeners = new Set<() => void>()
  #opening: Opening | undefined
  #backup = ''

  /** Keeps what this word opens. @returns false for a word that opens nothing */
  offer(word: string, cwd: string): boolean {
    const found = openingIn(word, cwd)
    if (found === undefined) return false
    this.#opening = found
    if (found.kind === 'restore') this.#backup = found.path
    this.#changed()
    return true
  }

  /** Returns, for the page, the text of a chain, or the name of a file without its folder. */
  now(): { readonly kind: 'none' | 'join' | 'restore'; readonly text: string } {
    const opening = this.#opening
    if (opening === undefined) return { kind: 'none', text: '' }
    if (opening.kind === 'join') return { kind: 'join', text: opening.text.slice(0, MAX_SHARE_TEXT) }
    return { kind: 'restore', text: basename(opening.path) }
  }

  /** The page has asked about it. The path of a backup is still suggested in the next question for one. */
  close(): void {
    this.#opening = undefined
    this.#changed()
  }

  /** Returns the path of the backup that was opened last; '' for none. */
  backup(): string {
    return this.#backup
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}
