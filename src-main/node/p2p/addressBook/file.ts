import { readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import type { Logger } from '../../interfaces.ts'
import { DecodeError } from '../../util/index.ts'
import { type AddressBookDeps, createAddressBook } from './addressBook.ts'
import { decodeBook, type SavedBook } from './savedBook.ts'
import type { AddressBook } from './types.ts'

const PRIVATE = 0o600

/** The book in a file; an empty one if there is no file or it cannot be read. */
export function loadAddressBook(path: string, deps: AddressBookDeps & { readonly logger: Logger }): AddressBook {
  return createAddressBook(deps, read(path, deps.logger))
}

function read(path: string, logger: Logger): SavedBook | undefined {
  try {
    return decodeBook(readFileSync(path))
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!missing) {
      const reason = error instanceof DecodeError ? error.message : String(error)
      logger.warn('the address book cannot be read and is begun anew', { path, reason })
    }
    return undefined
  }
}

/** Replaces the file as a whole: whenever the power fails, the old book or the new one is there. */
export async function saveAddressBook(path: string, book: AddressBook): Promise<void> {
  const bytes = book.serialise()
  const draft = `${path}.new`
  const file = await open(draft, 'w', PRIVATE)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}
