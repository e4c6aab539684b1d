import { describe, expect, it } from 'vitest'
import { type Contact, contactOf, contactsFor } from './contacts.ts'

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
  it('finds names, those that begin with what was typed first', () => {
    expect(contactsFor(all, ' bob', 'address').map(({ name }) => name)).toEqual(['Bob', 'Ann Bobson'])
    expect(contactsFor(all, '', 'address').map(({ value }) => value)).toEqual(['RAnnKey', 'RBob', 'R1', 'R2'])
  })

  it('offers keys where keys are wanted, and the address of a key where there is no other', () => {
    expect(contactsFor(all, '', 'pubkey').map(({ value }) => value)).toEqual([KEY])
    expect(contactsFor([{ ...bob, pubkeys: ann.pubkeys }], '', 'address').map(({ value }) => value)).toEqual(['RBob'])
  })

  it('offers nothing for what is no name', () => {
    expect(contactsFor([contact('R'.repeat(40))], 'R'.repeat(34), 'address')).toEqual([])
  })
})

describe('contactOf', () => {
  it('knows addresses, keys and the addresses of keys', () => {
    expect(contactOf(all, ' RBob ')).toBe(bob)
    expect(contactOf(all, KEY.toUpperCase())).toBe(ann)
    expect(contactOf(all, 'RAnnKey')).toBe(ann)
    expect(contactOf(all, 'RNobody')).toBeUndefined()
  })
})
