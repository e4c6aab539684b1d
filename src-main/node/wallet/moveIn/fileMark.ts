import { statSync } from 'node:fs'

/** Size and time of the last change of a file, by which its later use is noticed. */
export interface FileMark {
  readonly size: number
  /** milliseconds since 1970 */
  readonly modified: number
}

/** @returns undefined if there is no such file */
export function markFile(path: string): FileMark | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() ? { size: found.size, modified: found.mtimeMs } : undefined
}

/** Returns true if the file was changed since. A missing file was not used. */
export const isFileChanged = (now: FileMark | undefined, before: FileMark): boolean =>
  now !== undefined && (now.size !== before.size || now.modified !== before.modified)
