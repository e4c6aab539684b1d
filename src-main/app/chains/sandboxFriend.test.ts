import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { methods } from '#shared/rpc/index.ts'
import { ask, findChainState, useChainManager } from '../testing/testChains.ts'

const ME = { address: 'RMe', pubkey: `02${'11'.repeat(32)}` }
const FRIEND = { address: 'RFriend', pubkey: `03${'22'.repeat(32)}` }
const ID = 'sandbox-friend'

describe('sandbox wallets Me and Friend', () => {
  const app = useChainManager()
  /** addresses that were paid */
  let paid: string[] = []
  /** labels of addresses that Friend created */
  let labels: string[] = []

  async function sandbox() {
    paid = []
    labels = []
    app.nodes.answer = (method, argv, params) => {
      const { address, pubkey } = argv.includes('-sandbox') ? ME : FRIEND
      const key = { address, pubkey, identity: true, mine: true, account: null, restored: false, label: '' }
      if (method === 'listtokenkeys')
        return methods.listtokenkeys.result.encode([{ ...key, coins: 0n, tokens: [], tokencount: 0 }])
      if (method === 'addnode') return 'null'
      if (method === 'getnewaddress') return JSON.stringify(RECEIVES)
      if (method === 'setaccount') {
        labels.push(JSON.parse(params)[1])
        return 'null'
      }
      if (method === 'listreceiveaddresses')
        return methods.listreceiveaddresses.result.encode(labels.map((label) => ({ ...PLACE, label })))
      if (method === 'listwallethistory') {
        const rows = paid.filter((receiver) => params.includes(receiver)).map(() => ROW)
        return methods.listwallethistory.result.encode({ rows, next: null, total: rows.length, height: 3, hash: TXID })
      }
      if (method !== 'sendtoaddress') return undefined
      paid.push(JSON.parse(params)[0])
      return JSON.stringify(TXID)
    }
    const chainManager = app.open()
    const { id } = await ask(chainManager, 'addsandbox')
    await ask(chainManager, 'startchain', id)
    await ask(chainManager, 'selectchain', id)
    return { chainManager, id }
  }
  const friendNode = () => app.nodes.of(`-datadir=${join(app.root, 'SANDBOX-friend')}`)

  it('startfriend creates Friend with its own node and folder, and pays it once', async () => {
    const { chainManager, id } = await sandbox()
    expect(app.nodes.count()).toBe(1)
    await ask(chainManager, 'setchainsettings', id, { dbcache: '99' })
    expect(await findChainState(chainManager, ID)).toBeUndefined()
    expect(await ask(chainManager, 'startfriend')).toEqual({
      me: { id, ...ME },
      friend: { id: ID, ...FRIEND, address: RECEIVES },
    })
    expect(await findChainState(chainManager, ID)).toMatchObject({ kind: 'friend', state: 'running', name: 'SANDBOX' })
    const { argv } = friendNode()
    const port = argv.find((word) => word.startsWith('-port='))?.slice('-port='.length)
    expect(argv.filter((word) => word.startsWith('-bind'))).toEqual(['-bind=127.0.0.1'])
    expect(argv).toContain('-ac_name=SANDBOX')
    // Approvals for Me do not apply to Friend.
    expect(argv).not.toContain('-dbcache=99')
    expect(await ask(chainManager, 'getchainsettings', ID)).toMatchObject({ restart: false })
    expect(argv).not.toContain('-sandbox')
    expect(app.nodes.of('-sandbox').calls).toContain(`addnode ["127.0.0.1:${port}","add"]`)
    expect(paid).toEqual([RECEIVES])
    await ask(chainManager, 'startfriend')
    expect(app.nodes.count()).toBe(2)
    expect(paid).toEqual([RECEIVES])
    // The window still shows Me.
    expect(await ask(chainManager, 'listchains')).toMatchObject({ current: id })
    expect(await ask(chainManager, 'addsandbox')).toEqual({ id })
  })

  it.each([['sandbox'], [ID]])('start and stop together if the call names %s', async (named) => {
    const { chainManager, id } = await sandbox()
    await ask(chainManager, 'startfriend')
    await ask(chainManager, 'stopchain', named)
    expect([await findChainState(chainManager, id), await findChainState(chainManager, ID)]).toMatchObject([
      { state: 'stopped' },
      { state: 'stopped' },
    ])
    await ask(chainManager, 'startchain', named)
    await expect.poll(async () => (await findChainState(chainManager, id))?.state).toBe('running')
    await expect.poll(async () => (await findChainState(chainManager, ID))?.state).toBe('running')
    expect(paid).toEqual([RECEIVES])
    const again = await app.reopen(chainManager)
    await expect.poll(async () => (await findChainState(again, ID))?.state).toBe('running')
    expect(await findChainState(again, id)).toMatchObject({ state: 'running' })
  })

  it('leaseOther returns the other wallet only while both are running', async () => {
    const { chainManager, id } = await sandbox()
    expect(await chainManager.leaseOther(id)).toBeUndefined()
    await ask(chainManager, 'startfriend')
    expect(await chainManager.leaseOther(id)).toMatchObject({ id: ID, label: 'Friend' })
    expect(await chainManager.leaseOther(ID)).toMatchObject({ id, label: 'Sandbox' })
    expect(await chainManager.leaseOther('another')).toBeUndefined()
    await ask(chainManager, 'stopchain', id)
    expect(await chainManager.leaseOther(id)).toBeUndefined()
  })

  it('identifyowners names the other wallet at each address, key and peer, with one call per node', async () => {
    const { chainManager } = await sandbox()
    const { answer } = app.nodes
    const mine = [ADDRESS.mine, ME.pubkey]
    const theirs = [ADDRESS.theirs, FRIEND.pubkey]
    let asked: string[] = []
    app.nodes.answer = (method, argv, params) => {
      if (method !== 'listowners') return answer(method, argv, params)
      const isMe = argv.includes('-sandbox')
      asked.push(isMe ? 'me' : 'friend')
      const rows = (JSON.parse(params)[0] as string[]).map((address) => ({
        ...{ address, label: null, contract: address === ADDRESS.faucet ? ('faucet' as const) : null },
        owner: (isMe ? mine : theirs).includes(address) ? ('own' as const) : ('foreign' as const),
      }))
      return methods.listowners.result.encode(rows)
    }
    const all = [...theirs, ...mine, ADDRESS.faucet, ADDRESS.stranger]
    const owners = async () => (await ask(chainManager, 'identifyowners', all)).map(({ owner }) => owner)
    expect(await owners()).toEqual(['unknown', 'unknown', 'own', 'own', 'contract', 'unknown'])
    await ask(chainManager, 'startfriend')
    asked = []
    expect(await owners()).toEqual(['other', 'other', 'own', 'own', 'contract', 'unknown'])
    expect(asked).toEqual(['me', 'friend'])
    const port = friendNode()
      .argv.find((word) => word.startsWith('-port='))
      ?.slice('-port='.length)
    const peers = [`127.0.0.1:${port}`, '127.0.0.1:9']
    expect(await ask(chainManager, 'identifyowners', peers)).toMatchObject([{ owner: 'other' }, { owner: 'unknown' }])
    await ask(chainManager, 'selectchain', ID)
    expect(await owners()).toEqual(['own', 'own', 'other', 'other', 'contract', 'unknown'])
  })

  it('forgetchain and deletechain remove both wallets', async () => {
    const { chainManager, id } = await sandbox()
    await ask(chainManager, 'startfriend')
    await ask(chainManager, 'stopchain', id)
    await ask(chainManager, 'forgetchain', id)
    expect((await ask(chainManager, 'listchains')).chains).toEqual([])
    expect(existsSync(join(app.root, 'SANDBOX-friend'))).toBe(true)

    await ask(chainManager, 'addsandbox')
    await ask(chainManager, 'startchain', id)
    await ask(chainManager, 'startfriend')
    await ask(chainManager, 'stopchain', id)
    await ask(chainManager, 'deletechain', id, 'SANDBOX')
    expect((await ask(chainManager, 'listchains')).chains).toEqual([])
    expect([existsSync(join(app.root, 'SANDBOX-friend')), existsSync(join(app.root, 'SANDBOX'))]).toEqual([
      false,
      false,
    ])
    expect(JSON.parse(readFileSync(join(app.root, 'chains.json'), 'utf8'))).toMatchObject({ running: [], chains: [] })
  })

  it('startfriend succeeds if Me cannot pay, and prints the reason', async () => {
    const { chainManager } = await sandbox()
    const { answer } = app.nodes
    app.nodes.answer = (method, argv, params) => {
      if (method === 'sendtoaddress') throw new Error('Insufficient funds')
      return answer(method, argv, params)
    }
    expect(await ask(chainManager, 'startfriend')).toMatchObject({
      friend: { pubkey: FRIEND.pubkey, address: RECEIVES },
    })
    expect(app.printed).toEqual(['Friend: sending the first coins failed: Error: Insufficient funds'])
  })

  it('startfriend fails without a sandbox in the list', async () => {
    const chainManager = app.open(['-sandbox'])
    await expect(ask(chainManager, 'startfriend')).rejects.toMatchObject({
      code: -8,
      message: 'The list contains no sandbox',
    })
  })
})

const ADDRESS = {
  mine: 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D',
  theirs: 'RBE8aTd2WnMGnXuPGqA4iXVZUj5QeSAvoz',
  faucet: 'RKQV4oYs4rvxAWx1J43VnT73rSTVtUeckk',
  stranger: 'REnLvXkjvLq3w4kp5HfAvkRvVCz5eXPvmC',
}

/** Not the token key's address, because the faucet pays only new addresses. */
const RECEIVES = 'RReceives'
const PLACE = {
  ...{ address: RECEIVES, created: 1, used: false, received: 0n, mined: 0n, balance: 0n },
  ...{ transactions: 0, change: false, tokenkey: false },
}
const TXID = 'ab'.repeat(32)
const ROW = {
  ...{ txid: TXID, kind: 'sent' as const, action: null, token: null, amount: -1n, fee: 1n, addresses: ['RFriend'] },
  ...{
    addresscount: 1,
    payers: [],
    payercount: 0,
    label: null,
    comment: '',
    commentto: '',
    time: 1,
    height: 4,
    confirmations: 1,
  },
  state: 'confirmed' as const,
}
