import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ask, useChainManager } from '../testing/testChains.ts'

const BOB = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const EVE = 'RRvwmbkxR5YRzPGL5kMFHMe1AH33MeD8rN'
const KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'

describe('address book', () => {
  const app = useChainManager()
  const file = () => join(app.root, 'contacts.json')
  const contact = (changes: Record<string, unknown> = {}) => ({
    name: 'Bob',
    addresses: [BOB],
    pubkeys: [],
    ...changes,
  })

  it('saves contacts before replying, readable only by their owner, and restores them at the next start', async () => {
    const chainManager = app.open()
    expect(await ask(chainManager, 'listcontacts')).toEqual({ notice: null, contacts: [] })
    expect(existsSync(app.root)).toBe(false)
    const { id } = await ask(chainManager, 'savecontact', contact({ pubkeys: [KEY.toUpperCase()], note: 'rent' }))
    expect(JSON.parse(readFileSync(file(), 'utf8')).contacts).toMatchObject([{ id, name: 'Bob', addresses: [BOB] }])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(app.events).toContainEqual({ type: 'contacts' })
    const again = await app.reopen(chainManager)
    expect((await ask(again, 'listcontacts')).contacts).toEqual([
      {
        ...{ id, name: 'Bob', addresses: [BOB], note: 'rent', changed: expect.any(Number) },
        pubkeys: [{ pubkey: KEY, address: expect.stringMatching(/^R\w{33}$/) }],
      },
    ])
  })

  it('changes and removes a contact by its id', async () => {
    const chainManager = app.open()
    const { id } = await ask(chainManager, 'savecontact', contact())
    expect(await ask(chainManager, 'savecontact', contact({ id, name: 'Robert' }))).toEqual({ id })
    expect((await ask(chainManager, 'listcontacts')).contacts).toMatchObject([{ id, name: 'Robert' }])
    await expect(ask(chainManager, 'savecontact', contact({ id: 'ab' }))).rejects.toMatchObject({ code: -5 })
    expect(await ask(chainManager, 'removecontact', id)).toEqual({ removed: true })
    expect(await ask(chainManager, 'removecontact', id)).toEqual({ removed: false })
  })

  it.each([
    [{ name: ' \u202e ' }, 'A contact must have a name'],
    [{ name: 'x'.repeat(61) }, 'name: at most 60 characters'],
    [{ name: 7 }, 'name: expected a text'],
    [{ addresses: [] }, 'A contact must have an address or a public key'],
    [{ addresses: [`${BOB.slice(0, -1)}E`] }, /^Not an address/],
    [{ addresses: 'R' }, 'addresses: expected a list of at most 20'],
    [{ pubkeys: [`05${'0'.repeat(64)}`] }, /^Not a public key/],
    [{ pubkeys: [`02${'f'.repeat(64)}`] }, /^Not a public key/],
    [{ note: 'x'.repeat(501) }, 'note: at most 500 characters'],
    [{ id: 7 }, 'id: expected a text'],
  ])('rejects %o as contact data', async (changes, message) => {
    const chainManager = app.open()
    await expect(ask(chainManager, 'savecontact', contact(changes))).rejects.toMatchObject({
      code: -8,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
    expect((await ask(chainManager, 'listcontacts')).contacts).toEqual([])
  })

  it('rejects a name, address or key of another contact', async () => {
    const chainManager = app.open()
    await ask(chainManager, 'savecontact', contact({ pubkeys: [KEY] }))
    const save = (changes: Record<string, unknown>) => ask(chainManager, 'savecontact', contact(changes))
    await expect(save({ name: 'ＢＯＢ', addresses: [EVE] })).rejects.toThrow('A contact named Bob already exists')
    await expect(save({ name: 'Eve' })).rejects.toThrow(`${BOB} already belongs to Bob`)
    await expect(save({ name: 'Eve', addresses: [], pubkeys: [KEY] })).rejects.toThrow('already belongs to Bob')
    // Characters that reorder surrounding text are removed.
    const { id } = await save({ name: 'E\u202eve', addresses: [EVE] })
    expect((await ask(chainManager, 'listcontacts')).contacts).toMatchObject([{ name: 'Bob' }, { id, name: 'Eve' }])
  })

  it('imports valid contacts and extends existing ones', async () => {
    const chainManager = app.open()
    await ask(chainManager, 'savecontact', contact({ note: 'mine' }))
    const entries = [
      contact({ name: 'bob', addresses: [], pubkeys: [KEY], note: 'theirs' }),
      contact({ name: 'Eve', addresses: [EVE] }),
      contact({ name: 'Mallory', addresses: [BOB] }),
      contact({ name: '' }),
      7,
    ]
    expect(await ask(chainManager, 'importcontacts', entries)).toEqual({ added: 1, extended: 1, rejected: 3 })
    expect((await ask(chainManager, 'listcontacts')).contacts).toMatchObject([
      { name: 'Bob', addresses: [BOB], pubkeys: [{ pubkey: KEY }], note: 'mine' },
      { name: 'Eve' },
    ])
    const many = Array.from({ length: 2_001 }, () => contact())
    await expect(ask(chainManager, 'importcontacts', many)).rejects.toMatchObject({ code: -8 })
  })

  it('sets a damaged file aside with a notice, and leaves a file of a newer version unchanged', async () => {
    const first = app.open()
    await ask(first, 'savecontact', contact())
    writeFileSync(file(), '{')
    const second = await app.reopen(first)
    expect(await ask(second, 'listcontacts')).toMatchObject({
      notice: expect.stringMatching(/^The address book is not readable and was set aside/),
      contacts: [],
    })
    expect(readdirSync(app.root).some((name) => name.startsWith('contacts.json.damaged-'))).toBe(true)
    await ask(second, 'savecontact', contact())
    writeFileSync(file(), JSON.stringify({ version: 2, contacts: [] }))
    const third = await app.reopen(second)
    await expect(ask(third, 'savecontact', contact())).rejects.toThrow(/newer version/)
    expect(readFileSync(file(), 'utf8')).toContain('"version":2')
  })
})
