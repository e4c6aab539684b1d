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
  message: 'what is wrong with it, as a sentence',
  when: 'name, address, key or note do not fit, or another contact has the name or one of the addresses and keys',
}

const listcontacts = defineMethod({
  name: 'listcontacts',
  category,
  consent: 'none',
  changesWith: ['contacts'],
  summary: 'Lists the contacts of the address book.',
  params: [],
  result: r.object({
    notice: textOrNull('what was wrong with the file when it was read, and what was done'),
    contacts: r.array(
      r.object({
        id: r.text(),
        name: r.text('the person’s own words'),
        addresses: r.array(r.address()),
        pubkeys: r.array(r.object({ pubkey: r.pubkey(), address: r.address('of the key') })),
        note: r.text('empty: none'),
        changed: r.time('when it was last saved'),
      }),
      'by name',
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
  summary: 'Adds a contact to the address book, or replaces one. It is on disk when this answers.',
  params: [objectParam<ContactInput>().named('contact', 'name, addresses, pubkeys, note; id of the one to replace')],
  result: r.object({ id: r.text('by which other calls name it') }),
  errors: [
    notAContact,
    { code: RPC_ERROR.INVALID_ADDRESS_OR_KEY, message: 'There is no contact <id>', when: 'the book has no such id' },
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
  params: [p.str('id', 'of the contact, as in listcontacts')],
  result: r.object({ removed: r.bool('it was there') }),
  examples: [{ params: ['0f3a9c1e5b7d2468'] }],
  flags,
})

const importcontacts = defineMethod({
  name: 'importcontacts',
  category,
  consent: 'tell',
  changesWith: 'never',
  summary: 'Adds many contacts. One whose name is there gets the addresses and keys that it lacks.',
  params: [p.array('contacts', `as savecontact takes them, at most ${MAX_CONTACT_IMPORT}`, { type: 'object' }).typed()],
  result: r.object({
    added: r.int('new contacts'),
    extended: r.int('contacts that got something more'),
    rejected: r.int('entries that do not fit'),
  }),
  errors: [{ code: RPC_ERROR.INVALID_PARAMETER, message: 'At most 2000 contacts', when: 'there are more' }],
  examples: [{ params: [[{ name: 'Bob', addresses: ['RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'], pubkeys: [] }]] }],
  flags,
})

export const contactMethods = { importcontacts, listcontacts, removecontact, savecontact } as const
