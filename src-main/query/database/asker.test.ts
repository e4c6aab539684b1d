import { MessageChannel } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { Asker } from './asker.ts'
import type { AnswerMessage } from './messages.ts'

const TIMEOUT_MS = 20

const REQUEST = { kind: 'run', client: 1, name: undefined, text: 'SELECT 1', values: [] } as const

describe('Asker', () => {
  let channel: MessageChannel
  afterEach(() => channel.port1.close())

  function start() {
    channel = new MessageChannel()
    const answered = new Int32Array(new SharedArrayBuffer(4))
    const answer = (id: number, text: string) => {
      const message: AnswerMessage = { id, answer: { ok: true, columns: [], rows: [[text]] } }
      channel.port2.postMessage(message)
      Atomics.add(answered, 0, 1)
    }
    return { asker: new Asker(channel.port1, answered, TIMEOUT_MS), answer }
  }

  it('throws after the timeout if there is no answer', () => {
    expect(() => start().asker.ask(REQUEST)).toThrow('The database cannot be reached')
  })

  it('ignores a late answer to an earlier request', () => {
    const { asker, answer } = start()
    expect(() => asker.ask(REQUEST)).toThrow('The database cannot be reached')
    answer(1, 'late')
    answer(2, 'in time')
    expect(asker.ask(REQUEST)).toMatchObject({ rows: [['in time']] })
  })

  it('counts requests that are sent without waiting for an answer', () => {
    const { asker, answer } = start()
    asker.send({ kind: 'close', client: 2 })
    answer(2, 'of the second')
    expect(asker.ask(REQUEST)).toMatchObject({ rows: [['of the second']] })
  })
})
