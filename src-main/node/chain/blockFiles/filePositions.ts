import type { FilePosition } from '../../storage/index.ts'

/** Upper bound of a block file's size (files of blockFiles.ts may exceed their limit by one record). */
const FILE_BYTES = 128 * 1024 * 1024 + 8 * 1024 * 1024

/** Returns the position in the concatenation of all block files. Used to compare positions and to report progress. */
export function bytesBefore({ file, offset }: FilePosition): number {
  return file * FILE_BYTES + offset
}

/** Returns the earliest of the positions, or undefined if all are undefined. */
export function earliestPosition(...places: readonly (FilePosition | undefined)[]): FilePosition | undefined {
  let first: FilePosition | undefined
  for (const place of places) {
    if (place !== undefined && (first === undefined || bytesBefore(place) < bytesBefore(first))) first = place
  }
  return first
}
