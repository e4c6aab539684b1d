import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import { useTasks } from '../../../tasks/tasks.ts'
import { prepareStep, sweepMismatch } from './tokenSweep.ts'
import { useTokenSweep } from './tokenSweepRun.ts'

const MINE = `02${'11'.repeat(32)}`
const DESTINATION = `03${'22'.repeat(32)}`
const ID = 'ab'.repeat(32)
const move = { pubkey: MINE, tokenid: ID, name: 'GOLD', units: 7n } as Parameters<typeof sweepMismatch>[1]
const token = { tokenid: ID, name: 'GOLD', burned: 0n, moves: [{ pubkey: DESTINATION, units: 7n, owner: 'own' }] }
const told = (changes: object = {}) =>
  ({
    action: 'token-transfer',
    txid: ID,
    tokens: [token],
    paid: 0n,
    fee: 10_000n,
    ...changes,
  }) as unknown as Explanation

/** A node with so many tokens to move, three at a time; `sent` gets what goes out. */
function nodeWith(tokens: number, sent: string[], answer: () => void = () => undefined): RpcClient {
  let left = tokens
  const call = async (method: string, input: { readonly hexstring?: string }) => {
    if (method === 'explaintransaction') return told()
    if (method === 'sendtogether') {
      answer()
      sent.push(input.hexstring ?? '')
      return []
    }
    const count = Math.min(3, left)
    left -= count
    const all = Array.from({ length: count }, () => move)
    return { result: 'success', moves: all, transactions: all.map(() => 'aa'), left, unmovable: 0 }
  }
  return { call } as unknown as RpcClient
}

const ground = (client: RpcClient) => ({ client, chain: 'sandbox', destination: DESTINATION })

beforeAll(() => loadTexts('wallet', 'parts'))
afterEach(() => {
  useTokenSweep.getState().forget()
  useTasks.setState({ tasks: [] })
})

describe('a move of a token to the phrase', () => {
  it('is checked against what the node decodes', () => {
    expect(sweepMismatch(told(), move, DESTINATION)).toBeUndefined()
    const others: readonly object[] = [
      { action: null },
      { tokens: [] },
      { tokens: [token, token] },
      { tokens: [{ ...token, tokenid: 'cd'.repeat(32) }] },
      { tokens: [{ ...token, moves: [{ ...token.moves[0], units: 6n }] }] },
      { tokens: [{ ...token, moves: [...token.moves, ...token.moves] }] },
      { tokens: [{ ...token, moves: [{ ...token.moves[0], pubkey: MINE }] }] },
      { paid: 1n },
      { fee: null },
    ]
    for (const changes of others) expect(sweepMismatch(told(changes), move, DESTINATION)).toBeDefined()
  })
})

describe('moving all tokens', () => {
  it('takes as many steps as it needs, with one task each and the fees of all', async () => {
    const sent: string[] = []
    const client = nodeWith(7, sent)
    await useTokenSweep.getState().start(ground(client), await prepareStep(client, DESTINATION))
    expect(sent).toEqual(['aaaaaa', 'aaaaaa', 'aa'])
    expect(useTokenSweep.getState()).toMatchObject({ state: 'sent', moved: 7, total: 7, fees: 70_000n })
    expect(useTasks.getState().tasks.at(-1)).toMatchObject({ before: '', effect: { kind: 'token-sweep', count: '1' } })
  })

  it('stops after the step that is under way', async () => {
    const sent: string[] = []
    const client = nodeWith(7, sent, () => useTokenSweep.getState().stop())
    await useTokenSweep.getState().start(ground(client), await prepareStep(client, DESTINATION))
    expect([sent.length, useTokenSweep.getState().state, useTokenSweep.getState().moved]).toEqual([1, 'stopped', 3])
  })

  it('sends nothing more once another chain is shown, or after a refusal', async () => {
    const sent: string[] = []
    const left = nodeWith(7, sent, () => useTokenSweep.getState().forget())
    await useTokenSweep.getState().start(ground(left), await prepareStep(left, DESTINATION))
    expect([sent.length, useTokenSweep.getState().state]).toEqual([1, 'none'])
    const refusing = nodeWith(7, [], () => {
      throw new Error('You decided against it')
    })
    await useTokenSweep.getState().start(ground(refusing), await prepareStep(refusing, DESTINATION))
    expect(useTokenSweep.getState()).toMatchObject({ state: 'failed', moved: 0 })
    expect(useTasks.getState().tasks).toHaveLength(1)
  })

  it('sends no step that is not what was asked for', async () => {
    const client = nodeWith(2, [])
    const step = { ...(await prepareStep(client, DESTINATION)), mismatch: 'another key' }
    await useTokenSweep.getState().start(ground(client), step)
    expect(useTokenSweep.getState()).toMatchObject({ state: 'failed', moved: 0 })
  })
})
