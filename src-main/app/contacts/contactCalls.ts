import { type contactMethods, MAX_CONTACT_IMPORT, MAX_CONTACT_PLACES, MAX_CONTACTS } from '#shared/chains/contacts.ts'
import type { ChainMethodParams, ChainMethodResult } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject, JsonValue } from '#shared/json.ts'
import { hexToBytes } from '#shared/protocol/hex.ts'
import type { FileLockDeps } from '../../files/index.ts'
import { findScriptAddress, hash160, p2pkhScript } from '../../node/index.ts'
import { StoredFile } from '../storedFile.ts'
import {
  ContactError,
  type ContactFields,
  contactFields,
  contactsText,
  hasName,
  MAX_CONTACT_FILE,
  parseContacts,
  requireUnlike,
  type StoredContact,
} from './contactList.ts'

export interface ContactDeps extends FileLockDeps {
  /** Returns a new id of 16 hex digits. */
  newId(): string
  changed(): void
}

type ContactMethodName = keyof typeof contactMethods

export type ContactCalls = {
  readonly [N in ContactMethodName]: (
    params: ChainMethodParams<N>,
  ) => ChainMethodResult<N> | Promise<ChainMethodResult<N>>
}

/** Creates the handlers of the contact methods. The file is read on first use. */
export function createContactCalls(root: string, deps: ContactDeps): ContactCalls {
  let opened: ReturnType<typeof openBook> | undefined
  const book = () => (opened ??= openBook(root, deps))
  const seconds = () => Math.floor(deps.now() / 1000)

  /** @throws RpcError if the change is rejected or cannot be written; nothing has changed then */
  async function update(change: (contacts: readonly StoredContact[]) => readonly StoredContact[]): Promise<void> {
    try {
      await book().update(change)
    } catch (error) {
      if (error instanceof RpcError) throw error
      const message = error instanceof Error ? error.message : String(error)
      const code = error instanceof ContactError ? RPC_ERROR.INVALID_PARAMETER : RPC_ERROR.MISC
      throw new RpcError(code, message, { cause: error })
    }
    deps.changed()
  }

  return {
    listcontacts: () => ({
      notice: book().notice(),
      contacts: book()
        .value()
        .map(({ pubkeys, ...contact }) => ({
          ...contact,
          pubkeys: pubkeys.map((pubkey) => ({ pubkey, address: addressOfKey(pubkey) })),
        }))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    }),
    async savecontact({ contact }) {
      const given = readId(contact)
      const id = given ?? deps.newId()
      await update((contacts) => {
        const fields = contactFields(readMembers(contact))
        const others = contacts.filter((other) => other.id !== id)
        if (given !== undefined && others.length === contacts.length) throw noContact(given)
        if (others.length >= MAX_CONTACTS)
          throw new ContactError(`The address book is full: it has ${MAX_CONTACTS} contacts, the maximum`)
        requireUnlike(fields, others)
        return [...others, { id, ...fields, changed: seconds() }]
      })
      return { id }
    },
    async removecontact({ id }) {
      let removed = false
      await update((contacts) => {
        removed = contacts.some((contact) => contact.id === id)
        return removed ? contacts.filter((contact) => contact.id !== id) : contacts
      })
      return { removed }
    },
    async importcontacts({ contacts: given }) {
      if (given.length > MAX_CONTACT_IMPORT)
        throw new RpcError(
          RPC_ERROR.INVALID_PARAMETER,
          `At most ${MAX_CONTACT_IMPORT} contacts can be imported at once`,
        )
      const outcome = { added: 0, extended: 0, rejected: 0 }
      await update((contacts) => {
        Object.assign(outcome, { added: 0, extended: 0, rejected: 0 })
        return given.reduce<readonly StoredContact[]>((list, entry) => {
          const taken = withEntry(list, entry, () => ({ id: deps.newId(), changed: seconds() }))
          outcome[taken.how]++
          return taken.list
        }, contacts)
      })
      return outcome
    },
  }
}

const openBook = (root: string, deps: FileLockDeps) =>
  new StoredFile<readonly StoredContact[]>(
    {
      ...{ root, file: 'contacts.json', title: 'The address book', empty: [], most: MAX_CONTACT_FILE },
      unread: 'The app does not write to it and shows none of its contacts.',
      repair: 'Import an earlier export, or repair the file.',
      ...{ parse: parseContacts, write: contactsText },
    },
    deps,
  )

const addressOfKey = (pubkey: string) =>
  findScriptAddress(p2pkhScript(hash160(hexToBytes(pubkey))), { cc: false }) ?? ''

const noContact = (id: string) =>
  new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, `No contact has the id ${id.slice(0, 40)}`)

function readId(contact: JsonObject): string | undefined {
  const id = contact.get('id') ?? undefined
  if (id === undefined || typeof id === 'string') return id
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'id: expected a text')
}

const readMembers = (contact: JsonObject) => ({
  name: contact.get('name'),
  addresses: contact.get('addresses'),
  pubkeys: contact.get('pubkeys'),
  note: contact.get('note'),
})

interface MergeResult {
  readonly list: readonly StoredContact[]
  readonly how: 'added' | 'extended' | 'rejected'
}

/**
 * Merges an imported entry into the list. A contact with the same name gets the missing addresses and keys; an existing
 * note is kept.
 */
function withEntry(
  list: readonly StoredContact[],
  entry: JsonValue,
  fresh: () => Pick<StoredContact, 'id' | 'changed'>,
): MergeResult {
  const rejected: MergeResult = { list, how: 'rejected' }
  if (!(entry instanceof Map)) return rejected
  try {
    const fields = contactFields(readMembers(entry as JsonObject))
    const before = list.find((contact) => hasName(contact, fields.name))
    const others = list.filter((contact) => contact !== before)
    const merged = before === undefined ? fields : mergedFields(before, fields)
    requireUnlike(merged, others)
    if (others.length >= MAX_CONTACTS) return rejected
    const { id, changed } = fresh()
    return { list: [...others, { ...merged, id: before?.id ?? id, changed }], how: before ? 'extended' : 'added' }
  } catch (error) {
    if (error instanceof ContactError) return rejected
    throw error
  }
}

function mergedFields(before: StoredContact, more: ContactFields): ContactFields {
  const both = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])].slice(0, MAX_CONTACT_PLACES)
  return {
    name: before.name,
    addresses: both(before.addresses, more.addresses),
    pubkeys: both(before.pubkeys, more.pubkeys),
    note: before.note === '' ? more.note : before.note,
  }
}
