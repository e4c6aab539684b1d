import { closeSync, openSync, readSync } from 'node:fs'

/**
 * Reads a small text file. Returns undefined if it is missing.
 * @param max maximum size in bytes
 * @throws Error if it is larger, or cannot be read
 */
export function readBoundedText(path: string, max: number): string | undefined {
  let descriptor: number
  try {
    descriptor = openSync(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    const bytes = new Uint8Array(max + 1)
    const length = readSync(descriptor, bytes)
    if (length > max) throw new Error('the file is too large')
    return new TextDecoder().decode(bytes.subarray(0, length))
  } finally {
    closeSync(descriptor)
  }
}
