import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type JsonValue, NumberLiteral } from '#shared/json.ts'
import { COIN } from '#shared/units.ts'
import { createWalletTestNode, type WalletTestNode } from '../../rpc/handlers/testing/walletTestNode.ts'
import { encodeAddress } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { createWalletPreparedHandlers } from './prepared.ts'
import { createWalletSendHandlers } from './send.ts'

const context = { signal: new AbortController().signal, transport: 'ipc' as const }
const friend = encodeAddress({ type: 1, hash: testKey(5).hash })
const amount = (text: string) => new NumberLiteral(text)

let test: WalletTestNode
beforeEach(() => {
  test = createWalletTestNode({ identity: false })
  test.fund(3)
})
afterEach(() => test.close())

function handlers() {
  const { node, mempool, wallet } = test
  const deps = { params: node.params, chain: node.chain, mempool, wallet }
  return { ...createWalletSendHandlers(deps), ...createWalletPreparedHandlers(deps) }
}
const prepare = (method: string, ...params: JsonValue[]) => handlers().preparepayment({ method, params }, context)

describe('preparepayment', () => {
  it.each([
    ['sendtoaddress', [friend, amount('0.5'), 'rent', 'landlord', true]],
    ['sendfrom', ['', friend, amount('0.5')]],
    ['sendmany', ['', new Map([[friend, amount('0.5')]])]],
  ] as const)('builds the transaction that %s would send, and sends nothing', async (method, params) => {
    const before = test.wallet.ledger.transactions().length
    const { hex, txid } = await prepare(method, ...(params as readonly JsonValue[]))
    expect(test.mempool.size()).toBe(0)
    expect(test.wallet.ledger.transactions()).toHaveLength(before)
    expect(await handlers().sendprepared({ hex, comment: 'rent', commentto: '' }, context)).toBe(txid)
    const sent = test.wallet.ledger.transactions().find(({ txidHex }) => txidHex === txid)
    const paid = sent?.tx.vout.map(({ value }) => value) ?? []
    const fee = test.wallet.amounts(sent as NonNullable<typeof sent>, false).fee ?? 0n
    expect(paid).toContain(method === 'sendtoaddress' ? COIN / 2n - fee : COIN / 2n)
  })

  it('pays public keys, and lets one of several recipients pay the fee, as sendmany does', async () => {
    const key = Buffer.from(testKey(6).pub).toString('hex')
    const amounts = new Map<string, JsonValue>([
      [friend, amount('0.5')],
      [key, amount('0.25')],
    ])
    const { hex } = await prepare('sendmany', '', amounts, amount('1'), '', [key])
    expect(hex).toContain(`21${key}ac`)
  })

  it('throws the errors of the corresponding send methods', () => {
    expect(() => prepare('sendtoaddress', 'nobody', amount('1'))).toThrow('Invalid Komodo address')
    expect(() => prepare('sendtoaddress', friend, amount('0'))).toThrow('Invalid amount for send')
    expect(() => prepare('sendtoaddress', friend, amount('1000000'))).toThrow('Insufficient funds')
    expect(() => prepare('sendmany', '', new Map())).toThrow('Transaction amounts must be positive')
    expect(() => prepare('sendfrom', 'shop', friend, amount('1'))).toThrow('Account has insufficient funds')
    expect(() => prepare('dumpprivkey', friend)).toThrow('method must be sendfrom, sendmany, sendtoaddress')
    expect(() => prepare('toString')).toThrow('method must be')
  })
})
