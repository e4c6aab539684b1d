/** Checks of values in a stored list. Each throws ListError if the list is damaged. */
import { ListError } from './storedFile.ts'

export type StoredFields = Readonly<Record<string, unknown>>

export function checkStored(fits: boolean): asserts fits {
  if (!fits) throw new ListError('is damaged', true)
}

export function storedObject(value: unknown): StoredFields {
  checkStored(typeof value === 'object' && value !== null && !Array.isArray(value))
  return value as StoredFields
}

/** Parses a list, and rejects one of a newer version of this program. */
export function parseStored(text: string, version: number): StoredFields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ListError('is not readable', true)
  }
  const list = storedObject(value)
  const found = list['version']
  if (Number.isSafeInteger(found) && Number(found) > version)
    throw new ListError('was written by a newer version of this program', false)
  return list
}

export function storedArray(value: unknown, max: number): readonly unknown[] {
  checkStored(Array.isArray(value) && value.length <= max)
  return value
}

export function storedText(value: unknown, max: number): string {
  checkStored(typeof value === 'string' && value.length <= max)
  return value
}

/** Returns true for integers that are not negative. */
export const isStoredCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
