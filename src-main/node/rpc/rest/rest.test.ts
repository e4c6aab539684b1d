import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { defaultMempoolPolicy, Mempool } from '../../mempool/index.ts'
import {
  blockHash,
  computeTxid,
  serializeBlock,
  serializeTransaction,
  type Transaction,
} from '../../primitives/index.ts'
import { createTestNode, silentLogger, type TestNode, testKey } from '../../testing/index.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'
import { Dispatcher } from '../dispatcher.ts'
import { createBlockchainHandlers } from '../handlers/blockchain/blockchain.ts'
import { createMempoolHandlers } from '../handlers/blockchain/mempool.ts'
import { HttpServer } from '../httpServer.ts'
import type { Reply } from '../replyWriter.ts'
import { handlersWith, RawClient, recordingLogger, requestBytes } from '../testSupport.ts'
import { createRest, type Rest } from './index.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
const EMPTY_BYTES = new Uint8Array(0)
const UNKNOWN = '11'.repeat(32)

const toBuffer = ({ pieces }: Reply): Buffer => {
  if ('close' in pieces) throw new Error('not expected')
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)))
}

describe('REST interface', () => {
  let node: TestNode
  let mempool: Mempool
  let rest: Rest
  let pending: Transaction
  const dispatcher = () => new Dispatcher({ logger: silentLogger, early: {} })

  function openedDispatcher() {
    const opened = dispatcher()
    const deps = { params: node.params, chain: node.chain, mempool, longestChain: () => 0, contractIndexes: undefined }
    const handlers = handlersWith({ ...createBlockchainHandlers(deps), ...createMempoolHandlers(deps) })
    opened.open({ handlers, walletEnabled: false, maxMoney: node.params.maxMoney })
    return opened
  }

  beforeAll(() => {
    node = createTestNode()
    const { params, chain, verifier, clock } = node
    mempool = new Mempool(defaultMempoolPolicy(params), { params, chain, verifier, clock, logger: silentLogger })
    node.mine(102)
    pending = node.pay(testKey(0), [{ value: 1000n, scriptPubKey: testKey(2).p2pkh }], 10_000n)
    const admitted = mempool.accept(pending, { rejectAbsurdFee: false })
    if (!admitted.ok) throw new Error(JSON.stringify(admitted))
  })
  beforeEach(() => {
    const { params, chain } = node
    rest = createRest({ dispatcher: openedDispatcher(), params, chain, mempool, mostWaiting: 1 })
  })
  afterAll(() => node.close())

  const ask = async (path: string, body: Uint8Array = EMPTY_BYTES) => {
    const reply = await rest.answer(path, body, context)
    return { status: reply.status, type: reply.headers[1], body: toBuffer(reply) }
  }
  const json = async (path: string) => {
    const { status, type, body } = await ask(path)
    expect({ status, type }).toEqual({ status: 200, type: 'application/json' })
    expect(body.at(-1)).toBe(10)
    return JSON.parse(body.toString())
  }
  /** Returns the bytes of a path, and checks that the hex form is equal. */
  const bytes = async (path: string) => {
    const [bin, hex] = [await ask(`${path}.bin`), await ask(`${path}.hex`)]
    expect([bin.status, bin.type, hex.status, hex.type]).toEqual([200, 'application/octet-stream', 200, 'text/plain'])
    expect(hex.body.toString()).toBe(`${bin.body.toString('hex')}\n`)
    return bin.body
  }
  const refused = async (path: string, body: Uint8Array = EMPTY_BYTES) => {
    const { status, type, body: text } = await ask(path, body)
    expect(type).toBe('text/plain')
    return `${status} ${text}`
  }
  const tip = () => node.chain.tip()

  it('recognises its paths by their prefixes, as komodod does', () => {
    for (const url of ['/rest/tx/', '/rest/block/x', '/rest/chaininfo.json', '/rest/getutxos.bin', '/rest/headers/1/x'])
      expect(rest.takes(url)).toBe(true)
    for (const url of ['/', '/rest', '/rest/', '/rest/tx', '/REST/tx/', '/wallet/', '/rest/headers'])
      expect(rest.takes(url)).toBe(false)
  })

  it('returns blocks with transactions or with their ids', async () => {
    const { hashHex } = tip()
    const whole = await json(`/rest/block/${hashHex}.json`)
    expect(whole).toMatchObject({ hash: hashHex, height: 102, tx: [{ vin: [{ coinbase: expect.any(String) }] }] })
    const ids = await json(`/rest/block/notxdetails/${hashHex}.json`)
    expect(ids.tx).toEqual([whole.tx[0].txid])
    const block = node.chain.block(tip())
    if (!block) throw new Error('no block')
    expect(await bytes(`/rest/block/${hashHex}`)).toEqual(Buffer.from(serializeBlock(block)))
    expect(await bytes(`/rest/block/notxdetails/${hashHex}`)).toEqual(Buffer.from(serializeBlock(block)))
  })

  it('rejects blocks with komodod’s error texts', async () => {
    expect(await refused('/rest/block/12.json')).toBe('400 Invalid hash: 12\r\n')
    expect(await refused(`/rest/block/${UNKNOWN}.json`)).toBe(`404 ${UNKNOWN} not found\r\n`)
    for (const ending of ['', '.', '.xml', '.json?x=1'])
      expect(await refused(`/rest/block/${tip().hashHex}${ending}`)).toBe(
        '404 output format not found (available: .bin, .hex, .json)\r\n',
      )
  })

  it('returns headers from a block upwards to the tip', async () => {
    const first = node.chain.byHeight(100)
    if (!first) throw new Error('no block')
    const headers = await json(`/rest/headers/5/${first.hashHex}.json`)
    expect(headers.map(({ height }: { height: number }) => height)).toEqual([100, 101, 102])
    const raw = await bytes(`/rest/headers/2/${first.hashHex}`)
    expect(raw.length % 2).toBe(0)
    expect(toDisplayHex(blockHash(node.buildBlock().header))).not.toBe(first.hashHex)
    expect((await bytes(`/rest/block/${first.hashHex}`)).subarray(0, raw.length / 2)).toEqual(
      raw.subarray(0, raw.length / 2),
    )
    expect(await bytes(`/rest/headers/1/${UNKNOWN}`)).toHaveLength(0)
    expect(await json(`/rest/headers/200/${node.chain.byHeight(1)?.hashHex}.json`)).toHaveLength(102)
  })

  it('returns no headers off the active chain', async () => {
    const block = node.buildBlock({ prev: node.chain.byHeight(100)! })
    node.submit(block)
    expect(await json(`/rest/headers/1/${toDisplayHex(blockHash(block.header))}.json`)).toEqual([])
  })

  it.each([
    ['/rest/headers/1.json', '400 No header count specified. Use /rest/headers/<count>/<hash>.<ext>.'],
    ['/rest/headers/1/2/3.json', '400 No header count specified. Use /rest/headers/<count>/<hash>.<ext>.'],
    [`/rest/headers/0/${UNKNOWN}.json`, '400 Header count out of range: 0'],
    [`/rest/headers/2001/${UNKNOWN}.json`, '400 Header count out of range: 2001'],
    [`/rest/headers/x/${UNKNOWN}.json`, '400 Header count out of range: x'],
    ['/rest/headers/1/zz.json', '400 Invalid hash: zz'],
    [`/rest/headers/1/${UNKNOWN}.txt`, '404 output format not found (available: .bin, .hex)'],
    ['/rest/chaininfo.hex', '404 output format not found (available: json)'],
    ['/rest/mempool/info', '404 output format not found (available: json)'],
    ['/rest/tx/xy.json', '400 Invalid hash: xy'],
    [`/rest/tx/${UNKNOWN}.bin`, `404 ${UNKNOWN} not found`],
    ['/rest/getutxos.json', '500 Error: empty request'],
    ['/rest/getutxos/checkmempool.json', '500 Error: empty request'],
    ['/rest/getutxos/checkmempool/x-1.json', '500 Parse error'],
    [`/rest/getutxos/${UNKNOWN}-9999999999.json`, '500 Parse error'],
    [`/rest/getutxos/${UNKNOWN}.json`, '500 Parse error'],
    [`/rest/getutxos/${UNKNOWN}-0`, '404 output format not found (available: .bin, .hex, .json)'],
    [
      `/rest/getutxos/${Array(16).fill(`${UNKNOWN}-0`).join('/')}.json`,
      '500 Error: max outpoints exceeded (max: 15, tried: 16)',
    ],
  ])('answers %s with %s', async (path, answer) => {
    expect(await refused(path)).toBe(`${answer}\r\n`)
  })

  it('returns the chain and the mempool as RPC does', async () => {
    expect(await json('/rest/chaininfo.json')).toMatchObject({ chain: 'regtest', blocks: 102 })
    expect(await json('/rest/mempool/info.json')).toMatchObject({ size: 1, bytes: expect.any(Number) })
    const txid = toDisplayHex(computeTxid(pending))
    expect(await json('/rest/mempool/contents.json')).toMatchObject({ [txid]: { fee: 0.0001 } })
  })

  it('returns confirmed and unconfirmed transactions', async () => {
    const waiting = await json(`/rest/tx/${toDisplayHex(computeTxid(pending))}.json`)
    expect(waiting).toMatchObject({ version: 4, vout: [{ value: 0.00001, valueZat: 1000 }, {}] })
    expect(waiting).not.toHaveProperty('blockhash')
    expect(await bytes(`/rest/tx/${toDisplayHex(computeTxid(pending))}`)).toEqual(
      Buffer.from(serializeTransaction(pending)),
    )
    const { hashHex } = tip()
    const mined = (await json(`/rest/block/notxdetails/${hashHex}.json`)).tx[0]
    expect(await json(`/rest/tx/${mined}.json`)).toMatchObject({
      ...{ txid: mined, blockhash: hashHex, height: 102, confirmations: 1, rawconfirmations: 1 },
      time: tip().time,
    })
  })

  it('returns which outputs are unspent, with and without the mempool', async () => {
    const txid = toDisplayHex(computeTxid(pending))
    const input = pending.vin[0]?.prevout
    if (!input) throw new Error('no input')
    const spent = `${toDisplayHex(input.hash)}-${input.index}`
    expect(await json(`/rest/getutxos/checkmempool/${txid}-0/${spent}/${UNKNOWN}-0.json`)).toMatchObject({
      ...{ chainHeight: 102, chaintipHash: tip().hashHex, bitmap: '100' },
      utxos: [{ txvers: 4, height: 0x7fffffff, value: 0.00001, scriptPubKey: { type: 'pubkeyhash' } }],
    })
    const { bitmap, utxos } = await json(`/rest/getutxos/${txid}-0/${spent}.json`)
    expect(bitmap).toBe('01')
    expect(utxos).toMatchObject([{ scriptPubKey: { type: 'pubkey' } }])
  })

  it('parses the request and writes the reply of getutxos in the format of BIP64', async () => {
    const question = Buffer.concat([Buffer.from([1, 2]), computeTxid(pending), Buffer.alloc(4), Buffer.alloc(36, 1)])
    const { status, body } = await ask('/rest/getutxos.bin', question)
    expect(status).toBe(200)
    const output = pending.vout[0]
    if (!output) throw new Error('no output')
    const script = toHex(output.scriptPubKey)
    const expected = `66000000${toHex(tip().hash)}010101${'04000000'}${'ffffff7f'}${'e803000000000000'}${(script.length / 2).toString(16)}${script}`
    expect(body.toString('hex')).toBe(expected)
    const inHex = await ask('/rest/getutxos.hex', Buffer.from(question.toString('hex')))
    expect(inHex.body.toString()).toBe(`${expected}\n`)
    for (const broken of [question.subarray(0, 50), Buffer.from([1]), Buffer.from([1, 0xff, 1, 1, 1])])
      expect(await refused('/rest/getutxos.bin', broken)).toBe('500 Parse error\r\n')
    expect(await refused(`/rest/getutxos/${UNKNOWN}-0.bin`, question)).toBe(
      '500 Combination of URI scheme inputs and raw post data is not allowed\r\n',
    )
    expect(await refused('/rest/getutxos.json', Buffer.from('{"checkmempool'))).toBe('500 Error: empty request\r\n')
  })

  it('returns the startup status with 503', async () => {
    const early = dispatcher()
    early.warmup('Rescanning...')
    const { params, chain } = node
    rest = createRest({ dispatcher: early, params, chain, mempool, mostWaiting: 1 })
    expect(await refused('/rest/chaininfo.json')).toBe('503 Service temporarily unavailable: Rescanning...\r\n')
  })

  it('limits the number of concurrent answers', async () => {
    const first = rest.answer(`/rest/headers/1/${tip().hashHex}.json`, EMPTY_BYTES, context)
    expect(await refused('/rest/chaininfo.json')).toBe('500 Work queue depth exceeded\r\n')
    expect((await first).status).toBe(200)
    expect(await json('/rest/chaininfo.json')).toMatchObject({ blocks: 102 })
  })

  describe('over HTTP', () => {
    let server: HttpServer
    let port = 0
    beforeEach(async () => {
      server = new HttpServer({
        dispatcher: openedDispatcher(),
        credentials: { userOf: () => undefined },
        settings: {
          ...{ port: 0, bind: [], allowIp: [], allowHost: [] },
          ...{ threads: 1, workQueue: 1, timeoutSeconds: 30 },
        },
        logger: recordingLogger().logger,
        rest,
      })
      port = (await server.start()).at(-1)?.port ?? 0
    })
    afterEach(() => server.stop())

    async function get(path: string, headers: Readonly<Record<string, string>> = {}, body: string | Buffer = '') {
      const client = await RawClient.connect(port)
      client.send(requestBytes({ method: 'GET', path, headers: { Authorization: '', ...headers }, body }))
      const reply = await client.reply()
      client.destroy()
      return reply
    }

    it('requires no password, but rejects browsers and foreign host names', async () => {
      expect(await get('/rest/chaininfo.json')).toMatchObject({ status: 200, body: expect.stringMatching(/}\n$/) })
      expect(await get('/rest/chaininfo.json', { Origin: 'http://localhost' })).toMatchObject({ status: 403 })
      expect(await get('/rest/chaininfo.json', { Host: 'evil.example' })).toMatchObject({ status: 403 })
      expect(await get('/rest/other')).toMatchObject({ status: 404, body: '' })
      expect(await get('/')).toMatchObject({ status: 405 })
    })

    it('sends bytes with their length, and accepts only short bodies', async () => {
      const reply = await get(`/rest/headers/1/${tip().hashHex}.bin`)
      expect(reply?.headers.get('content-type')).toBe('application/octet-stream')
      expect(Number(reply?.headers.get('content-length'))).toBeGreaterThan(140)
      for (const length of [20_000, 200_000])
        expect(await get('/rest/getutxos.bin', {}, Buffer.alloc(length))).toMatchObject({ status: 413 })
    })
  })
})
