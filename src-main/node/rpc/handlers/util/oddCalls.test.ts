import { describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { encodeTokenCreate, encodeTokenTransfer, PAYLOAD_NFT } from '../../../contracts/tokens/codec.ts'
import { readVector } from '../../../testing/index.ts'
import { fromHex, toHex } from '../../../util/index.ts'
import { createAgamaHandlers } from '../../../wallet/rpc/agama.ts'
import { createEraHandlers } from '../control/eras.ts'
import { createContractDataHandlers } from './contractData.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }

/** Returns komodod's recorded replies to a method. */
function recorded(method: string): readonly { readonly params: readonly string[]; readonly result: unknown }[] {
  const lines = readVector('regtest/transcript.jsonl').split('\n')
  return lines
    .filter((line) => line.includes(`"method":"${method}"`))
    .map((line) => JSON.parse(line))
    .map(({ params, response_raw: raw }) => ({ params, result: JSON.parse(raw).result }))
}

describe('decodeccopret', () => {
  const decode = (scriptPubKey: string) => createContractDataHandlers().decodeccopret({ scriptPubKey }, context)
  const script = (data: Uint8Array) => `6a4c${data.length.toString(16).padStart(2, '0')}${toHex(data)}`

  it('returns the recorded replies of komodod', () => {
    const calls = recorded('decodeccopret')
    expect(calls).toHaveLength(2)
    for (const { params, result } of calls) expect(decode(params[0]!)).toEqual(result)
  })

  it('returns contract and function of any data, up to the first character that is not hex', () => {
    const named = (eval_code: string, letter: string) => ({
      result: 'success',
      OpRets: [{ eval_code, function: letter }],
    })
    expect(decode('6a03e44600zz')).toEqual(named('EVAL_FAUCET', 'F'))
    expect(decode('6a 02 e5 00')).toEqual(named('EVAL_REWARDS', ''))
    expect(decode('6a021541')).toEqual(named('0x15', 'A'))
    expect(decode('6a01e4')).toMatchObject({ result: 'error' })
    expect(decode('')).toMatchObject({ result: 'error' })
  })

  it('decodes further data of a token only with a length prefix', () => {
    const key = fromHex(`02${'11'.repeat(32)}`)
    const tokenId = new Uint8Array(32).fill(7)
    const held = (hex: string) =>
      decode(script(encodeTokenTransfer({ tokenId, pubkeys: [key], payloads: [{ id: 0x81, blob: fromHex(hex) }] })))
    const token = { eval_code: 'EVAL_TOKENS', function: 't' }
    expect(held('03e34100')).toEqual({
      result: 'success',
      OpRets: [token, { eval_code: 'EVAL_ASSETS', function: 'A' }],
    })
    expect(held('01e3')).toMatchObject({ result: 'error' })
    expect(held('e34100')).toBe(0)
    const name = new TextEncoder().encode('A')
    const nft = encodeTokenCreate({
      ...{ owner: key, name, description: name, payloads: [{ id: PAYLOAD_NFT, blob: fromHex('f101') }] },
    })
    expect(decode(script(nft))).toBe(0)
  })
})

describe('convertpassphrase', () => {
  const convert = (agamapassphrase: string) =>
    createAgamaHandlers().convertpassphrase({ agamapassphrase }, context) as { readonly wif: string }

  it('returns the recorded reply of komodod', () => {
    const [call] = recorded('convertpassphrase')
    expect(convert(call!.params[0]!)).toEqual(call!.result)
  })

  it('accepts a private key in WIF', () => {
    const { wif, ...rest } = convert('my phrase')
    expect(convert(wif)).toEqual({ ...rest, agamapassphrase: wif, wif })
  })
})

describe('eras of the staked test chains', () => {
  const SECOND_ERA = 1_572_523_201
  const AFTER_ALL = 1_704_244_445
  const times = [1, 2, SECOND_ERA, SECOND_ERA + 1, AFTER_ALL, AFTER_ALL, AFTER_ALL]
  const at = (now: number) =>
    createEraHandlers({
      clock: { now: () => now },
      chain: {
        tip: () => ({ height: times.length - 1 }) as never,
        byHeight: (height: number) => ({ time: times[height] }) as never,
      },
    })

  it('start at the first block after the end of the previous era', async () => {
    expect(await at(0).geterablockheights({}, context)).toEqual(new Map([...Object.entries({ '1': 1, '2': 2 })]))
  })

  it('list notaries whose addresses match the comments of komodod’s list', () => {
    expect(at(0).getiguanajson({}, context)).toMatchObject({ port: 9333, BTCminsigs: 13, minsigs: 7 })
    const first = at(0).getnotarysendmany({ amount: 10 }, context) as ReadonlyMap<string, number>
    expect([first.size, first.get('RTcYRJ6WopYkUqcmksyjxoV1CueYyqxFuk')]).toEqual([22, 10])
    expect((at(SECOND_ERA).getnotarysendmany({ amount: 0 }, context) as ReadonlyMap<string, number>).size).toBe(24)
    expect((at(AFTER_ALL).getnotarysendmany({ amount: 0 }, context) as ReadonlyMap<string, number>).size).toBe(22)
  })
})
