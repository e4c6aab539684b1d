import { describe, expect, it } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/index.ts'
import { Dispatcher } from './dispatcher.ts'
import { handlersWith, recordingLogger } from './testSupport.ts'

const HASH = 'ab'.repeat(32)

async function collectLines(given: Partial<Handlers>, method: string, params: readonly unknown[] = []) {
  const { logger, lines } = recordingLogger()
  const dispatcher = new Dispatcher({ logger, early: {} })
  dispatcher.open({ handlers: handlersWith(given), walletEnabled: true, maxMoney: 10n ** 15n })
  const call = dispatcher.callText(method, JSON.stringify(params), { transport: 'http' })
  await call.catch(() => undefined)
  return lines.map(({ level, message, fields }) => [level, message, fields])
}

describe('a successful action of an operator', () => {
  it.each<[string, Partial<Handlers>, readonly unknown[], string, object | undefined]>([
    ['invalidateblock', { invalidateblock: () => null }, [HASH], 'block invalidated', { hash: HASH }],
    ['reconsiderblock', { reconsiderblock: () => null }, [HASH], 'block reconsidered', { hash: HASH }],
    ['clearbanned', { clearbanned: () => null }, [], 'bans cleared', undefined],
    ['stop', { stop: () => 'X server stopping' }, [], 'stop requested', undefined],
    ['addnode', { addnode: () => null }, ['1.2.3.4', 'add'], 'node added', { node: '1.2.3.4' }],
    ['addnode', { addnode: () => null }, ['1.2.3.4', 'remove'], 'node removed', { node: '1.2.3.4' }],
    ['addnode', { addnode: () => null }, ['1.2.3.4', 'onetry'], 'connection requested', { node: '1.2.3.4' }],
    [
      ...(['setban', { setban: () => null }, ['1.2.3.4', 'add', 60], 'subnet banned'] as const),
      { subnet: '1.2.3.4', bantime: 60n, absolute: undefined },
    ],
    ['setban', { setban: () => null }, ['1.2.3.4', 'remove'], 'ban removed', { subnet: '1.2.3.4' }],
    [
      ...(['logging', { logging: () => new Map() }, [['net', 'rpc'], ['zmq']], 'log categories changed'] as const),
      { include: 'net,rpc', exclude: 'zmq' },
    ],
  ])('of %s is logged', async (method, handlers, params, event, fields) => {
    expect(await collectLines(handlers, method, params)).toEqual([['info', event, fields]])
  })

  it('reaches the log when an asynchronous handler has finished', async () => {
    const lines = await collectLines({ setautomine: async () => ({ automaticMining: true }) }, 'setautomine', [true])
    expect(lines).toEqual([['info', 'automatic mining set', { enabled: true }]])
  })

  it('reaches the log without a passphrase', async () => {
    const lines = await collectLines({ walletpassphrase: () => null }, 'walletpassphrase', ['correct horse', 60])
    expect(lines).toEqual([['info', 'wallet unlocked', { seconds: 60n }]])
  })
})

describe('a call that changes nothing', () => {
  it.each<[string, Partial<Handlers>, readonly unknown[]]>([
    ['logging', { logging: () => new Map() }, []],
    ['getblockcount', { getblockcount: () => 1 }, []],
  ])('of %s is not logged', async (method, handlers, params) => {
    expect(await collectLines(handlers, method, params)).toEqual([])
  })

  it('stays out of the log if the action failed, at once or later', async () => {
    const fail = () => {
      throw new RpcError(RPC_ERROR.DATABASE, 'no')
    }
    expect(await collectLines({ invalidateblock: fail }, 'invalidateblock', [HASH])).toEqual([])
    const later = async () => fail()
    expect(await collectLines({ invalidateblock: later }, 'invalidateblock', [HASH])).toEqual([])
  })
})
