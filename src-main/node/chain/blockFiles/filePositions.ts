import type { FilePosition } from '../../storage/index.ts'

/** Longer than any block file gets (see blockFiles.ts, whose files may overshoot by one record). */
const FILE_BYTES = 128 * 1024 * 1024 + 8 * 1024 * 1024

/** Block files as one: keeps the order of places, and serves as a measure of progress. */
export function bytesBefore({ file, offset }: FilePosition): number {
  return file * FILE_BYTES + offset
}

/** The one that comes first in the block files; undefined if there is none. */
export function firstOf(...places: readonly (FilePosition | undefined)[]): FilePosition | undefined {
  let first: FilePosition | undefined
  for (const place of places) {
    if (place !== undefined && (first === undefined || bytesBefore(place) < bytesBefore(first))) first = place
  }
  return first
}
