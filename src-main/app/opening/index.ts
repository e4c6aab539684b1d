/**
 * opening: launch requests, which are a link to a shared chain or the file of an encrypted backup.
 *
 * Purpose: finds them among the command-line arguments, of this start or of a second one, and keeps the last until the
 * window has shown it.
 *
 * Non-goals: joining and restoring, which have their own prompts.
 *
 * Invariants: links and file names are untrusted, so they only open a question in the window; texts are limited, and a
 * path never reaches the page.
 *
 * Thread: the app's own.
 */
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MAX_SHARE_TEXT, readShareLink } from '#shared/chains/shareText.ts'

/** File extension of encrypted backups. The user must pick a file with another extension manually. */
const BACKUP = /\.chainwright-backup$/i
const MAX_PATH_LENGTH = 4_096

type Opening = { readonly kind: 'join'; readonly text: string } | { readonly kind: 'restore'; readonly path: string }

function openingIn(word: string, cwd: string): Opening | undefined {
  const text = readShareLink(word)
  if (text !== undefined) return { kind: 'join', text }
  if (!BACKUP.test(word) || word.length > MAX_PATH_LENGTH || word.startsWith('-')) return undefined
  const path = word.startsWith('file:') ? toPath(word) : resolve(cwd, word)
  return path === undefined ? undefined : { kind: 'restore', path }
}

/** Converts a file URL to a path: Linux desktops pass files as URLs. */
function toPath(address: string): string | undefined {
  try {
    return fileURLToPath(address)
  } catch {
    return undefined
  }
}

/** Latest link or file that the app was opened with, kept until the window has handled it. */
export class LaunchRequests {
  readonly #listeners = new Set<() => void>()
  #opening: Opening | undefined
  #backup = ''

  /** Stores what the argument opens. Returns false for an argument that opens nothing. */
  offer(word: string, cwd: string): boolean {
    const found = openingIn(word, cwd)
    if (found === undefined) return false
    this.#opening = found
    if (found.kind === 'restore') this.#backup = found.path
    this.#changed()
    return true
  }

  /** Returns the request for the page: the text of a chain, or the name of a file without its folder. */
  now(): { readonly kind: 'none' | 'join' | 'restore'; readonly text: string } {
    const opening = this.#opening
    if (opening === undefined) return { kind: 'none', text: '' }
    if (opening.kind === 'join') return { kind: 'join', text: opening.text.slice(0, MAX_SHARE_TEXT) }
    return { kind: 'restore', text: basename(opening.path) }
  }

  /**
   * Marks the request as handled by the page. The path of a backup is still suggested in the next prompt for a backup.
   */
  close(): void {
    this.#opening = undefined
    this.#changed()
  }

  /** Returns the path of the backup that was opened last, or '' if there was no such backup. */
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
