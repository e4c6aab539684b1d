/**
 * Reads and writes the address book as a CSV file with one line per contact. Its addresses and keys are in one cell
 * each.
 */
import type { ContactInput } from '#shared/chains/contacts.ts'
import { MAX_CONTACT_IMPORT } from '#shared/chains/contacts.ts'
import { csvCells } from '../../../components/export/csvCells.ts'
import type { ExportColumn } from '../../../components/export/table.ts'
import type { Contact } from '../../../components/people/contacts.ts'
import { parseAddressList } from '../../../components/people/places.ts'

/** Larger files are not address books. */
export const MAX_CONTACT_FILE_BYTES = 8 * 1024 * 1024

export const contactColumns: readonly ExportColumn<Contact>[] = [
  { name: 'name', value: ({ name }) => name },
  { name: 'addresses', value: ({ addresses }) => addresses.join(' ') },
  { name: 'pubkeys', value: ({ pubkeys }) => pubkeys.map(({ pubkey }) => pubkey).join(' ') },
  { name: 'note', value: ({ note }) => note },
]

/** Removes the apostrophe that an export puts before a formula. */
const plain = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '').trim()

/** Parses contacts of an exported file, or lines with a name and addresses or keys. The app validates them later. */
export function readContactFile(text: string): readonly ContactInput[] {
  const lines = text.split(/\r\n|\n|\r/).map(csvCells)
  return lines
    .flatMap(([name = '', addresses = '', pubkeys = '', ...rest]) => {
      const note = plain(rest.join(' '))
      const places = parseAddressList(`${addresses} ${pubkeys}`)
      const header = /^(name|names?)$/i.test(plain(name)) && /^address/i.test(addresses.trim())
      return plain(name) === '' || header ? [] : [{ name: plain(name), ...places, note }]
    })
    .slice(0, MAX_CONTACT_IMPORT)
}
