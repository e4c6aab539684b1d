/** Reads and writes the window's position and size. */
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeDurablySync } from '../files/index.ts'

const MIN_SIDE = 200

export interface WindowBounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Returns undefined if the file is missing or damaged. */
export function readBounds(file: string): WindowBounds | undefined {
  try {
    const { x, y, width, height } = JSON.parse(readFileSync(file, 'utf8'))
    const whole = [x, y, width, height].every(Number.isSafeInteger)
    return whole && Math.min(width, height) >= MIN_SIDE ? { x, y, width, height } : undefined
  } catch {
    return undefined
  }
}

/** @throws Error from the operating system; the file is unchanged then */
export function saveBounds(file: string, { x, y, width, height }: WindowBounds): void {
  mkdirSync(dirname(file), { recursive: true })
  writeDurablySync(file, JSON.stringify({ x, y, width, height }))
}
