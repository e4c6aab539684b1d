import { describe, expect, it } from 'vitest'
import { ADDRESS, done, startBroker } from '../testing/testBroker.ts'

const BAN = { address: '192.0.2.1/255.255.255.255', banned_until: 9, created: 1, reason: 'manual', note: 'n' }

const ANN = { id: '0f3a9c1e5b7d2468', name: 'Ann', addresses: [ADDRESS], pubkeys: [], note: '', changed: 7 }

async function undoLastNotice(test: ReturnType<typeof startBroker>) {
  const before = test.chainManager.calls.length
  await test.notices.at(-1)?.undo?.()
  const calls = test.chainManager.calls.slice(before)
  return calls
    .filter(({ method }) => !/^(list|get)/.test(method))
    .map(({ chain, method, params }) => [chain, method, params.length])
}

describe('notices', () => {
  it.each([
    ['setban', ['192.0.2.1', 'add'], '“192.0.2.1” was banned.', [['one', 'setban', 2]]],
    ['setban', ['192.0.2.1', 'add', 604_800], '“192.0.2.1” was banned for 7 days.', [['one', 'setban', 2]]],
    ['setban', ['192.0.2.1', 'remove'], '“192.0.2.1” was unbanned.', [['one', 'restorebans', 1]]],
    ['clearbanned', [], '1 ban was lifted.', [['one', 'restorebans', 1]]],
    ['addnode', ['192.0.2.1', 'add'], 'A connection to “192.0.2.1” is kept from now on.', [['one', 'addnode', 2]]],
    ['addnode', ['192.0.2.1', 'onetry'], 'A connection to “192.0.2.1” is tried once.', []],
    [
      'setaddresslabel',
      [ADDRESS, 'rent'],
      `The address “${ADDRESS}” is called “rent” now.`,
      [['one', 'setaccount', 2]],
    ],
    ['watchaddress', [ADDRESS], `The address “${ADDRESS}” is watched.`, [['one', 'unwatchaddress', 1]]],
    ['setautomine', [true], 'Blocks are mined automatically from now on.', [['one', 'setautomine', 1]]],
    [
      'settestnode',
      ['one', true],
      'The chain First (ONE) may mine without peers from its next start on.',
      [[null, 'settestnode', 2]],
    ],
    ['startchain', ['two'], 'The chain Second (TWO) was started.', [[null, 'stopchain', 1]]],
    ['selectchain', ['two'], 'The window shows the chain Second (TWO) now.', [[null, 'selectchain', 1]]],
    ['walletlock', [], 'The wallet is locked.', []],
    [
      'savecontact',
      [{ name: 'Bob', addresses: [ADDRESS], pubkeys: [] }],
      `“Bob” was added to the address book: “${ADDRESS}”.`,
      [[null, 'removecontact', 1]],
    ],
    [
      'savecontact',
      [{ id: ANN.id, name: 'Ann', addresses: [ADDRESS], pubkeys: [] }],
      `“Ann” was changed in the address book: “${ADDRESS}”.`,
      [[null, 'savecontact', 1]],
    ],
    ['removecontact', ['0f3a9c1e5b7d2468'], '“Ann” was removed from the address book.', [[null, 'savecontact', 1]]],
  ] as const)('describe %s %j and undo it', async (method, params, text, back) => {
    const test = startBroker()
    test.chainManager.replies['listcontacts'] = () => JSON.stringify({ notice: null, contacts: [ANN] })
    test.chainManager.replies['listbans'] = () => JSON.stringify([{ ...BAN, covers: '1' }])
    await test.call(method, ...params)
    expect(test.questions).toEqual([])
    expect(test.notices.map((notice) => notice.text)).toEqual([text])
    expect(await undoLastNotice(test)).toEqual(back)
  })

  it('say that the node reconnects to an added node that was disconnected', async () => {
    const test = startBroker()
    test.chainManager.replies['listaddednodes'] = () =>
      JSON.stringify([
        {
          ...{ node: 'a.example', kept: true, state: 'connected', failure: null, retryin: null },
          addresses: [{ address: '192.0.2.1:8233', connected: 'outbound' }],
        },
      ])
    await test.call('disconnectnode', '192.0.2.1:8233')
    await test.call('disconnectnode', '192.0.2.2:8233')
    expect(test.notices.map((notice) => notice.text)).toEqual([
      'The connection to “192.0.2.1:8233” was ended. It is an added node, so this node reconnects at once.',
      'The connection to “192.0.2.2:8233” was ended.',
    ])
  })

  it('show nothing if nothing changed', async () => {
    const test = startBroker()
    await test.call('selectchain', 'one')
    await test.call('setautomine', false)
    await test.call('clearbanned')
    await test.call('unwatchaddress', ADDRESS)
    await test.call('stopchain', 'one')
    expect(test.notices).toEqual([])
    expect(done(test.chainManager, 'selectchain')).toHaveLength(1)
  })

  it('show nothing for a failed call', async () => {
    const test = startBroker()
    test.chainManager.replies['setban'] = () => Promise.reject(new Error('refused'))
    await expect(test.call('setban', '192.0.2.1', 'add')).rejects.toThrow('refused')
    expect(test.notices).toEqual([])
  })

  it('undo an action on the chain on which it was done', async () => {
    const test = startBroker()
    await test.call('setban', '192.0.2.1', 'add')
    test.chainManager.show('two')
    expect(await undoLastNotice(test)).toEqual([['one', 'setban', 2]])
  })

  it('reveal hidden characters in texts of the page, and show only the length of long texts', async () => {
    const test = startBroker()
    await test.call('disconnectnode', `192.0.2.1\u202e${' '.repeat(700)}x`)
    await test.call('disconnectnode', 'x'.repeat(5_000))
    expect(test.notices.map((notice) => notice.text)).toEqual([
      'The connection to “192.0.2.1\\u{202e} [700 blanks] x” was ended.',
      'The connection to (a text of 5,000 characters) was ended.',
    ])
  })
})
