import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SANDBOX_ARGS } from '#shared/arguments.ts'
import { methods } from '#shared/rpc/index.ts'
import { type PairRole, PairState } from '../../node/index.ts'
import { ask, create, findChainState, useChainManager } from '../testing/testChains.ts'
import type { ChainManager } from './chainManager.ts'
import { sandboxChain } from './chainProfile.ts'
import { sandboxRole } from './sandboxPrivacy.ts'

const PUBKEY = `02${'11'.repeat(32)}`
const FRIEND_ID = 'sandbox-friend'

describe('private sandbox', () => {
  const app = useChainManager()

  const asks = async (chainManager: ChainManager, id: string) => (await findChainState(chainManager, id))?.asks

  function answerCalls(): void {
    app.nodes.answer = (method) => {
      const key = {
        address: 'RMe',
        pubkey: PUBKEY,
        identity: true,
        mine: true,
        account: null,
        restored: false,
        label: '',
      }
      if (method === 'listtokenkeys')
        return methods.listtokenkeys.result.encode([{ ...key, coins: 0n, tokens: [], tokencount: 0 }])
      if (method === 'listreceiveaddresses') return '[]'
      if (method === 'addnode' || method === 'setaccount') return 'null'
      if (method === 'listwallethistory')
        return methods.listwallethistory.result.encode({
          rows: [],
          next: null,
          total: 0,
          height: 3,
          hash: '11'.repeat(32),
        })
      return JSON.stringify('11'.repeat(32))
    }
  }

  /** Marks the wallet as checked, as a node does. */
  function check(word: string, role: PairRole) {
    const { pair } = app.nodes.of(word)
    if (pair === undefined) throw new Error('the node got nothing of the pair')
    const state = new PairState(pair.memory)
    state.setChecked(role, true)
    return { ...pair, state }
  }

  async function openSandbox(argv: readonly string[] = []) {
    answerCalls()
    const chainManager = app.open(argv)
    const { id } = await ask(chainManager, 'addsandbox')
    await ask(chainManager, 'startchain', id)
    return { chainManager, id }
  }
  const friendArgument = () => `-datadir=${join(app.root, 'SANDBOX-friend')}`

  it('requires no approval from when its node has checked the wallet until it is exposed, and notifies windows', async () => {
    const { chainManager, id } = await openSandbox()
    expect([await asks(chainManager, id), chainManager.paysWithoutQuestion(id)]).toEqual([true, false])
    const { state, role, otherFolder } = check('-sandbox', 'me')
    expect([role, otherFolder]).toEqual(['me', null])
    expect([await asks(chainManager, id), chainManager.paysWithoutQuestion(id)]).toEqual([false, true])
    await expect.poll(() => app.events.some(({ type }) => type === 'chains')).toBe(true)
    app.events.length = 0
    state.expose()
    app.nodes.of('-sandbox').emit({ type: 'chains' })
    expect(await asks(chainManager, id)).toBe(true)
    await expect.poll(() => app.events.some(({ type }) => type === 'chains')).toBe(true)
    await ask(chainManager, 'stopchain', id)
    await ask(chainManager, 'startchain', id)
    check('-sandbox', 'me')
    expect(await asks(chainManager, id)).toBe(true)
  })

  it('requires approval for both wallets while one is unchecked or exposed', async () => {
    const { chainManager, id } = await openSandbox()
    check('-sandbox', 'me')
    await ask(chainManager, 'startfriend')
    expect([await asks(chainManager, id), await asks(chainManager, FRIEND_ID)]).toEqual([true, true])
    const friend = check(friendArgument(), 'friend')
    expect([await asks(chainManager, id), await asks(chainManager, FRIEND_ID)]).toEqual([false, false])
    expect(friend.otherFolder).toBe(join(app.root, 'SANDBOX/regtest'))
    expect(friend.secret).toEqual(app.nodes.of('-sandbox').pair?.secret)
    friend.state.expose()
    expect([await asks(chainManager, id), await asks(chainManager, FRIEND_ID)]).toEqual([true, true])
  })

  it.each([['-proxy=127.0.0.1:9050'], ['-listen'], ['-bind=127.0.0.1'], ['-dnsseed=1']])(
    'requires approval of payments if every chain is started with %s',
    async (word) => {
      const { chainManager, id } = await openSandbox([word])
      expect([app.nodes.of('-sandbox').pair, await asks(chainManager, id)]).toEqual([undefined, true])
    },
  )

  it('requires approval of payments from the start after a setting or the conf file lets others in', async () => {
    const { chainManager, id } = await openSandbox()
    check('-sandbox', 'me')
    const warned = await ask(chainManager, 'checkchainsettings', id, { listen: '1' })
    expect(warned.warnings).toContainEqual(expect.stringContaining('Sandbox payments require approval'))
    expect((await ask(chainManager, 'checkchainsettings', id, { dbcache: '99' })).warnings).toEqual([])
    await ask(chainManager, 'setchainsettings', id, { listen: '1' })
    await ask(chainManager, 'stopchain', id)
    await ask(chainManager, 'startchain', id)
    expect([app.nodes.of('-sandbox').pair, await asks(chainManager, id)]).toEqual([undefined, true])
    await ask(chainManager, 'setchainsettings', id, { listen: null })
    await ask(chainManager, 'stopchain', id)
    writeFileSync(join(app.root, 'SANDBOX/SANDBOX.conf'), 'addnode=192.0.2.1\n')
    await ask(chainManager, 'startchain', id)
    expect([app.nodes.of('-sandbox').pair, await asks(chainManager, id)]).toEqual([undefined, true])
  })

  it('requires no approval if the command line names it, unless an option lets others in', async () => {
    const named = app.open(['-sandbox', '-rpcport=5'])
    await expect.poll(() => app.nodes.count()).toBe(1)
    check('-sandbox', 'me')
    expect(named.paysWithoutQuestion('commandline')).toBe(true)
    const open = await app.reopen(named, ['-sandbox', '-connect=192.0.2.1'])
    await expect.poll(() => app.nodes.count()).toBe(2)
    expect([app.nodes.of('-connect=192.0.2.1').pair, open.paysWithoutQuestion('commandline')]).toEqual([
      undefined,
      false,
    ])
    const other = await app.reopen(open, [
      '-ac_name=SANDBOX',
      '-ac_supply=1000000',
      '-ac_cc=2',
      '-ac_sapling=1',
      '-regtest',
    ])
    await expect.poll(() => app.nodes.count()).toBe(3)
    expect([app.nodes.of('-ac_name=SANDBOX').pair, other.paysWithoutQuestion('commandline')]).toEqual([
      undefined,
      false,
    ])
  })

  it('excludes a chain of another kind with the same options', async () => {
    const chainManager = app.open()
    const { id } = await ask(chainManager, 'joinchain', { options: SANDBOX_ARGS, label: 'Theirs' })
    await ask(chainManager, 'startchain', id)
    expect([app.nodes.of('-ac_name=SANDBOX').pair, await asks(chainManager, id)]).toEqual([undefined, true])
    const sandbox = await ask(chainManager, 'addsandbox')
    expect(sandbox.id).not.toBe(id)
    expect(await ask(chainManager, 'addsandbox')).toEqual(sandbox)
    await ask(chainManager, 'startchain', sandbox.id)
    check('-sandbox', 'me')
    expect([await asks(chainManager, sandbox.id), await asks(chainManager, id)]).toEqual([false, true])
    expect((await findChainState(chainManager, sandbox.id))?.directory).toBe(join(app.root, 'SANDBOX'))
    // The joined chain does not count as its second wallet either.
    expect(chainManager.paysWithoutQuestion(id)).toBe(false)
  })

  it('excludes a chain labelled Sandbox, and a friend of another chain', async () => {
    const chainManager = app.open()
    const id = await create(chainManager, ['-ac_name=REAL', '-ac_public=1'], 'Real')
    await chainManager.stop()
    const file = join(app.root, 'chains.json')
    // An earlier version allowed this label.
    const list = readFileSync(file, 'utf8')
    writeFileSync(file, list.replace('"label": "Real"', '"label": "Sandbox"'))
    const again = app.open()
    await ask(again, 'startchain', id)
    expect([(await findChainState(again, id))?.label, await asks(again, id)]).toEqual(['Sandbox', true])
    const friend = { kind: 'friend', argv: [] } as const
    expect(sandboxRole({ ...friend, options: ['-ac_name=REAL'] })).toBeUndefined()
    expect(sandboxRole({ ...friend, options: sandboxChain.options })).toBe('friend')
  })

  it.each(['Sandbox', 'ＳANDBOX', 'Friend', 'Freund', ' s a n d b o x'])(
    'rejects creating, joining or renaming another chain as %j',
    async (label) => {
      const { chainManager, id: sandbox } = await openSandbox()
      const options = ['-ac_name=REAL', '-ac_public=1']
      await expect(ask(chainManager, 'createchain', { label, options, testnode: true })).rejects.toThrow(
        'can be mistaken for',
      )
      await expect(ask(chainManager, 'joinchain', { label, options })).rejects.toThrow('can be mistaken for')
      await expect(ask(chainManager, 'joinchain', { options: ['-ac_name=FRIEND'] })).rejects.toThrow(
        'can be mistaken for',
      )
      const id = await create(chainManager, options, 'Real')
      await expect(ask(chainManager, 'renamechain', id, label)).rejects.toThrow('can be mistaken for')
      await ask(chainManager, 'renamechain', sandbox, 'Playground')
      await ask(chainManager, 'renamechain', sandbox, label)
    },
  )

  it('requires no approval after it was deleted and added again', async () => {
    const { chainManager, id } = await openSandbox()
    check('-sandbox', 'me').state.expose()
    await ask(chainManager, 'stopchain', id)
    await ask(chainManager, 'deletechain', id, 'SANDBOX')
    await ask(chainManager, 'addsandbox')
    await ask(chainManager, 'startchain', id)
    check('-sandbox', 'me')
    expect(await asks(chainManager, id)).toBe(false)
  })
})
