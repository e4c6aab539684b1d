/**
 * Methods of the address book. The app keeps it for all chains, because addresses and keys are the same on all chains.
 */
import { RPC_ERROR } from '../errors.ts'
import { defineMethod, type ErrorDoc } from '../rpc/define.ts'
import { p } from '../rpc/param.ts'
import { r } from '../rpc/result.ts'
import { APP_CALL, objectParam, textOrNull } from './shapes.ts'

export const MAX_CONTACTS = 2_000
export const MAX_CONTACT_NAME = 60
export const MAX_CONTACT_NOTE = 500
/** Maximum number of addresses per contact, and of public keys per contact. */
export const MAX_CONTACT_PLACES = 20
/** Maximum number of contacts per import. */
export const MAX_CONTACT_IMPORT = 2_000

export interface ContactInput {
  /** id of the contact to change. A new contact is created if omitted */
  readonly id?: string
  readonly name: string
  readonly addresses: readonly string[]
  /** public keys, each of 66 hex digits */
  readonly pubkeys: readonly string[]
  readonly note?: string
}

const { category, flags } = APP_CALL

const notAContact: ErrorDoc = {
  code: RPC_ERROR.INVALID_PARAMETER,
  message: 'the problem, as a sentence',
  when: 'name, address, key or note are invalid, or another contact has the name or one of the addresses and keys',
}

const listcontacts = defineMethod({
  name: 'listcontacts',
  category,
  consent: 'none',
  changesWith: ['contacts'],
  summary: 'Lists the contacts of the address book.',
  params: [],
  result: r.object({
    notice: textOrNull('problem when the file was read and the action taken'),
    contacts: r.array(
      r.object({
        id: r.text(),
        name: r.text('name chosen by the user'),
        addresses: r.array(r.address()),
        pubkeys: r.array(r.object({ pubkey: r.pubkey(), address: r.address('of the key') })),
        note: r.text('note; empty if none'),
        changed: r.time('time of the last change'),
      }),
      'sorted by name',
    ),
  }),
  examples: [{ params: [] }],
  flags,
})

const savecontact = defineMethod({
  name: 'savecontact',
  category,
  consent: 'tell',
  changesWith: 'never',
  summary: 'Adds a contact to the address book, or replaces one. The contact is on disk when the call returns.',
  params: [
    objectParam<ContactInput>().named('contact', 'name, addresses, pubkeys and note; id of the contact to replace'),
  ],
  result: r.object({ id: r.text('id of the contact in other calls') }),
  errors: [
    notAContact,
    {
      code: RPC_ERROR.INVALID_ADDRESS_OR_KEY,
      message: 'No contact has the id <id>',
      when: 'the address book has no such id',
    },
  ],
  examples: [
    { params: [{ name: 'Bob', addresses: ['RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'], pubkeys: [], note: 'rent' }] },
  ],
  flags,
})

const removecontact = defineMethod({
  name: 'removecontact',
  category,
  consent: 'tell',
  changesWith: 'never',
  summary: 'Removes a contact from the address book.',
  params: [p.str('id', 'id of the contact, as in listcontacts')],
  result: r.object({ removed: r.bool('whether the contact existed') }),
  examples: [{ params: ['0f3a9c1e5b7d2468'] }],
  flags,
})

const importcontacts = defineMethod({
  name: 'importcontacts',
  category,
  consent: 'tell',
  changesWith: 'never',
  summary: 'Adds many contacts. A contact whose name exists already gets the addresses and keys that it lacks.',
  params: [
    p.array('contacts', `contacts as in savecontact, at most ${MAX_CONTACT_IMPORT}`, { type: 'object' }).typed(),
  ],
  result: r.object({
    added: r.int('number of new contacts'),
    extended: r.int('number of contacts that got further addresses or keys'),
    rejected: r.int('number of invalid entries'),
  }),
  errors: [{ code: RPC_ERROR.INVALID_PARAMETER, message: 'At most 2000 contacts', when: 'the array has more' }],
  examples: [{ params: [[{ name: 'Bob', addresses: ['RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'], pubkeys: [] }]] }],
  flags,
})

export const contactMethods = { importcontacts, listcontacts, removecontact, savecontact } as const
