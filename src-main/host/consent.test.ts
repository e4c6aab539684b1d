import { describe, expect, it } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { methods } from '#shared/rpc/index.ts'
import { askFirst, type Question } from './consent.ts'

const HEX = '0400008085202f89'
const OWN = 'ROwnAddress'

const script = (address: string | undefined) => ({
  asm: '',
  hex: '',
  type: address === undefined ? 'nulldata' : 'pubkeyhash',
  ...(address !== undefined && { reqSigs: 1, addresses: [address] }),
})

/** A node that knows one transaction, and the calls that came through to it. */
function start(answer: (question: Question) => boolean | Promise<boolean>) {
  const calls: string[] = []
  const questions: Question[] = []
  let chain: string | null = 'a'
  const replies: Record<string, (params: string) => string> = {
    decoderawtransaction: () => {
      const outputs = [
        [125_000_000n, 'RSomebody'],
        [0n, undefined],
        [874_990_000n, OWN],
      ] as const
      const vout = outputs.map(([value, address], n) => ({
        ...{ value, valueZat: value, valueSat: value, n },
        scriptPubKey: script(address),
      }))
      const text = JSON.stringify(vout, (_, value) => (typeof value === 'bigint' ? Number(value) : value))
      const exact = text.replace(/"value":(\d+)/g, (_, satoshis) => `"value":${(Number(satoshis) / 1e8).toFixed(8)}`)
      return `{"txid":"${'aa'.repeat(32)}","overwintered":true,"version":4,"versiongroupid":"892f2085","locktime":0,"expiryheight":0,"vin":[{"txid":"${'bb'.repeat(32)}","vout":1,"scriptSig":{"asm":"","hex":""},"sequence":4294967295}],"vout":${exact},"vjoinsplit":[],"valueBalance":0.00000000,"vShieldedSpend":[],"vShieldedOutput":[]}`
    },
    gettxout: () =>
      `{"bestblock":"${'cc'.repeat(32)}","confirmations":1,"rawconfirmations":1,"value":10.00000000,"scriptPubKey":${JSON.stringify(script(OWN))},"version":4,"coinbase":false}`,
    validateaddress: (params) => `{"isvalid":true,"ismine":${params.includes(OWN)}}`,
  }
  const guarded = askFirst(
    {
      async call(method, params) {
        calls.push(method)
        return replies[method]?.(params) ?? '"done"'
      },
      onEvent: () => () => undefined,
    },
    {
      async ask(question) {
        questions.push(question)
        return answer(question)
      },
      shown: () => chain,
    },
  )
  return {
    guarded,
    calls,
    questions,
    show(id: string) {
      chain = id
    },
  }
}

const ASKED: readonly (readonly [string, string])[] = [
  ['sendrawtransaction', `["${HEX}"]`],
  ['sendprepared', `["${HEX}","rent"]`],
  ['sendtoaddress', '["RSomebody",5]'],
  ['sendmany', '["",{"RSomebody":5}]'],
  ['sendfrom', '["","RSomebody",5]'],
  ['dumpprivkey', '["ROwnAddress"]'],
  ['dumpwallet', '["all"]'],
  ['exportwallet', '[]'],
  ['deletechain', '["id","GARDEN"]'],
]

describe('askFirst', () => {
  it.each(ASKED)('does %s only when the person agrees', async (method, params) => {
    const refused = start(() => false)
    await expect(refused.guarded.call(method, params)).rejects.toThrow('You decided against it. Nothing was done.')
    expect(refused.calls).not.toContain(method)
    expect(refused.questions).toHaveLength(1)
    const agreed = start(() => true)
    expect(await agreed.guarded.call(method, params)).toBe('"done"')
    expect(agreed.calls.at(-1)).toBe(method)
  })

  it('tells what it decoded itself', async () => {
    const { guarded, questions } = start(() => true)
    await guarded.call('sendrawtransaction', `["${HEX}"]`)
    expect(questions).toEqual([
      {
        message: 'Send this transaction?',
        detail: '1.25000000 to RSomebody\n8.74990000 to ROwnAddress (yours)\nFee: 0.00010000',
        agree: 'Send',
      },
    ])
  })

  it('asks nothing about calls that only look, and none of them waits for an answer', async () => {
    const { guarded, questions } = start(() => new Promise(() => undefined))
    void guarded.call('sendtoaddress', '["RSomebody",5]')
    expect(await guarded.call('getbalance', '[]')).toBe('"done"')
    await expect(guarded.call('exportwallet', '[]')).rejects.toThrow('Another question is waiting for an answer')
    expect(questions).toHaveLength(1)
  })

  it('does nothing on a chain that was put in the place of another meanwhile', async () => {
    const test = start(() => {
      test.show('b')
      return true
    })
    await expect(test.guarded.call('sendtoaddress', '["RSomebody",5]')).rejects.toThrow('Another chain is shown by now')
    expect(test.calls).not.toContain('sendtoaddress')
  })

  it.each(['', '{}', '[5]', '[', '[{"a":1}]'])('broadcasts nothing for parameters %j', async (params) => {
    const { guarded, calls, questions } = start(() => true)
    await expect(guarded.call('sendrawtransaction', params)).rejects.toBeInstanceOf(RpcError)
    expect([calls, questions]).toEqual([[], []])
  })

  it('passes on why a transaction cannot be read', async () => {
    const guarded = askFirst(
      {
        call: () => Promise.reject(new RpcError(RPC_ERROR.DESERIALIZATION, 'TX decode failed')),
        onEvent: () => () => undefined,
      },
      { ask: async () => true, shown: () => 'a' },
    )
    await expect(guarded.call('sendrawtransaction', '["00"]')).rejects.toThrow('TX decode failed')
  })

  it('leaves out no method that sends what a wallet has', () => {
    const sending = Object.keys(methods).filter((name) => /^(send|dump|export)/.test(name))
    const asked = ASKED.map(([method]) => method)
    expect(sending.filter((name) => !asked.includes(name))).toEqual([])
  })
})
