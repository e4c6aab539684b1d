import { describe, expect, it } from 'vitest'
import { type Contact, contactsFor, findContact } from './contacts.ts'

const KEY = `02${'11'.repeat(32)}`
const contact = (name: string, changes: Partial<Contact> = {}): Contact => ({
  ...{ id: name, name, addresses: [`R${name}`], pubkeys: [], note: '', changed: 1 },
  ...changes,
})
const bob = contact('Bob')
const ann = contact('Ann Bobson', { addresses: [], pubkeys: [{ pubkey: KEY, address: 'RAnnKey' }] })
const zoe = contact('Zoe', { addresses: ['R1', 'R2'] })
const all = [ann, bob, zoe]

describe('contactsFor', () => {
  it('finds names that contain the text, names with that prefix first', () => {
    expect(contactsFor(all, ' bob', 'address').map(({ name }) => name)).toEqual(['Bob', 'Ann Bobson'])
    expect(contactsFor(all, '', 'address').map(({ value }) => value)).toEqual(['RAnnKey', 'RBob', 'R1', 'R2'])
  })

  it('offers keys for a key field, and a key’s address only for contacts without addresses', () => {
    expect(contactsFor(all, '', 'pubkey').map(({ value }) => value)).toEqual([KEY])
    expect(contactsFor([{ ...bob, pubkeys: ann.pubkeys }], '', 'address').map(({ value }) => value)).toEqual(['RBob'])
  })

  it('returns nothing for a text longer than any name', () => {
    expect(contactsFor([contact('R'.repeat(40))], 'R'.repeat(34), 'address')).toEqual([])
  })
})

describe('findContact', () => {
  it('finds a contact by address, key or the address of a key', () => {
    expect(findContact(all, ' RBob ')).toBe(bob)
    expect(findContact(all, KEY.toUpperCase())).toBe(ann)
    expect(findContact(all, 'RAnnKey')).toBe(ann)
    expect(findContact(all, 'RNobody')).toBeUndefined()
  })
})
