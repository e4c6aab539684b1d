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

describe('settings consent', () => {
  it('shows each option with both values and the warnings, and applies exactly that', async () => {
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

  it('marks RPC access for others as dangerous, and changes nothing without approval', async () => {
    const test = startBroker()
    test.chainManager.replies['checkchainsettings'] = checked({
      changes: [{ option: 'rpcallowip', before: [], after: ['0.0.0.0/0'] }],
    })
    test.answer = () => NO
    await expect(test.call('setrpcaccess', 'one', { rpcallowip: ['0.0.0.0/0'] })).rejects.toThrow('decided against')
    expect(test.questions[0]).toMatchObject({ danger: true, warnings: ['Everybody learns it.'] })
    expect(done(test.chainManager, 'setrpcaccess')).toEqual([])
  })

  it('asks nothing about settings that are invalid or change nothing', async () => {
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

describe('RPC password consent', () => {
  it('shows a new password to the user, but not to the page of the desktop app', async () => {
    const test = startBroker()
    test.chainManager.replies['newrpcpassword'] = () => JSON.stringify(SECRET)
    expect(await test.call('newrpcpassword', 'one')).toBe('"(shown outside of the page)"')
    expect(test.questions).toMatchObject([{ danger: true, title: 'Make a new RPC password?' }])
    expect(test.disclosures).toMatchObject([{ secret: SECRET, kind: 'key', title: 'RPC password' }])
  })

  it('returns a new password to the page in browser mode', async () => {
    const test = startBroker({ secrets: 'page' })
    test.chainManager.replies['newrpcpassword'] = () => JSON.stringify(SECRET)
    expect(await test.call('newrpcpassword', 'one')).toBe(JSON.stringify(SECRET))
    expect(test.questions).toHaveLength(1)
    expect(test.disclosures).toEqual([])
  })
})

describe('app settings consent', () => {
  it('applies changes immediately, with a notice that can undo them', async () => {
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

  it('announces a new language in the previous one and uses it for later texts', async () => {
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

  it('opens the page of a newer version after a prompt that names its host', async () => {
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
