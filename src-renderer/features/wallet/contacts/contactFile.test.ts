import { describe, expect, it } from 'vitest'
import { csvWriter } from '../../../components/export/table.ts'
import type { Contact } from '../../../components/people/contacts.ts'
import { contactColumns, readContactFile } from './contactFile.ts'

const KEY = `02${'ab'.repeat(32)}`
const bob: Contact = {
  ...{ id: 'b', name: '=Bob, "the builder"', addresses: ['RBob1', 'RBob2'], changed: 1 },
  ...{ pubkeys: [{ pubkey: KEY, address: 'RKey' }], note: '-rent; shop' },
}

describe('readContactFile', () => {
  it('reads back an exported file unchanged', () => {
    const writer = csvWriter(contactColumns)
    const text = writer.start() + writer.rows([bob]) + writer.end()
    expect(readContactFile(text)).toEqual([
      { name: bob.name, addresses: bob.addresses, pubkeys: [KEY], note: bob.note },
    ])
  })

  it('reads a file made by hand: keys among addresses, no header, no note', () => {
    expect(readContactFile(`Ann;RAnn\nZoe\t${KEY.toUpperCase()}\n\n,RNobody\n`)).toEqual([
      { name: 'Ann', addresses: ['RAnn'], pubkeys: [], note: '' },
      { name: 'Zoe', addresses: [], pubkeys: [KEY], note: '' },
    ])
  })
})
