import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { methods } from '#shared/rpc/index.ts'
import { readVectorFile } from '../../../node/testing/index.ts'
import { ask, findChainState, useChainManager } from '../../testing/testChains.ts'

const OPTIONS = '-ac_name=MOVE -ac_supply=1000000 -ac_reward=100000000 -ac_cc=2'
const CONF =
  'rpcuser=ann\nrpcpassword=a long password of ann\nrpcport=24891\naddnode=192.0.2.1\nwhitelist=10.0.0.1\nproxy=127.0.0.1:9\n'

const FOUND = {
  ...{ keys: 3, encryptedkeys: 0, watchonly: 0, scripts: 0, labels: 0, transactions: 0, shielded: 0, oldest: 0 },
  ...{ cleanlyclosed: true, rescued: 'no', leaks: 0, leakedkeys: 0, leakedseed: false, balance: 0n, height: 0 },
  ...{ warnings: ['A note.'], imported: 3 },
}
const IMPORT = {
  ...{ state: 'finished', folder: '', files: 1, done: 5n, total: 5n, height: 16, accepted: 16, known: 0, refused: 0 },
  ...{ orphans: 0, needed: 0n, free: null, reason: '' },
}

describe('calls that move a node in', () => {
  const app = useChainManager()
  let folder = ''
  let data = ''
  beforeEach(() => {
    folder = join(app.base, 'MOVE')
    data = join(folder, 'regtest')
    mkdirSync(join(data, 'blocks'), { recursive: true })
    writeFileSync(join(folder, 'MOVE.conf'), CONF, { mode: 0o640 })
    for (const name of ['blk00000.dat', 'blk00001.dat'])
      writeFileSync(join(data, 'blocks', name), gunzipSync(readVectorFile(`walletdat/datadir/shuffled/${name}.gz`)))
    writeFileSync(join(data, 'wallet.dat'), gunzipSync(readVectorFile('walletdat/plain/wallet.dat.gz')))
    app.nodes.answer = (method) => {
      if (method === 'importwalletfile') return methods.importwalletfile.result.encode(FOUND as never)
      if (method === 'importblocks' || method === 'getblockimport')
        return methods.getblockimport.result.encode(IMPORT as never)
      return undefined
    }
  })
  const own = () => readFileSync(join(app.root, 'MOVE/MOVE.conf'), 'utf8')

  it('reject folders that were neither found nor chosen, and folders of something else', async () => {
    const manager = app.open()
    for (const call of ['inspectnodefolder', 'moveinnode'] as const) {
      await expect(ask(manager, call, data)).rejects.toThrow(`This folder was neither found nor chosen: ${data}`)
    }
    for (const path of [app.base, 'relative', `${data}\0`, '/'.repeat(5_000)]) {
      await expect(ask(manager, 'choosenodefolder', path)).rejects.toThrow('This is not a folder of a node')
    }
  })

  it('verify pasted options with block 1 of shuffled files, and reject those of another chain', async () => {
    const manager = app.open()
    expect((await ask(manager, 'choosenodefolder', folder)).folder).toBe(data)
    const report = await ask(manager, 'inspectnodefolder', data, { text: `komodod ${OPTIONS} &` })
    expect(report).toMatchObject({
      ...{ ready: true, obstacle: null, network: 'regtest' },
      definition: { from: 'text', verified: 'blocks', ok: true, id: null },
      keys: { keys: expect.any(Number) as number, problem: null, encrypted: false },
      settings: { user: 'ann', shortpassword: false, ask: [{ option: 'whitelist' }, { option: 'proxy' }] },
    })
    expect(report.keys?.keys).toBeGreaterThan(0)
    const other = await ask(manager, 'inspectnodefolder', data, { text: OPTIONS.replace('1000000', '999') })
    expect(other).toMatchObject({ ready: false, definition: { verified: 'differs', ok: false } })
    expect(other.obstacle).toBe('The block files belong to another chain than these options.')
    const unknown = await ask(manager, 'inspectnodefolder', data)
    expect(unknown).toMatchObject({ ready: false, definition: { from: 'nowhere' } })
    await expect(ask(manager, 'moveinnode', data)).rejects.toThrow('The options of a chain are not in its folder')
    await expect(ask(manager, 'moveinnode', data, { text: 5 })).rejects.toThrow('text: expected')
    await expect(ask(manager, 'moveinnode', data, { text: OPTIONS, ticks: [5] })).rejects.toThrow('ticks: expected')
  })

  it('take over wallet, blocks, safe lines and ticked ones, and restore the conf file', async () => {
    const manager = app.open()
    await ask(manager, 'choosenodefolder', folder)
    const started = await ask(manager, 'moveinnode', data, {
      text: OPTIONS,
      conf: true,
      ticks: ['whitelist=10.0.0.1', 'rpcbind=0.0.0.0'],
    })
    expect(started).toMatchObject({ wallet: { imported: 3, keys: 3 }, warnings: ['A note.'] })
    await manager.moveIn.settled(data)
    const [move] = (await ask(manager, 'getmovein')).moves
    expect(move).toMatchObject({ step: 'done', state: 'done', conf: { state: 'ours' } })
    expect(move?.choices).toMatchObject({ wallet: true, blocks: true, conf: true })
    const id = move?.id ?? ''
    expect(await findChainState(manager, id)).toMatchObject({ name: 'MOVE', state: 'running', rpcport: 24_891 })
    const lines = own().split('\n')
    expect(lines).toEqual(expect.arrayContaining(['rpcport=24891', 'addnode=192.0.2.1', 'whitelist=10.0.0.1']))
    expect(lines.filter((line) => /^(proxy|rpcbind=0|rpclocal)/.test(line))).toEqual([])
    expect(own()).toMatch(/^rpcauth=ann:[0-9a-f]{32}\$[0-9a-f]{64}$/m)
    expect(`${own()}${readFileSync(join(app.root, 'movein.json'), 'utf8')}`).not.toContain('a long password')
    expect(app.nodes.of('-ac_name=MOVE').calls).toContain(
      `importwalletfile ${JSON.stringify([join(data, 'wallet.dat'), '', true])}`,
    )
    const undone = await ask(manager, 'undomovein', id)
    expect(undone).toMatchObject({ restored: true, detail: 'The former conf file is back in its place.' })
    expect(readFileSync(join(folder, 'MOVE.conf'), 'utf8')).toBe(CONF)
    expect(readdirSync(folder).toSorted()).toEqual(['MOVE.conf', 'regtest'])
    expect(own()).not.toContain('rpcauth=')
    await expect(ask(manager, 'undomovein', 'other')).rejects.toThrow('There is no chain other')
  })

  it('wait for the passphrase, continue with it, and tell that the old wallet was used since', async () => {
    const manager = app.open()
    await ask(manager, 'choosenodefolder', folder)
    const answer = app.nodes.answer
    app.nodes.answer = (method, argv, params) => {
      if (method === 'importwalletfile' && !params.includes('secret')) {
        throw new RpcError(
          RPC_ERROR.PASSPHRASE_INCORRECT,
          'The wallet in this file is encrypted: its passphrase is needed.',
        )
      }
      return answer(method, argv, params)
    }
    const choices = { text: OPTIONS }
    await expect(ask(manager, 'moveinnode', data, choices)).rejects.toMatchObject({ code: -14 })
    expect((await ask(manager, 'getmovein')).moves).toMatchObject([{ state: 'waiting', step: 'wallet' }])
    await ask(manager, 'moveinnode', data, choices, 'secret')
    await manager.moveIn.settled(data)
    expect((await ask(manager, 'getmovein')).moves).toMatchObject([{ state: 'done', conf: null }])
    writeFileSync(join(data, 'wallet.dat'), 'changed')
    expect((await ask(manager, 'getmovein')).moves[0]?.warnings.at(-1)).toContain('was changed after it was moved in')
    expect(readFileSync(join(app.root, 'movein.json'), 'utf8')).not.toContain('secret')
  })
})
