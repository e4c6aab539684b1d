import { describe, expect, it } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import type { Reply } from '../node/rpc/index.ts'
import { CallQueue } from './callQueue.ts'
import { createPublishedRest } from './publishedRest.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
const PATH = '/rest/chaininfo.json'
const NOTHING = new Uint8Array(0)
const OK: Reply = { status: 200, headers: [], pieces: ['ok'] }

const unavailable = (text: string) => () => {
  throw new RpcError(RPC_ERROR.IN_WARMUP, text)
}

function createRest({
  before = () => undefined,
  requireOpen = () => undefined,
  answer = () => OK as Reply | Promise<Reply>,
}) {
  const calls = new CallQueue({ before, after: () => undefined })
  return createPublishedRest({ calls, rest: () => ({ answer }), requireOpen, maxWaiting: 1 })
}
const ask = async (rest: ReturnType<typeof createRest>) => {
  const { status, pieces } = await rest.answer(PATH, NOTHING, context)
  return [status, String(pieces)]
}

describe('createPublishedRest', () => {
  it('answers REST paths within a transaction', async () => {
    const steps: string[] = []
    const rest = createRest({
      before: () => void steps.push('begin'),
      answer: () => {
        steps.push('answer')
        return OK
      },
    })
    expect(rest.takes(PATH)).toBe(true)
    expect(rest.takes('/')).toBe(false)
    expect(await ask(rest)).toEqual([200, 'ok'])
    expect(steps).toEqual(['begin', 'answer'])
  })

  it('replies 503 before the tables are open, without a transaction, and while the database is away', async () => {
    const before = unavailable('The database cannot be reached')
    const requireOpen = unavailable('No chain is published here yet')
    const text = 'Service temporarily unavailable:'
    expect(await ask(createRest({ before, requireOpen }))).toEqual([503, `${text} No chain is published here yet\r\n`])
    expect(await ask(createRest({ before }))).toEqual([503, `${text} The database cannot be reached\r\n`])
  })

  it('rejects a request while as many as allowed are being answered', async () => {
    const gate = Promise.withResolvers<Reply>()
    const rest = createRest({ answer: () => gate.promise })
    const first = ask(rest)
    expect(await ask(rest)).toEqual([500, 'Work queue depth exceeded\r\n'])
    gate.resolve(OK)
    expect(await first).toEqual([200, 'ok'])
    expect(await ask(rest)).toEqual([200, 'ok'])
  })
})
