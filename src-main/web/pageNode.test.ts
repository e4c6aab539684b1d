import { describe, expect, it } from 'vitest'
import type { WindowQuestion } from '#shared/channel.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { ADDRESS, createTestChainManager, done, SECRET, SIGNATURE, signedHex } from '../app/testing/testBroker.ts'
import { Confirmation } from './confirmation.ts'
import { FailedAttempts } from './failedAttempts.ts'
import { PageNode } from './pageNode.ts'

const RIGHT = 'the words'

/** Creates a program with two chains whose wallets have a passphrase, and one of its windows. */
function program() {
  const chainManager = createTestChainManager()
  const encrypted = new Set(['one', 'two'])
  chainManager.replies['getwalletstatus'] = (_, chain) => JSON.stringify({ encrypted: encrypted.has(chain ?? '') })
  const own = (chain: string | null) => `${RIGHT} of ${chain}`
  chainManager.replies['checkpassphrase'] = ([given], chain) => String(given === own(chain))
  for (const method of ['unlockwallet', 'walletpassphrase', 'walletpassphrasechange']) {
    chainManager.replies[method] = ([given], chain) => {
      if (given === own(chain)) return 'null'
      throw new RpcError(RPC_ERROR.PASSPHRASE_INCORRECT, 'incorrect')
    }
  }
  const clock = { now: 0 }
  const printed: string[] = []
  const attempts = new FailedAttempts(() => clock.now)
  const confirmation = new Confirmation({
    print: (lines) => printed.push(...lines),
    ring: () => {},
    language: () => 'en',
    random: () => 123_456,
    attempts,
    after: () => () => {},
  })
  const shown: WindowQuestion[] = []
  /** Input of the user for each question. */
  const person = {
    answer: (question: WindowQuestion): string | null => (question.confirmBy === 'code' ? '123456' : null),
  }
  const node = new PageNode(
    {
      show(question) {
        shown.push(question)
        queueMicrotask(() => node.answer({ id: question.id, secret: person.answer(question) }))
      },
      hide: () => {},
      close: () => {},
    },
    {
      ...{ chainManager, confirmation, attempts },
      now: () => clock.now,
      delay: async () => {},
      random: () => '77'.repeat(32),
      files: { read: async () => '', write: async () => [] },
    },
  )
  const call = (method: string, ...params: unknown[]) => node.call(method, JSON.stringify(params))
  const choose = async (confirmBy: 'code' | 'passphrase') => {
    await node.choose(confirmBy)
    shown.length = 0
  }
  return { chainManager, encrypted, clock, printed, shown, person, node, call, choose }
}

describe('PageNode', () => {
  it('reads without a question, and spends, reveals keys and deletes chains only after the code', async () => {
    const { call, shown, chainManager, person } = program()
    await call('getbalance')
    expect(shown).toEqual([])
    const calls = [
      ['sendrawtransaction', signedHex(1)],
      ['dumpprivkey', ADDRESS],
      ['deletechain', 'one', 'ONE'],
    ] as const
    person.answer = () => null
    for (const [method, ...params] of calls) {
      await expect(call(method, ...params)).rejects.toThrow()
      expect(done(chainManager, method)).toEqual([])
    }
    expect(shown.map(({ confirmBy }) => confirmBy)).toEqual(['code', 'code', 'code'])
  })

  it('bans a peer without a question, and all addresses only after the code', async () => {
    const { call, shown, chainManager, person } = program()
    await call('setban', '192.0.2.1', 'add')
    expect(shown).toEqual([])
    person.answer = () => null
    await expect(call('setban', '0.0.0.0/0', 'add')).rejects.toThrow()
    expect(shown.map(({ confirmBy, agree }) => [confirmBy, agree])).toEqual([['code', 'Ban']])
    await call('setban', '0.0.0.0/0', 'remove')
    expect(done(chainManager, 'setban').map(({ params }) => params[0])).toEqual(['192.0.2.1', '0.0.0.0/0'])
  })

  it('returns a secret after the code, and never a signed transaction', async () => {
    const { call, shown } = program()
    expect(await call('dumpprivkey', ADDRESS)).toBe(JSON.stringify(SECRET))
    expect(shown).toHaveLength(1)
    const prepared = await call('preparesend', { outputs: [] })
    expect(prepared).not.toContain(SIGNATURE)
    expect(JSON.parse(prepared).hex).toBe('77'.repeat(32))
    expect(shown).toHaveLength(1)
  })

  it.each(['unlockwallet', 'walletpassphrase', 'checkpassphrase'])(
    'calls %s without a question, because its passphrase is the proof, but pauses after wrong ones',
    async (method) => {
      const { call, shown, clock } = program()
      await call(method, `${RIGHT} of one`, 60)
      for (let round = 0; round < 4; round += 1) await call(method, 'a guess', 60).catch(() => {})
      await expect(call(method, `${RIGHT} of one`, 60)).rejects.toThrow('Too many wrong or refused answers')
      await expect(call('sendrawtransaction', signedHex(1))).rejects.toThrow('Too many wrong or refused answers')
      clock.now += 5000
      await call(method, `${RIGHT} of one`, 60)
      expect(shown).toEqual([])
    },
  )

  it('changes the passphrase without a question only if the user confirms by passphrase', async () => {
    const { call, shown, choose, person } = program()
    await call('walletpassphrasechange', `${RIGHT} of one`, 'new')
    expect(shown.map(({ confirmBy }) => confirmBy)).toEqual(['code'])
    await choose('passphrase')
    person.answer = () => null
    await call('walletpassphrasechange', `${RIGHT} of one`, 'new')
    expect(shown).toEqual([])
    await expect(call('protectwallet', 'new')).rejects.toThrow('You decided against it')
    expect(shown).toHaveLength(1)
  })

  it('checks the passphrase with the chain in the question, even if another chain is shown', async () => {
    const { call, chainManager, choose, person, shown } = program()
    await choose('passphrase')
    person.answer = (question) => {
      chainManager.show('two')
      return `${RIGHT} of ${question.triesLeft === null ? 'two' : 'one'}`
    }
    await call('dumpprivkey', ADDRESS)
    expect(shown.map(({ triesLeft }) => triesLeft)).toEqual([null, 2])
    expect(done(chainManager, 'dumpprivkey').map(({ chain }) => chain)).toEqual(['one'])
    expect(done(chainManager, 'checkpassphrase').map(({ chain }) => chain)).toEqual(['one', 'one'])
  })

  it('requires a code if the wallet of that chain has no passphrase', async () => {
    const { call, encrypted, choose, shown } = program()
    await choose('passphrase')
    encrypted.delete('one')
    await call('dumpprivkey', ADDRESS)
    expect(shown.map(({ confirmBy }) => confirmBy)).toEqual(['code'])
  })

  it('moves a node in after the code, and prints each line of the conf file that the page ticked', async () => {
    const { call, shown, printed, chainManager } = program()
    await call('moveinnode', '/old', { ticks: ['rpcallowip=0.0.0.0/0'] }, 'typed in the page')
    expect(shown.map(({ confirmBy, title }) => [confirmBy, title])).toEqual([['code', 'Move the node of OLD in?']])
    const text = printed.join('\n')
    expect(text).toContain('Taken although it weakens this node: rpcallowip=0.0.0.0/0')
    expect(text).toContain('Left out: gen=1: Mining is started in the window.')
    expect([text.includes('walletnotify'), text.includes('typed in the page')]).toEqual([false, false])
    expect(done(chainManager, 'moveinnode')).toHaveLength(1)
  })

  it('rejects the import of an old passphrase without a question', async () => {
    const { call, shown, printed } = program()
    await expect(call('importpassphrase', 'horse')).rejects.toThrow('Use the desktop app')
    await expect(call('inspectpassphrase', 'horse')).rejects.toThrow('A page cannot call this method')
    expect([shown, printed]).toEqual([[], []])
  })

  it('rejects calls after its window is closed', async () => {
    const { node, call, person, chainManager } = program()
    person.answer = () => {
      node.close()
      return '123456'
    }
    await expect(call('dumpprivkey', ADDRESS)).rejects.toThrow('Nothing was done')
    await expect(call('unlockwallet', `${RIGHT} of one`, 60)).rejects.toThrow('The window is closed')
    expect(done(chainManager, 'dumpprivkey')).toEqual([])
  })
})
