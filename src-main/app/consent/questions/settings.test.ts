import { describe, expect, it } from 'vitest'
import type { Language } from '#shared/languages.ts'
import { done, NO, SECRET, startBroker } from '../../testing/testBroker.ts'

const checked = (more: object) => () =>
  JSON.stringify({
    problems: [],
    changes: [
      { option: 'proxy', before: ['127.0.0.1:9050'], after: [] },
      { option: 'addnode', before: [], after: ['192.0.2.1', '192.0.2.2'] },
    ],
    warnings: ['Everybody learns it.'],
    ...more,
  })

describe('questions about settings', () => {
  it('show each option with both values and what follows, and do exactly that', async () => {
    const test = startBroker()
    test.chainManager.replies['checkchainsettings'] = checked({})
    await test.call('setchainsettings', 'one', { proxy: null, addnode: ['192.0.2.1', '192.0.2.2'], listen: '1' })
    expect(test.questions).toMatchObject([
      {
        chain: 'First (ONE)',
        title: 'Change the settings of the chain First?',
        facts: [
          { name: '-proxy', value: 'the default (now: 127.0.0.1:9050)' },
          { name: '-addnode', value: '192.0.2.1 192.0.2.2 (now: the default)' },
        ],
        warnings: ['Everybody learns it.'],
        danger: false,
      },
    ])
    const [call] = done(test.chainManager, 'setchainsettings')
    expect(call?.params).toEqual([
      'one',
      new Map([
        ['proxy', null],
        ['addnode', ['192.0.2.1', '192.0.2.2']],
      ]),
    ])
  })

  it('are dangerous where others may call the node, and nothing is done without a yes', async () => {
    const test = startBroker()
    test.chainManager.replies['checkchainsettings'] = checked({
      changes: [{ option: 'rpcallowip', before: [], after: ['0.0.0.0/0'] }],
    })
    test.answer = () => NO
    await expect(test.call('setrpcaccess', 'one', { rpcallowip: ['0.0.0.0/0'] })).rejects.toThrow('decided against')
    expect(test.questions[0]).toMatchObject({ danger: true, warnings: ['Everybody learns it.'] })
    expect(done(test.chainManager, 'setrpcaccess')).toEqual([])
  })

  it('are not asked about what would be refused or changes nothing', async () => {
    const test = startBroker()
    test.chainManager.replies['checkchainsettings'] = checked({
      problems: [{ option: 'proxy', message: '-proxy: no' }],
    })
    await expect(test.call('setchainsettings', 'one', {})).rejects.toThrow('-proxy: no')
    test.chainManager.replies['checkchainsettings'] = checked({ changes: [] })
    await expect(test.call('setchainsettings', 'one', {})).rejects.toThrow('already')
    await expect(test.call('setchainsettings', 'none', {})).rejects.toThrow('There is no chain none')
    expect(test.questions).toEqual([])
  })
})

describe('a new RPC password', () => {
  it('is shown to the person and not to the page of the desktop app', async () => {
    const test = startBroker()
    test.chainManager.replies['newrpcpassword'] = () => JSON.stringify(SECRET)
    expect(await test.call('newrpcpassword', 'one')).toBe('"(shown outside of the page)"')
    expect(test.questions).toMatchObject([{ danger: true, title: 'Make a new RPC password?' }])
    expect(test.disclosures).toMatchObject([{ secret: SECRET, kind: 'key', title: 'RPC password' }])
  })

  it('is the page’s to show in a browser', async () => {
    const test = startBroker({ secrets: 'page' })
    test.chainManager.replies['newrpcpassword'] = () => JSON.stringify(SECRET)
    expect(await test.call('newrpcpassword', 'one')).toBe(JSON.stringify(SECRET))
    expect(test.questions).toHaveLength(1)
    expect(test.disclosures).toEqual([])
  })
})

describe('settings of the app', () => {
  it('are changed at once, told of, and can be taken back', async () => {
    const test = startBroker()
    const updates = { possible: false, check: true, fixed: false, asked: null, news: null }
    const settings = (login: boolean) =>
      JSON.stringify({
        ...{ desktop: true, version: '1', runtime: '', root: '/root', free: null, webport: null, login, tray: true },
        ...{ keeprunning: false, language: 'en', updates },
        notify: { coins: true, tokens: true, blocks: true, claims: true, orders: true, peers: true, disk: true },
      })
    test.chainManager.replies['getappsettings'] = () => settings(false)
    test.chainManager.replies['setappsettings'] = () => settings(true)
    await test.call('setappsettings', { login: true })
    expect(test.notices.map(({ text }) => text)).toEqual(['The app starts when you log in.'])
    await test.notices[0]?.undo?.()
    const [, back] = done(test.chainManager, 'setappsettings')
    const given = new Map(back?.params[0] as Map<string, unknown>)
    expect([given.get('login'), given.get('updatecheck')]).toEqual([false, true])
  })

  it('change the language of what follows, in words of the one until then', async () => {
    let language: Language = 'de'
    const test = startBroker({ language: () => language })
    const updates = { possible: false, check: true, fixed: false, asked: null, news: null }
    const settings = () =>
      JSON.stringify({
        ...{ desktop: true, version: '1', runtime: '', root: '/root', free: null, webport: null, login: false },
        ...{ tray: true, keeprunning: false, language, updates },
        notify: { coins: true, tokens: true, blocks: true, claims: true, orders: true, peers: true, disk: true },
      })
    test.chainManager.replies['getappsettings'] = settings
    test.chainManager.replies['setappsettings'] = ([given]) => {
      language = new Map(given as Map<string, Language>).get('language') ?? language
      return settings()
    }
    await test.call('stop')
    expect(test.questions.at(-1)).toMatchObject({ title: 'Den Knoten dieser Chain anhalten?', agree: 'Anhalten' })
    await test.call('setappsettings', { language: 'es' })
    expect(test.notices.map(({ text }) => text)).toEqual([
      'Die eigenen Fragen und Hinweise dieser App sind jetzt auf Español.',
    ])
    await test.call('stop')
    expect(test.questions.at(-1)).toMatchObject({ title: '¿Detener el nodo de esta cadena?', agree: 'Detener' })
    await test.notices[0]?.undo?.()
    expect(language).toBe('de')
  })

  it('lead to the page of a newer version after a question that names its host', async () => {
    const test = startBroker()
    const news = { version: '2.0.0', issued: 5, page: 'https://example.org/2', host: 'example.org', notes: [] }
    const reply = { possible: true, check: true, fixed: false, asked: 5, news }
    const rest = { desktop: true, version: '1.0.0', runtime: '', root: '/', free: null, webport: null, login: false }
    const notify = { coins: true, tokens: true, blocks: true, claims: true, orders: true, peers: true, disk: true }
    const settings = (updates: object) =>
      JSON.stringify({ ...rest, tray: true, keeprunning: false, language: 'en', notify, updates })
    test.chainManager.replies['getappsettings'] = () => settings(reply)
    await test.call('openupdatepage')
    expect(test.questions).toMatchObject([
      { title: 'Open a page of example.org in your browser?', agree: 'Open', chain: null },
    ])
    expect(test.questions[0]?.facts).toContainEqual({ name: 'Page', value: 'https://example.org/2' })
    expect(done(test.chainManager, 'openupdatepage')).toHaveLength(1)
    test.chainManager.replies['getappsettings'] = () => settings({ ...reply, news: null })
    await expect(test.call('openupdatepage')).rejects.toThrow('No newer version is known')
    expect(test.questions).toHaveLength(1)
  })
})
