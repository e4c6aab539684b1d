import { describe, expect, it } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { moveInReport } from '../../testing/moveInReport.ts'
import { type BrokerTest, done, NO, startBroker, YES } from '../../testing/testBroker.ts'

const ALLOW = 'rpcallowip=0.0.0.0/0'
const NOTIFY = 'walletnotify=rm \u202e%s'

const ticking = (...ticked: readonly string[]) => ({ ...YES, ticked })
const findFact = (test: BrokerTest, name: string) =>
  test.questions.at(-1)?.facts.find((fact) => fact.name === name)?.value
const forwarded = (test: BrokerTest) => done(test.chainManager, 'moveinnode').map(({ params }) => params)
const wrongFor = (test: BrokerTest, ...right: readonly string[]) => {
  const { moveinnode } = test.chainManager.replies
  test.chainManager.replies['moveinnode'] = (params, chain) => {
    if (right.includes(String(params[2]))) return moveinnode?.(params, chain) ?? '{}'
    throw new RpcError(RPC_ERROR.PASSPHRASE_INCORRECT, 'The passphrase of the old wallet is wrong')
  }
}

describe('moveinnode', () => {
  it('asks once, lists what is taken and what is not, and forwards only ticked lines and the passphrase', async () => {
    const test = startBroker()
    test.answer = () => ticking(ALLOW, 'gen=1')
    await test.call('moveinnode', '/old', { conf: true, ticks: [NOTIFY], label: 'Mine' })
    expect(test.questions).toHaveLength(1)
    const [question] = test.questions
    expect(question).toMatchObject({
      ...{ chain: null, title: 'Move the node of OLD in?', agree: 'Move in', danger: true },
      secrets: [{ name: 'passphrase', kind: 'passphrase' }],
      ticks: [
        {
          choices: [
            { name: ALLOW, label: ALLOW, lines: ['It lets every computer call.'] },
            { name: NOTIFY, label: 'walletnotify=rm \\u{202e}%s' },
          ],
        },
      ],
    })
    expect(question?.ticks?.flatMap(({ choices }) => choices).some(({ ticked }) => ticked)).toBe(false)
    expect(findFact(test, 'Lines of the conf file that are taken')).toBe('rpcport=8123; addnode=peer.example')
    expect(findFact(test, 'Left out: gen=1')).toBe('Mining is started in the window.')
    expect(findFact(test, 'Old conf file')).toBe('/old/OLD.conf is replaced')
    expect(findFact(test, 'Encrypted keys that are imported')).toBe('10')
    expect(findFact(test, 'Shielded keys')).toContain('not usable yet')
    expect(findFact(test, 'In the list as')).toBe('“Mine”')
    expect(findFact(test, 'Options of the chain')).toBe('from the list of live chains')
    expect(question?.warnings).toEqual([
      'Blocks are missing\\u{202e}.',
      'The log was not read.',
      expect.stringContaining('2 private keys stand readable'),
      expect.stringContaining('The seed of the shielded keys'),
      expect.stringContaining('fewer than 16 characters'),
      expect.stringContaining('Two programs then spend one wallet'),
    ])
    const [[folder, choices, passphrase] = []] = forwarded(test)
    expect([folder, passphrase]).toEqual(['/old', 'horse'])
    expect(Object.fromEntries(choices as Map<string, unknown>)).toEqual({ conf: true, ticks: [ALLOW], label: 'Mine' })
  })

  it('asks for no passphrase if the wallet is not encrypted or not taken', async () => {
    const test = startBroker()
    test.chainManager.replies['inspectnodefolder'] = () => moveInReport({ encrypted: false })
    await test.call('moveinnode', '/old')
    test.chainManager.replies['inspectnodefolder'] = () => moveInReport()
    await test.call('moveinnode', '/old', { wallet: false, blocks: false })
    expect(test.questions.map(({ secrets }) => secrets)).toEqual([undefined, undefined])
    expect([findFact(test, 'Wallet'), findFact(test, 'Block files')]).toEqual(['not taken', 'not taken'])
    expect(forwarded(test).map(([, , passphrase]) => passphrase)).toEqual([undefined, undefined])
  })

  it('asks again after a wrong passphrase, and forwards the right one with the same choices', async () => {
    const test = startBroker()
    wrongFor(test, 'third')
    const typed = ['first', 'second', 'third']
    test.answer = () => ({ ...ticking(ALLOW), secrets: { passphrase: typed.shift() ?? '' } })
    await test.call('moveinnode', '/old')
    expect(test.questions.map(({ title }) => title)).toEqual([
      'Move the node of OLD in?',
      'Wrong passphrase. Try again?',
      'Wrong passphrase. Try again?',
    ])
    expect(test.questions.map(({ ticks }) => ticks?.length)).toEqual([1, undefined, undefined])
    expect(forwarded(test).map(([, , passphrase]) => passphrase)).toEqual(['first', 'second', 'third'])
    const choices = forwarded(test).map(([, given]) => (given as Map<string, unknown>).get('ticks'))
    expect(choices).toEqual([[ALLOW], [ALLOW], [ALLOW]])
  })

  it('gives up after five wrong passphrases, and when the user declines to type another one', async () => {
    const test = startBroker()
    wrongFor(test)
    await expect(test.call('moveinnode', '/old')).rejects.toMatchObject({ code: -14 })
    expect(forwarded(test)).toHaveLength(5)
    expect(test.questions.at(-1)?.consequence).toContain('attempt 5 of 5')
    test.answer = (question) => (question.title.startsWith('Wrong') ? NO : YES)
    await expect(test.call('moveinnode', '/old')).rejects.toThrow('You decided against it')
    expect(forwarded(test)).toHaveLength(6)
  })

  it('gives neither passphrase nor folder contents to the page', async () => {
    const test = startBroker()
    wrongFor(test, 'other')
    const error = await test.call('moveinnode', '/old').catch(String)
    expect(error).not.toContain('horse')
    await expect(test.call('moveinnode', '/old', {}, 'horse')).rejects.toThrow('passphrase: must be empty')
  })

  it('rejects a folder that is not ready, without a question', async () => {
    const test = startBroker()
    test.chainManager.replies['inspectnodefolder'] = () =>
      moveInReport({ ready: false, obstacle: 'Stop the old node.' })
    await expect(test.call('moveinnode', '/old')).rejects.toThrow('Stop the old node.')
    expect([test.questions, forwarded(test)]).toEqual([[], []])
  })

  it('shows in a browser what the page ticked, because the code of the terminal confirms it', async () => {
    const test = startBroker({ secrets: 'page' })
    await test.call('moveinnode', '/old', { ticks: [ALLOW, 'gen=1'] }, 'typed in the page')
    const [question] = test.questions
    expect([question?.ticks, question?.secrets]).toEqual([undefined, undefined])
    expect(question?.warnings[0]).toBe(
      'Taken although it weakens this node: rpcallowip=0.0.0.0/0. It lets every computer call.',
    )
    const [[, choices, passphrase] = []] = forwarded(test)
    expect([(choices as Map<string, unknown>).get('ticks'), passphrase]).toEqual([[ALLOW], 'typed in the page'])
  })
})

describe('undomovein', () => {
  const move = (state: string) => ({
    ...{ id: 'one', folder: '/old', step: 'done', state: 'done', detail: '', started: 5, wallet: null, blocks: null },
    running: false,
    choices: { wallet: false, blocks: false, conf: true, label: '', ticks: [] },
    ...{ conf: { file: '/old/OLD.conf', kept: '/old/OLD.conf.before', state }, warnings: [] },
  })

  it.each([
    ['ours', 0],
    ['changed', 1],
  ])('names both conf files, and warns if another program changed one (%s)', async (state, warnings) => {
    const test = startBroker()
    test.chainManager.replies['getmovein'] = () => JSON.stringify({ moves: [move(state)] })
    await test.call('undomovein', 'one')
    expect(findFact(test, 'Conf file')).toBe('/old/OLD.conf')
    expect(findFact(test, 'Former file')).toBe('/old/OLD.conf.before')
    expect(test.questions[0]?.warnings).toHaveLength(warnings)
    expect(done(test.chainManager, 'undomovein')).toHaveLength(1)
  })

  it('rejects a chain that nothing was moved into, without a question', async () => {
    const test = startBroker()
    test.chainManager.replies['getmovein'] = () => JSON.stringify({ moves: [] })
    await expect(test.call('undomovein', 'two')).rejects.toThrow('Nothing was moved into this chain')
    expect(test.questions).toEqual([])
  })
})

describe('choosenodefolder', () => {
  it('takes the folder that the user picks in the app’s own window, never one of the page', async () => {
    const test = startBroker()
    await test.call('choosenodefolder')
    expect(test.questions[0]?.file).toEqual({ use: 'folder', suggested: '' })
    expect(done(test.chainManager, 'choosenodefolder')[0]?.params).toEqual(['/picked'])
    await expect(test.call('choosenodefolder', '/etc')).rejects.toThrow('folder: must be empty')
    expect(test.questions).toHaveLength(1)
  })
})
