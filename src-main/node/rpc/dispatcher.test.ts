import { describe, expect, it } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { parseJson } from '#shared/json.ts'
import type { Handlers } from '#shared/rpc/index.ts'
import { turnsDuring } from '../testing/index.ts'
import { Dispatcher, type ReadyNode } from './dispatcher.ts'
import { handlersWith, recordingLogger } from './testSupport.ts'

const help: Handlers['help'] = ({ command }) => `help for ${command ?? 'all'}`

function dispatcherWith(given: Partial<Handlers>, node: Partial<ReadyNode> = {}) {
  const { logger, lines } = recordingLogger()
  const dispatcher = new Dispatcher({ logger, early: { help }, maxWaiting: { ipc: 2 } })
  dispatcher.open({ handlers: handlersWith(given), walletEnabled: true, maxMoney: 10n ** 15n, ...node })
  const call = (method: string, params = '[]', signal?: AbortSignal) =>
    dispatcher.callText(method, params, { transport: 'ipc', ...(signal && { signal }) })
  return { dispatcher, lines, call }
}

describe('Dispatcher', () => {
  it('passes typed parameters to a handler and encodes its result exactly', async () => {
    const { call } = dispatcherWith({
      getbalance: ({ minconf }) => BigInt(minconf) * 150_000_000n,
      getblockhash: async ({ index }) => String(index).padStart(64, '0'),
    })
    expect(await call('getbalance', '["*", 3]')).toBe('4.50000000')
    expect(await call('getblockhash', '[7]')).toBe(`"${'7'.padStart(64, '0')}"`)
  })

  it('rejects unknown methods, including names of Object.prototype members', async () => {
    const { call } = dispatcherWith({})
    for (const name of ['nosuch', 'constructor', '__proto__', '']) {
      await expect(call(name)).rejects.toMatchObject({ code: -32601, message: 'Method not found' })
    }
  })

  it('disables wallet methods without a wallet, before it checks parameters', async () => {
    const { call } = dispatcherWith({ getblockcount: () => 5 }, { walletEnabled: false })
    const disabled = { code: -32601, message: 'Method not found (disabled)' }
    await expect(call('getbalance', '[1,2,3,4,5]')).rejects.toMatchObject(disabled)
    expect(await call('getblockcount')).toBe('5')
  })

  it('answers all but the early methods with the startup status', async () => {
    const dispatcher = new Dispatcher({ logger: recordingLogger().logger, early: { help } })
    const call = (method: string) => dispatcher.callText(method, '[]', { transport: 'http' })
    dispatcher.warmup('Loading block index...')
    await expect(call('getblockcount')).rejects.toMatchObject({ code: -28, message: 'Loading block index...' })
    await expect(call('nosuch')).rejects.toMatchObject({ code: -28 })
    expect(await call('help')).toBe('"help for all"')
    dispatcher.open({ handlers: handlersWith({ getblockcount: () => 1 }), walletEnabled: true, maxMoney: 0n })
    expect(await call('getblockcount')).toBe('1')
    dispatcher.close()
    await expect(call('help')).rejects.toMatchObject({ message: 'Shutting down' })
  })

  it('encodes a long result in slices, whether or not its handler is asynchronous', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `id${index}`)
    const { call } = dispatcherWith({ getrawmempool: () => rows as never, getblockcount: () => 5 })
    let turns = 0
    let working = true
    const turn = () => {
      turns++
      if (working) setImmediate(turn)
    }
    setImmediate(turn)
    expect(JSON.parse(await call('getrawmempool'))).toEqual(rows)
    expect(turns).toBeGreaterThan(4)
    working = false
  })

  it('truncates an error message that repeats a long parameter', async () => {
    const { call } = dispatcherWith({})
    const error: Error = await call('getrawtransaction', `["${'z'.repeat(900_000)}"]`).catch((reason) => reason)
    expect(error.message).toMatch(/^parameter 1 must be hexadecimal string \(not 'z+…$/)
    expect(error.message.length).toBeLessThan(20_000)
  })

  it('returns RpcErrors, and replaces every other failure by "Internal error"', async () => {
    const { call, lines } = dispatcherWith({
      getblockhash: () => {
        throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Block height out of range')
      },
      getbestblockhash: () => {
        throw new Error('secret detail')
      },
      getdifficulty: async () => {
        throw new TypeError('another secret')
      },
      getblockcount: () => 1.5,
    })
    await expect(call('getblockhash', '[1]')).rejects.toMatchObject({ code: -8, message: 'Block height out of range' })
    const internal = { code: -32603, message: 'Internal error' }
    await expect(call('getbestblockhash')).rejects.toMatchObject(internal)
    await expect(call('getdifficulty')).rejects.toMatchObject(internal)
    // A result that violates the contract is a bug too.
    await expect(call('getblockcount')).rejects.toMatchObject(internal)
    expect(lines.map(({ level, fields }) => [level, fields?.['method']])).toEqual([
      ['error', 'getbestblockhash'],
      ['error', 'getdifficulty'],
      ['error', 'getblockcount'],
    ])
  })

  it('neither returns nor logs arguments of a method that takes secrets', async () => {
    const { call, lines } = dispatcherWith({
      setphrase: ({ phrase }) => {
        throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `${phrase} is none`)
      },
      importprivkey: async ({ label }) => {
        throw new SyntaxError(`Cannot convert ${label} to a BigInt`, { cause: new Error(label) })
      },
      unlockwallet: ({ passphrase }) => {
        throw new RpcError(RPC_ERROR.PASSPHRASE_INCORRECT, `Error: The wallet ${passphrase} entered was incorrect.`)
      },
    })
    const left = { code: -8, message: expect.stringMatching(/^A parameter of setphrase is wrong/) }
    await expect(call('setphrase', '["zoo wrong"]')).rejects.toMatchObject(left)
    await expect(call('importprivkey', '["a","the key"]')).rejects.toMatchObject({ message: 'Internal error' })
    expect(lines).toMatchObject([
      { fields: { method: 'importprivkey', error: expect.stringMatching(/^SyntaxError at /) } },
    ])
    expect(JSON.stringify(lines)).not.toContain('the key')
    // Messages of the contract are not secret, regardless of the passphrase.
    const incorrect = { code: -14, message: 'Error: The wallet passphrase entered was incorrect.' }
    await expect(call('unlockwallet', '["passphrase",1]')).rejects.toMatchObject(incorrect)
    await expect(call('signrawtransaction', '["Uw8FaKey"]')).rejects.toMatchObject({
      code: -8,
      message: expect.not.stringContaining('Uw8F'),
    })
  })

  it('rejects a text that is not an array of parameters', async () => {
    const { call } = dispatcherWith({ getblockcount: () => 5 })
    await expect(call('getblockcount', '[')).rejects.toMatchObject({ code: -32700, message: 'Parse error' })
    await expect(call('getblockcount', '{}')).rejects.toMatchObject({ code: -32600 })
    expect(await call('getblockcount', 'null')).toBe('5')
  })

  it('encodes long results in slices, and stops when the caller disconnects', async () => {
    const { call } = dispatcherWith({ generate: async () => Array<string>(50_000).fill('ab'.repeat(32)) })
    let text = ''
    const turns = await turnsDuring(async () => {
      text = await call('generate', '[1]')
    })
    expect(JSON.parse(text)).toHaveLength(50_000)
    expect(turns).toBeGreaterThan(10)
    const controller = new AbortController()
    const left = call('generate', '[1]', controller.signal)
    setImmediate(() => controller.abort())
    await expect(left).rejects.toMatchObject({ code: -1, message: 'The call was cancelled' })
  })

  it('aborts the handler when its caller disconnects, without logging a failure', async () => {
    const { call, lines } = dispatcherWith({
      generate: (_params, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    })
    const controller = new AbortController()
    const result = call('generate', '[1]', controller.signal)
    controller.abort()
    await expect(result).rejects.toMatchObject({ code: -1, message: 'The call was cancelled' })
    expect(lines).toEqual([])
  })

  it('limits the number of pending calls per transport', async () => {
    const pending: ((hashes: string[]) => void)[] = []
    const { call } = dispatcherWith({ generate: () => new Promise((resolve) => pending.push(resolve)) })
    const first = call('generate', '[1]')
    const second = call('generate', '[1]')
    await expect(call('generate', '[1]')).rejects.toMatchObject({ code: -1 })
    for (const resolve of pending) resolve([])
    expect(await Promise.all([first, second])).toEqual(['[]', '[]'])
    const third = call('generate', '[1]')
    pending.at(-1)?.([])
    expect(await third).toBe('[]')
  })

  it('returns synchronously if the handler does', () => {
    const { dispatcher } = dispatcherWith({ getblockcount: () => 5 })
    const context = { transport: 'http', signal: new AbortController().signal } as const
    expect(dispatcher.call('getblockcount', [], context)).toBe('5')
    expect(() => dispatcher.call('getblockcount', [parseJson('1')], context)).toThrow(RpcError)
  })
})
