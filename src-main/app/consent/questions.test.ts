import { describe, expect, it } from 'vitest'
import { windowMethods } from '#shared/chains/index.ts'
import { ADDRESS, done, explanation, NO, PUBKEY, SECRET, startBroker, YES } from '../testing/testBroker.ts'

const owned = (owner: string) => () =>
  explanation('00', {
    outputs: [
      { n: 0, address: ADDRESS, amount: '0.00001000', type: 'pubkeyhash', owner, change: false, role: 'payment' },
    ],
  })
const findFact = (test: ReturnType<typeof startBroker>, name: string) =>
  test.questions.at(-1)?.facts.find((fact) => fact.name === name)?.value

describe('prompts about keys, fees and nodes', () => {
  it('show the cost of a fee rate and warn if it is far too high', async () => {
    const test = startBroker()
    await test.call('settxfee', 5)
    expect(test.questions[0]).toMatchObject({ danger: true, warnings: ['This is far more than the network asks for.'] })
    expect(findFact(test, 'Fee per 1000 bytes')).toBe('5.00000000 ONE')
    // Maximum fee that the wallet pays for one payment.
    expect(findFact(test, 'A usual payment costs')).toBe('0.10000000 ONE')
    await test.call('settxfee', '0.00005')
    expect(test.questions[1]).toMatchObject({ danger: false, warnings: [] })
    expect(done(test.chainManager, 'settxfee')).toHaveLength(2)
  })

  it.each(['setidentity', 'setpubkey'])('show for %s whose key will receive change and rewards', async (method) => {
    const test = startBroker()
    test.chainManager.replies['explaintransaction'] = owned('foreign')
    await test.call(method, PUBKEY)
    expect(test.questions[0]).toMatchObject({
      title: 'Let your change and rewards go to a key that is not only yours?',
      danger: true,
      warnings: ['Coins and tokens that go to this key can be spent by somebody else.'],
    })
    expect(findFact(test, 'Public key')).toBe(PUBKEY)
    expect(findFact(test, 'Whose key it is')).toContain('NOT YOURS')
    test.chainManager.replies['explaintransaction'] = owned('imported')
    await test.call(method, PUBKEY.toUpperCase())
    expect(test.questions[1]).toMatchObject({ danger: true })
    test.chainManager.replies['explaintransaction'] = owned('own')
    await test.call(method, PUBKEY)
    expect(test.questions[2]).toMatchObject({ danger: false, title: 'Change your main address?' })
  })

  it('mention a DNS lookup only for nodes with a host name', async () => {
    const test = startBroker()
    for (const node of ['node.example:9', '[::1]:9']) await test.call('addnode', node, 'add')
    expect(test.questions.map(({ consequence }) => consequence)).toEqual([
      'The name is looked up and the node is called. It learns the address of this machine.',
      'The node is called. It learns the address of this machine.',
    ])
  })

  it('reject an invalid key without asking', async () => {
    const test = startBroker()
    for (const text of ['', '02', `${' '.repeat(60)}${PUBKEY}`, '7', 'x'.repeat(66)]) {
      await expect(test.call('setidentity', text)).rejects.toMatchObject({ code: -8 })
    }
    expect(test.questions).toEqual([])
  })

  it('find the key of an account', async () => {
    const test = startBroker()
    const status = JSON.parse(await test.chainManager.call('getwalletstatus', '[]'))
    const account = { account: 3, label: 'shop\u202e', pubkey: PUBKEY, address: ADDRESS, identity: false }
    test.chainManager.replies['getwalletstatus'] = () => JSON.stringify({ ...status, accounts: [account] })
    test.chainManager.replies['explaintransaction'] = owned('own')
    await test.call('setidentity', '3')
    expect(findFact(test, 'Public key')).toBe(PUBKEY)
    expect(findFact(test, 'Account')).toBe('3 shop\\u{202e}')
  })

  it('show a message completely or reject it', async () => {
    const test = startBroker()
    await test.call('signmessage', ADDRESS, `I owe${' '.repeat(700)}you\nall\u0000`)
    expect(findFact(test, 'Message')).toBe('“I owe [700 blanks] you\\u{a}all\\u{0}”')
    await expect(test.call('signmessage', ADDRESS, 'x'.repeat(4_001))).rejects.toThrow('too much to show completely')
    await expect(test.call('signmessage', ADDRESS, '\u202e'.repeat(1_000))).rejects.toThrow(
      'too much to show completely',
    )
    expect(test.questions).toHaveLength(1)
  })
})

describe('prompts about chains', () => {
  it('show folder, height and namesakes of a chain to delete, and require its typed name', async () => {
    const test = startBroker()
    const listed = JSON.parse(await test.chainManager.call('listchains', '[]'))
    const chains = listed.chains.map((chain: object) => ({ ...chain, name: 'TWIN', label: 'Twin' }))
    test.chainManager.replies['listchains'] = () => JSON.stringify({ ...listed, chains })
    await test.call('deletechain', 'one', 'TWIN')
    expect(test.questions[0]).toMatchObject({
      chain: 'Twin (TWIN) in /root/one',
      typeToAgree: 'TWIN',
      danger: true,
      warnings: ['There is another chain of this name: Twin (TWIN) in /root/two.'],
    })
    expect(findFact(test, 'Folder')).toBe('/root/one')
    expect(findFact(test, 'Blocks')).toBe('7')
    expect(test.questions[0]?.facts.some(({ name }) => name === 'Earlier blocks, which go too')).toBe(false)
    const kept = { folder: '/root/one.before-2026-11-24', time: 1 }
    test.chainManager.replies['listchains'] = () =>
      JSON.stringify({ ...listed, chains: chains.map((chain: object) => ({ ...chain, kept })) })
    await test.call('deletechain', 'one', 'TWIN')
    expect(findFact(test, 'Earlier blocks, which go too')).toBe(kept.folder)
    await expect(test.call('deletechain', 'one', 'OTHER')).rejects.toThrow(
      'The name does not match the name of the chain',
    )
    await expect(test.call('deletechain', 'three', 'TWIN')).rejects.toThrow('There is no chain three')
    expect(done(test.chainManager, 'deletechain')).toHaveLength(2)
  })

  it('show a new chain as this program parsed it', async () => {
    const test = startBroker()
    const described = JSON.parse(await test.chainManager.call('describechain', '[{}]'))
    const peers = ['evil.example:80']
    test.chainManager.replies['describechain'] = () =>
      JSON.stringify({ ...described, problems: [], name: 'NEW', options: ['-ac_name=NEW'], peers })
    await test.call('joinchain', { text: 'komodod -ac_name=NEW', label: 'Old\u202e' })
    expect(test.questions[0]).toMatchObject({ title: 'Join the chain NEW?', agree: 'Join' })
    expect(findFact(test, 'Peers')).toBe('evil.example:80')
    expect(findFact(test, 'In the list as')).toBe('“Old\\u{202e}”')
    test.chainManager.replies['describechain'] = () =>
      JSON.stringify({ ...described, problems: [{ option: null, message: 'No name' }] })
    await expect(test.call('createchain', { options: [] })).rejects.toThrow('No name')
    expect(test.questions).toHaveLength(1)
  })
})

describe('secrets in prompts', () => {
  const all = Object.values(windowMethods).filter(
    ({ params, consent }) => consent !== 'never' && params.some(({ traits }) => traits.secret === true),
  )
  const params: Readonly<Record<string, readonly unknown[]>> = {
    signrawtransaction: ['0400', [], ['UuHk']],
    provebackup: [{ phrase: 'abandon' }],
    moveinnode: ['/old', {}, 'horse'],
    setbackupschedule: ['horse', '', 'day'],
    restorebackup: ['', 'horse'],
    unlockwallet: ['horse', 5],
    walletpassphrase: ['horse', 5],
    walletpassphrasechange: ['', 'new'],
  }

  it.each(all.map(({ name }) => name))('passed by the page are rejected by %s', async (method) => {
    const test = startBroker()
    await expect(test.call(method, ...(params[method] ?? ['horse']))).rejects.toThrow(
      'must be empty, because the app asks for',
    )
    expect([test.chainManager.calls, test.questions]).toEqual([[], []])
  })

  it.each([
    ['unlockwallet', ['', 60], ['horse', '60']],
    ['protectwallet', [''], ['horse']],
    ['checkpassphrase', [''], ['horse']],
    ['walletpassphrasechange', ['', ''], ['old', 'new']],
    ['setphrase', [''], ['abandon']],
  ] as const)('of %s are entered in the prompt', async (method, given, sent) => {
    const test = startBroker()
    await test.call(method, ...given)
    expect(test.questions[0]?.secrets?.every(({ name }) => name in (YES.agreed ? YES.secrets : {}))).toBe(true)
    const [call] = done(test.chainManager, method)
    expect(call?.params.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))).toEqual(
      sent.map((text) => (/^\d/.test(text) ? JSON.stringify({ text }) : text)),
    )
  })

  it('cause an error if they are missing or too long', async () => {
    const test = startBroker()
    for (const secrets of [{}, { passphrase: '' }, { passphrase: 'x'.repeat(5_000) }]) {
      test.answer = () => ({ agreed: true, secrets })
      await expect(test.call('unlockwallet', '', 60)).rejects.toThrow('The passphrase is missing or too long')
    }
    expect(done(test.chainManager, 'unlockwallet')).toEqual([])
  })

  it('appear only outside the page, if they are secrets of the wallet', async () => {
    const test = startBroker()
    expect(await test.call('dumpprivkey', ADDRESS)).toBe('"(shown outside of the page)"')
    expect(test.disclosures).toMatchObject([{ secret: SECRET, kind: 'key' }])
    expect(findFact(test, 'Address')).toBe(ADDRESS)
  })

  it('show and set a new phrase in one call, only if the user completes it', async () => {
    const test = startBroker()
    expect(JSON.parse(await test.call('newphrase', 24))).toEqual({ phrase: '(written down, and set)' })
    expect(test.disclosures).toMatchObject([{ secret: SECRET, kind: 'phrase' }])
    expect(done(test.chainManager, 'setphrase')).toEqual([{ chain: 'one', method: 'setphrase', params: [SECRET] }])
    test.wentThrough = false
    await expect(test.call('newphrase')).rejects.toThrow('You decided against it')
    expect(done(test.chainManager, 'setphrase')).toHaveLength(1)
  })

  it('show the stored phrase outside the page and record that it was written down', async () => {
    const test = startBroker()
    const status = JSON.parse(await test.chainManager.call('getwalletstatus', '[]'))
    const have = (facts: object) => {
      test.chainManager.replies['getwalletstatus'] = () => JSON.stringify({ ...status, ...facts })
    }
    have({ phrasekept: true, locked: false })
    expect(JSON.parse(await test.call('showphrase'))).toMatchObject({ phrase: '(shown outside of the page)' })
    expect(test.disclosures).toMatchObject([{ secret: SECRET, kind: 'phrase' }])
    const notes = () => done(test.chainManager, 'notebackup').map(({ params }) => params[1])
    expect(notes()).toEqual(['phrase'])
    test.wentThrough = false
    await expect(test.call('showphrase')).rejects.toThrow('You decided against it')
    expect(notes()).toEqual(['phrase'])
    have({ phrasekept: true, locked: true })
    await expect(test.call('showphrase')).rejects.toMatchObject({ code: -13 })
    have({ phrasekept: false, locked: false })
    await expect(test.call('showphrase')).rejects.toThrow('does not store the words')
    expect(test.questions).toHaveLength(2)
  })

  it('reject newphrase for a locked wallet', async () => {
    const test = startBroker()
    const status = JSON.parse(await test.chainManager.call('getwalletstatus', '[]'))
    test.chainManager.replies['getwalletstatus'] = () => JSON.stringify({ ...status, locked: true })
    await expect(test.call('newphrase')).rejects.toMatchObject({ code: -13 })
    expect([test.questions, test.disclosures]).toEqual([[], []])
  })

  it('reject newphrase for a wallet whose phrase cannot be replaced', async () => {
    const test = startBroker()
    const status = JSON.parse(await test.chainManager.call('getwalletstatus', '[]'))
    const searched = { ...status, phrase: true, phrasekept: false, phrasereplaceable: false, locked: false }
    test.chainManager.replies['getwalletstatus'] = () => JSON.stringify(searched)
    await expect(test.call('newphrase')).rejects.toThrow('already has a phrase')
    expect([test.questions, test.disclosures]).toEqual([[], []])
  })

  it('go to a picked file for a backup, which is recorded', async () => {
    const test = startBroker()
    test.files.clear()
    expect(JSON.parse(await test.call('exportwallet'))).toEqual({ text: '(saved to a file)', time: 5 })
    expect(test.questions[0]?.file).toEqual({ use: 'save', suggested: 'ONE-keys.txt' })
    expect([...test.files]).toEqual([['/picked', SECRET]])
    expect(done(test.chainManager, 'notebackup')).toHaveLength(1)
    test.answer = () => ({ agreed: true, secrets: {} })
    await expect(test.call('exportwallet')).rejects.toThrow('No file was selected')
    expect(done(test.chainManager, 'notebackup')).toHaveLength(1)
  })

  it.each([
    ['exportwallet', [], {}],
    ['sealbackup', [''], { passphrase: 'horse' }],
  ])('saved by %s produce a notice about unfinished files in the folder', async (method, params, secrets) => {
    const test = startBroker()
    test.files.set('/keys\u202e.0123abcd.unfinished', SECRET)
    test.answer = () => ({ agreed: true, secrets, file: '/picked' })
    await test.call(method, ...params)
    const [notice, ...others] = test.notices
    expect(notice?.text).toContain('/keys\\u{202e}.0123abcd.unfinished, which was not finished')
    expect([others, test.files.has('/keys\u202e.0123abcd.unfinished')]).toEqual([[], true])
  })

  it('require typing outside the page for an encrypted backup; the page sees neither file nor path', async () => {
    const test = startBroker()
    test.files.clear()
    test.answer = () => ({ agreed: true, secrets: { passphrase: 'horse' }, file: '/picked' })
    const saved = await test.call('sealbackup', '')
    expect(saved).not.toContain(SECRET)
    expect(test.questions[0]).toMatchObject({
      file: { use: 'save', suggested: 'ONE-wallet.chainwright-backup' },
      secrets: [{ name: 'passphrase', fresh: true }],
    })
    expect([...test.files]).toEqual([['/picked', SECRET]])
    expect(done(test.chainManager, 'sealbackup')[0]?.params).toEqual(['horse'])
    expect(done(test.chainManager, 'notebackup')).toHaveLength(1)
    await test.call('restorebackup', '', '')
    expect(done(test.chainManager, 'restorebackup')[0]?.params).toEqual([SECRET, 'horse'])
    await test.call('provebackup', { sealed: '' })
    expect(done(test.chainManager, 'provebackup')[0]?.params).toEqual([
      new Map([
        ['sealed', SECRET],
        ['passphrase', 'horse'],
      ]),
    ])
    await test.call('setbackupschedule', '', '', 'week', 5)
    expect(test.questions.at(-1)).toMatchObject({
      file: { use: 'folder' },
      facts: [
        { name: 'How often', value: 'every week' },
        { name: 'Backups to keep', value: '5' },
      ],
    })
    expect(done(test.chainManager, 'setbackupschedule')[0]?.params.slice(0, 3)).toEqual(['horse', '/picked', 'week'])
    await expect(test.call('setbackupschedule', '', '/tmp', 'day')).rejects.toThrow('folder: must be empty')
    await expect(test.call('setbackupschedule', '', '', 'often')).rejects.toThrow('every must be')
  })

  it('come from a picked file for a restored backup', async () => {
    const test = startBroker()
    const text = await test.call('importwallettext', '')
    await test.call('provebackup', { dump: '' })
    await test.call('provebackup', { phrase: '' })
    expect(text).not.toContain(SECRET)
    expect(done(test.chainManager, 'importwallettext')[0]?.params).toEqual([SECRET])
    expect(done(test.chainManager, 'provebackup').map(({ params: [backup] }) => backup)).toEqual([
      new Map([['dump', SECRET]]),
      new Map([['phrase', 'abandon']]),
    ])
  })
})

describe('parameters that require a prompt', () => {
  const QUIET = [
    ['setban', ['192.0.2.1', 'add']],
    ['setban', ['192.0.2.0/24', 'add']],
    ['setban', ['2001:db8::/64', 'add']],
    ['setban', ['0.0.0.0/0', 'remove']],
    ['addnode', ['192.0.2.1:8000', 'add']],
    ['addnode', ['evil.example', 'remove']],
    ['generate', [100]],
    ['keypoolrefill', [1000]],
    ['startchain', ['one']],
    ['restorebans', [[{ address: '192.0.2.1/255.255.255.255' }]]],
  ] as const
  const ASKED = [
    ['setban', ['192.0.2.0/23', 'add']],
    ['setban', ['0.0.0.0/0', 'add']],
    ['setban', ['192.0.2.0/255.0.0.0', 'add']],
    ['setban', ['192.0.2.0/0.255.255.255', 'add']],
    ['setban', ['::ffff:192.0.2.1/0', 'add']],
    ['setban', ['::/0', 'add']],
    ['setban', ['2001:db8::/63', 'add']],
    ['setban', ['evil.example', 'add']],
    ['addnode', ['sent-bytes.evil.example', 'onetry']],
    ['addnode', ['192.0.2.1.evil.example', 'onetry']],
    ['addnode', ['[2001:db8::dead:beef]:80', 'onetry']],
    ['addnode', ['2001:db8::dead:beef', 'add']],
    ['addnode', ['localhost', 'add']],
    ['addnode', ['256.1.2.3', 'onetry']],
    ['addnode', ['010.1.2.3:80', 'onetry']],
    ['addnode', ['evil.example', 'ONETRY']],
    ['addnode', ['192.0.2.1\n.evil.example', 'onetry']],
    ['generate', [101]],
    ['keypoolrefill', [100_000]],
    ['startchain', ['one', { p2pport: 5 }]],
    ['startchain', ['one', {}]],
    ['restorebans', [[{ address: '0.0.0.0/0.0.0.0' }]]],
    ['restorebans', [[{ address: '192.0.2.1' }, 5]]],
    ['restorebans', [Array.from({ length: 51 }, (_, i) => ({ address: `192.0.2.${i}` }))]],
  ] as const

  it.each(QUIET)('exclude %s %j', async (method, params) => {
    const test = startBroker()
    await test.call(method, ...params)
    expect(test.questions).toEqual([])
    expect(done(test.chainManager, method)).toHaveLength(1)
  })

  it.each(ASKED)('include %s %j', async (method, params) => {
    const test = startBroker()
    test.answer = () => NO
    await expect(test.call(method, ...params)).rejects.toThrow('You decided against it')
    expect(test.questions).toHaveLength(1)
    expect(test.questions[0]?.warnings).not.toEqual([])
    expect(done(test.chainManager, method)).toEqual([])
  })
})
