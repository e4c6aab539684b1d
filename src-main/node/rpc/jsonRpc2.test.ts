import { describe, expect, it } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/index.ts'
import { Budget } from './budget.ts'
import { Dispatcher } from './dispatcher.ts'
import type { Reply } from './replyWriter.ts'
import { RequestAnswer } from './requestAnswer.ts'
import { handlersWith, recordingLogger } from './testSupport.ts'

const HASH = 'ab'.repeat(32)
const context = { transport: 'http', signal: new AbortController().signal } as const

function createAnswer(given: Partial<Handlers> = {}, mostWaiting = 4) {
  const dispatcher = new Dispatcher({ logger: recordingLogger().logger, early: {} })
  const handlers = handlersWith({
    getblockcount: () => 5,
    getblockhash({ index }) {
      if (index > 5) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Block height out of range')
      return HASH as never
    },
    ...given,
  })
  dispatcher.open({ handlers, walletEnabled: true, maxMoney: 0n })
  const answer = new RequestAnswer(dispatcher, { mostWaiting, unread: new Budget(64 << 20) })
  return async (body: string) => show(await answer.answer([Buffer.from(body)], context))
}

const show = ({ status, pieces }: Reply) => `${status} ${'close' in pieces ? '' : pieces.join('').trimEnd()}`

describe('a request of JSON-RPC 2.0', () => {
  it('gets a result or an error, never both, with status 200', async () => {
    const ask = createAnswer()
    expect(await ask('{"jsonrpc":"2.0","id":1,"method":"getblockcount"}')).toBe(
      '200 {"jsonrpc":"2.0","result":5,"id":1}',
    )
    expect(await ask('{"jsonrpc":"2.0","id":"a","method":"getblockhash","params":[9]}')).toBe(
      '200 {"jsonrpc":"2.0","error":{"code":-8,"message":"Block height out of range"},"id":"a"}',
    )
    expect(await ask('{"jsonrpc":"2.0","id":null,"method":"nosuch"}')).toBe(
      '200 {"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":null}',
    )
  })

  it('gets status 200 also if it is not a valid request', async () => {
    const ask = createAnswer()
    expect(await ask('{"jsonrpc":"2.0","id":1}')).toBe(
      '200 {"jsonrpc":"2.0","error":{"code":-32600,"message":"Missing method"},"id":1}',
    )
    expect(await ask('{"jsonrpc":"2.0","id":1,"method":"getblockcount","params":5}')).toBe(
      '200 {"jsonrpc":"2.0","error":{"code":-32600,"message":"Params must be an array"},"id":1}',
    )
    expect(await ask(`{"jsonrpc":"2.0","id":"${'x'.repeat(2000)}","method":"getblockcount"}`)).toBe(
      '200 {"jsonrpc":"2.0","error":{"code":-32600,"message":"The id is longer than 1024 characters"},"id":null}',
    )
  })

  it('runs without a reply if it has no id, whether or not the call succeeds', async () => {
    let calls = 0
    const ask = createAnswer({ getblockcount: () => ++calls, getdifficulty: async () => ++calls })
    expect(await ask('{"jsonrpc":"2.0","method":"getblockcount"}')).toBe('204 ')
    expect(await ask('{"jsonrpc":"2.0","method":"getdifficulty"}')).toBe('204 ')
    expect(await ask('{"jsonrpc":"2.0","method":"getblockhash","params":[9]}')).toBe('204 ')
    expect(calls).toBe(2)
  })

  it('keeps its version within a batch of both versions', async () => {
    const ask = createAnswer()
    const calls = [
      '{"jsonrpc":"2.0","id":1,"method":"getblockcount"}',
      '{"id":2,"method":"getblockcount"}',
      '{"jsonrpc":"2.0","method":"getblockcount"}',
      '{"jsonrpc":"2.0","id":3,"method":"getblockhash","params":[9]}',
      '5',
    ]
    expect(await ask(`[${calls.join(',')}]`)).toBe(
      '200 [{"jsonrpc":"2.0","result":5,"id":1},{"result":5,"error":null,"id":2},' +
        '{"jsonrpc":"2.0","error":{"code":-8,"message":"Block height out of range"},"id":3},' +
        '{"result":null,"error":{"code":-32600,"message":"Invalid Request object"},"id":null}]',
    )
  })

  it('gets no content for a batch of notifications, and an array for an empty batch', async () => {
    const ask = createAnswer()
    expect(await ask('[{"jsonrpc":"2.0","method":"getblockcount"}]')).toBe('204 ')
    expect(await ask('[]')).toBe('200 []')
  })
})

describe('a request of JSON-RPC 1.0 or 1.1', () => {
  it.each(['', '"jsonrpc":"1.0",', '"jsonrpc":"1.1",', '"jsonrpc":2.0,', '"jsonrpc":null,'])(
    'gets both result and error after %s',
    async (version) => {
      const ask = createAnswer()
      expect(await ask(`{${version}"method":"getblockcount"}`)).toBe('200 {"result":5,"error":null,"id":null}')
      expect(await ask(`{${version}"id":1,"method":"getblockhash","params":[9]}`)).toBe(
        '500 {"result":null,"error":{"code":-8,"message":"Block height out of range"},"id":1}',
      )
    },
  )
})

describe('parameters by name', () => {
  it.each(['"1.0"', '"2.0"'])('work in a call of version %s', async (version) => {
    const ask = createAnswer()
    const call = (params: string) => ask(`{"jsonrpc":${version},"id":1,"method":"getblockhash","params":${params}}`)
    expect(await call('{"index":3}')).toContain(`"result":"${HASH}"`)
    expect(await call('{"depth":3}')).toContain('{"code":-8,"message":"Unknown named parameter depth"}')
    expect(await call('{"index":3,"index":4}')).toContain('"Parameter index specified multiple times"')
    expect(await call('{}')).toContain('"Missing named parameter index"')
  })

  it('get the defaults of omitted parameters', async () => {
    const seen: unknown[] = []
    const ask = createAnswer({
      getbalance(params) {
        seen.push(params)
        return 0n as never
      },
    })
    await ask('{"id":1,"method":"getbalance","params":{"includeWatchonly":true}}')
    expect(seen).toEqual([{ account: undefined, minconf: 1, includeWatchonly: true }])
  })

  it('appear cut off in an error that repeats a long name', async () => {
    const ask = createAnswer()
    const reply = await ask(`{"id":1,"method":"getblockhash","params":{"${'x'.repeat(60_000)}":1}}`)
    expect(reply.length).toBeLessThan(20_000)
  })
})

describe('a call that waits', () => {
  const WAIT = '{"jsonrpc":"2.0","id":1,"method":"waitfornewblock"}'
  const tip = { hash: HASH as never, height: 6 as never }

  function createWaits() {
    const ends: (() => void)[] = []
    const waitfornewblock = () => new Promise<typeof tip>((resolve) => ends.push(() => resolve(tip)))
    const end = () => {
      for (const each of ends) each()
    }
    return { waitfornewblock, end }
  }

  it('takes no slot of the work queue', async () => {
    const { waitfornewblock, end } = createWaits()
    const ask = createAnswer({ waitfornewblock, getdifficulty: async () => 1 }, 1)
    const waiting = [ask(WAIT), ask(WAIT), ask(WAIT)]
    expect(await ask('{"id":2,"method":"getdifficulty"}')).toBe('200 {"result":1,"error":null,"id":2}')
    end()
    for (const one of waiting)
      expect(await one).toBe(`200 {"jsonrpc":"2.0","result":{"hash":"${HASH}","height":6},"id":1}`)
  })

  it('leaves the limit of pending calls to other calls', async () => {
    const { waitfornewblock, end } = createWaits()
    const ask = createAnswer({ waitfornewblock, getdifficulty: async () => 1 }, 1000)
    const waiting = Array.from({ length: 100 }, () => ask(WAIT))
    expect(await ask('{"id":2,"method":"getdifficulty"}')).toBe('200 {"result":1,"error":null,"id":2}')
    end()
    await Promise.all(waiting)
  })

  it('gets an error in a batch, which would hold a slot as long', async () => {
    const ask = createAnswer()
    expect(await ask(`[${WAIT},{"id":2,"method":"getblockcount"}]`)).toBe(
      '200 [{"jsonrpc":"2.0","error":{"code":-32600,"message":"A call that waits cannot be part of a batch"},"id":1},' +
        '{"result":5,"error":null,"id":2}]',
    )
  })

  it('gets an error in a long body, which would stay in memory as long', async () => {
    const ask = createAnswer()
    const reply = await ask(`{"id":1,"method":"waitfornewblock","more":"${'x'.repeat(70_000)}"}`)
    expect(reply).toBe('400 {"result":null,"error":{"code":-32600,"message":"The request is too long to wait"},"id":1}')
  })
})
