/** Tests of JSON-RPC 2.0 and of calls that wait, against a daemon. */
import { afterEach, describe, expect, it } from 'vitest'
import { BASIC, RawClient, requestBytes } from '../../src-main/node/rpc/testSupport.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { type Daemon, startDaemon } from '../support/daemon.ts'

const ARGS = ['-ac_name=JSON2', '-regtest', '-ac_supply=1000', '-rpcthreads=1', '-rpcworkqueue=1']
const CREDENTIALS = { user: 'user', password: 'pass' }
/** Maximum number of calls that wait at the same time. */
const PLACES = 64

describe('the RPC server of the daemon', () => {
  let daemon: Daemon
  afterEach(() => daemon.stop())

  const start = async () => {
    daemon = await startDaemon({ args: ARGS, credentials: CREDENTIALS })
  }
  const answer = async (body: string) => {
    const { status, body: text } = await daemon.rpc.post(body)
    return `${status} ${text.trimEnd()}`
  }
  const wait = async (params: readonly unknown[]) => {
    const client = await RawClient.connect(daemon.port)
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'w', method: 'waitfornewblock', params })
    client.send(requestBytes({ body, headers: { Authorization: BASIC } }))
    return client
  }
  const shortWait = () => answer('{"id":1,"method":"waitfornewblock","params":[1]}')
  /** Occupies every place: of one call more than there are places, the daemon rejects one. */
  const fill = async () => {
    const calls = await Promise.all(
      Array.from({ length: PLACES + 1 }, async () => {
        const client = await wait([])
        return { client, reply: client.reply() }
      }),
    )
    const rejected = await Promise.race(calls.map((call) => call.reply.then(() => call)))
    expect((await rejected.reply)?.body).toContain('Too many calls wait for a block')
    rejected.client.destroy()
    return calls.filter((call) => call !== rejected)
  }

  it('answers version 2.0 with names, notifications and batches', async () => {
    await start()
    await daemon.rpc.call('generate', 2)
    const hash = await daemon.rpc.call('getblockhash', 1)
    expect(await answer('{"jsonrpc":"2.0","id":1,"method":"getblockhash","params":{"index":1}}')).toBe(
      `200 {"jsonrpc":"2.0","result":"${hash}","id":1}`,
    )
    expect(await answer('{"jsonrpc":"2.0","id":1,"method":"getblockhash","params":[9]}')).toBe(
      '200 {"jsonrpc":"2.0","error":{"code":-8,"message":"Block height out of range"},"id":1}',
    )
    expect(await answer('{"jsonrpc":"2.0","method":"generate","params":[1]}')).toBe('204 ')
    expect(await answer('{"jsonrpc":"1.0","id":1,"method":"getblockcount"}')).toBe(
      '200 {"result":3,"error":null,"id":1}',
    )
    expect(await answer('[{"jsonrpc":"2.0","id":1,"method":"uptime","params":{}}]')).toMatch(
      /^200 \[\{"jsonrpc":"2\.0","result":\d+,"id":1\}\]$/,
    )
    const stats = await daemon.rpc.call('getblockstats', 3, ['height', 'txs', 'totalfee'])
    expect(stats).toEqual({ height: 3, totalfee: 0, txs: 1 })
  })

  it('answers other calls while several wait, and each waiting call with the next tip', async () => {
    await start()
    const known = await daemon.rpc.call('getbestblockhash')
    const waiting = await Promise.all([1, 2, 3, 4].map(() => wait([0, known])))
    const [hash] = await daemon.rpc.call<string[]>('generate', 1)
    for (const client of waiting) {
      expect((await client.reply())?.body).toBe(`{"jsonrpc":"2.0","result":{"hash":"${hash}","height":1},"id":"w"}\n`)
      client.destroy()
    }
  })

  it('frees the place of a waiting call whose client disconnects', async () => {
    await start()
    const waiting = await fill()
    waiting.pop()?.client.destroy()
    await waitFor(async () => expect(await shortWait()).toMatch(/^200 /))
    for (const { client } of waiting) client.destroy()
  })

  it('ends waiting calls with the current tip when the daemon stops', async () => {
    await start()
    const waiting = await fill()
    const replies = Promise.all(waiting.map(({ reply }) => reply))
    expect(await daemon.stop()).toBe(0)
    for (const reply of await replies) expect(reply?.body).toContain('"height":0')
    for (const { client } of waiting) client.destroy()
  })
})
