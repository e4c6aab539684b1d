/** Format and limits of the contacts on disk, and their parser for untrusted text. Pure functions. */
import { MAX_CONTACT_NAME, MAX_CONTACT_NOTE, MAX_CONTACT_PLACES, MAX_CONTACTS } from '#shared/chains/contacts.ts'
import { decodeAddress, secp256k1 } from '../../node/index.ts'
import { removeInvisible } from '../invisibleText.ts'
import { parseStored, storedObject } from '../storedFields.ts'
import { ListError } from '../storedFile.ts'

export interface StoredContact {
  readonly id: string
  readonly name: string
  readonly addresses: readonly string[]
  /** 66 lower-case hex digits each */
  readonly pubkeys: readonly string[]
  readonly note: string
  /** unix seconds */
  readonly changed: number
}

/** Fields of a contact that the user enters. */
export type ContactFields = Pick<StoredContact, 'name' | 'addresses' | 'pubkeys' | 'note'>

/** Problem with a contact, as a sentence for users. */
export class ContactError extends Error {
  override readonly name = 'ContactError'
}

const VERSION = 1
/** Maximum size of the file in bytes: enough for all contacts with all fields at their limits. */
export const MAX_CONTACT_FILE = 16_000_000

export function contactsText(contacts: readonly StoredContact[]): string {
  return `${JSON.stringify({ version: VERSION, contacts }, null, 2)}\n`
}

/** @throws ListError */
export function parseContacts(text: string): readonly StoredContact[] {
  const { version, contacts } = parseStored(text, VERSION)
  if (version !== VERSION || !Array.isArray(contacts) || contacts.length > MAX_CONTACTS) throw damaged()
  const read: StoredContact[] = []
  for (const entry of contacts) {
    const { id, changed, ...fields } = storedObject(entry)
    if (typeof id !== 'string' || !/^[0-9a-f]{16}$/.test(id) || !Number.isSafeInteger(changed)) throw damaged()
    try {
      const contact = { id, ...contactFields(fields), changed: Number(changed) }
      requireUnlike(contact, read)
      read.push(contact)
    } catch (error) {
      throw error instanceof ContactError ? damaged() : error
    }
  }
  return read
}

const damaged = () => new ListError('is damaged', true)

/** Validates contact fields from a window or a file. @throws ContactError if a field is invalid */
export function contactFields({
  name,
  addresses,
  pubkeys,
  note,
}: {
  readonly [Name in keyof ContactFields]?: unknown
}): ContactFields {
  const plain = plainText('name', name, MAX_CONTACT_NAME)
  if (plain === '') throw new ContactError('A contact must have a name')
  const fields = {
    name: plain,
    addresses: parseEntries('addresses', addresses, checkedAddress),
    pubkeys: parseEntries('pubkeys', pubkeys, checkedKey),
    note: plainText('note', note ?? '', MAX_CONTACT_NOTE),
  }
  if (fields.addresses.length + fields.pubkeys.length === 0)
    throw new ContactError('A contact must have an address or a public key')
  return fields
}

function plainText(name: string, value: unknown, max: number): string {
  if (typeof value !== 'string') throw new ContactError(`${name}: expected a text`)
  const text = removeInvisible(value).trim()
  if (text.length > max) throw new ContactError(`${name}: at most ${max} characters`)
  return text
}

function parseEntries(name: string, value: unknown, check: (text: string) => string): readonly string[] {
  const list = value ?? []
  if (!Array.isArray(list) || list.length > MAX_CONTACT_PLACES)
    throw new ContactError(`${name}: expected a list of at most ${MAX_CONTACT_PLACES}`)
  return [...new Set(list.map((each: unknown) => check(typeof each === 'string' ? each.trim() : '')))]
}

const shown = (text: string) => removeInvisible(text).slice(0, 80)

function checkedAddress(text: string): string {
  const kind = decodeAddress(text)?.kind
  if (kind === 'pubkeyhash' || kind === 'scripthash') return text
  throw new ContactError(`Not an address: ${shown(text)}`)
}

function checkedKey(text: string): string {
  const key = text.toLowerCase()
  if (/^0[23][0-9a-f]{64}$/.test(key) && secp256k1.isPublicKey(Uint8Array.from(Buffer.from(key, 'hex')))) return key
  throw new ContactError(`Not a public key: ${shown(text)}`)
}

/** Normalises a name for comparison: names that differ only in case or compatibility forms are equal. */
const alike = (name: string) => name.normalize('NFKC').toLowerCase()

export const hasName = ({ name }: Pick<StoredContact, 'name'>, other: string): boolean => alike(name) === alike(other)

/**
 * Checks that no other contact has the same name, address or key, so that each identifies one contact.
 * @throws ContactError if one is shared
 */
export function requireUnlike(contact: ContactFields, others: readonly ContactFields[]): void {
  for (const other of others) {
    if (hasName(other, contact.name)) throw new ContactError(`A contact named ${other.name} already exists`)
    const places = new Set([...other.addresses, ...other.pubkeys])
    const shared = [...contact.addresses, ...contact.pubkeys].find((place) => places.has(place))
    if (shared !== undefined) throw new ContactError(`${shared} already belongs to ${other.name}`)
  }
}
