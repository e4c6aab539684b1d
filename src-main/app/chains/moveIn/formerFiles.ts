/** Reads files of an old folder as they were before a move. */
import { dirname, join } from 'node:path'
import { type HandoverNote, handoverState, type OldFolder, readConfText } from '../../moveIn/index.ts'

/**
 * Returns the text of the old conf file: of the former one if this program has replaced it. Returns undefined if the
 * folder has none.
 * @throws Error with a text for users
 */
export function oldConfText({ conf }: OldFolder, note: HandoverNote | null): string | undefined {
  if (conf === null) return undefined
  const replaced = note?.file === conf && handoverState(note) === 'ours'
  return readConfText(replaced ? join(dirname(conf), note.kept) : conf)
}
