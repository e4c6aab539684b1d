import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JsonObject, parseJson } from '#shared/json.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { defaultMempoolPolicy, Mempool } from '../../../mempool/index.ts'
import { parseTransaction, serializeTransaction } from '../../../primitives/index.ts'
import { encodeAddress, encodeWif } from '../../../script/index.ts'
import { createTestNode, silentLogger, type TestNode, testKey } from '../../../testing/index.ts'
import { fromHex, toHex } from '../../../util/index.ts'
import { createUtilHandlers } from '../util/util.ts'
import { createRawCreateHandlers } from './rawCreate.ts'
import { createRawSignHandlers } from './rawSign.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
const [A, B] = [1, 2].map((n) => encodeAddress({ type: 1, hash: testKey(n).hash })) as [string, string]

describe('texts in parameters', () => {
  let node: TestNode
  let mempool: Mempool

  beforeAll(() => {
    node = createTestNode()
    const { params, chain, verifier, clock } = node
    mempool = new Mempool(defaultMempoolPolicy(params), { params, chain, verifier, clock, logger: silentLogger })
    node.mine(2)
  })
  afterAll(() => node.close())

  describe('createrawtransaction', () => {
    const create = (outputs: string) => {
      const { createrawtransaction } = createRawCreateHandlers({ params: node.params, chain: node.chain })
      const object = parseJson(outputs) as JsonObject
      const hex = createrawtransaction({ inputs: [], outputs: object, locktime: 0n, expiryheight: undefined }, context)
      return parseTransaction(fromHex(hex as string)).vout
    }

    it('rejects a duplicate destination, also as address and script', () => {
      const text = (name: string) => `Invalid parameter, duplicated destination: ${name}`
      expect(() => create(`{"${A}":1,"${B}":2,"${A}":3}`)).toThrow(text(A))
      expect(() => create(`{"${A}":1,"${A}":1,"x":1}`)).toThrow(text(A))
      const script = toHex(testKey(1).p2pkh)
      expect(() => create(`{"${A}":1,"${script}":1}`)).toThrow(text(script))
    })

    it('creates an output per data key, each with the value of the first', () => {
      const outputs = create(`{"data":"aa","${A}":1,"data":"bb"}`)
      expect(outputs.map(({ scriptPubKey }) => toHex(scriptPubKey))).toEqual([
        '6a01aa',
        toHex(testKey(1).p2pkh),
        '6a01aa',
      ])
    })
  })

  describe('branch id of signrawtransaction', () => {
    const sign = async (branchid: string | undefined) => {
      const tx = node.pay(testKey(0), [{ value: 7n, scriptPubKey: testKey(1).p2pk }])
      const unsigned = { ...tx, vin: tx.vin.map((input) => ({ ...input, scriptSig: new Uint8Array() })) }
      const { params, chain } = node
      const { signrawtransaction } = createRawSignHandlers({ params, chain, mempool, wallet: undefined })
      const privkeys = [encodeWif({ privateKey: testKey(0).priv, compressed: true })]
      const hexstring = toHex(serializeTransaction(unsigned))
      return signrawtransaction({ hexstring, prevtxs: undefined, privkeys, sighashtype: 'ALL', branchid }, context)
    }

    it.each(['', 'zz', '  ', '0'])('selects the first branch for "%s"', async (branchid) => {
      const signed = await sign(branchid)
      expect(signed).toMatchObject({ complete: true })
      expect(signed).toEqual(await sign('0'))
      expect(signed).not.toEqual(await sign(undefined))
    })

    it.each(['1', 'ffffffffff', '76b809bbzz', '-1'])('rejects "%s" as invalid', async (branchid) => {
      await expect(sign(branchid)).rejects.toThrow(`${branchid} is not a valid consensus branch id`)
    })
  })

  describe('validateaddress', () => {
    const { validateaddress } = createUtilHandlers({ wallet: undefined })
    const plain = validateaddress({ komodoaddress: A }, context)

    it('ignores spaces around an address and text after a NUL, and returns only the address', () => {
      expect(plain).toMatchObject({ isvalid: true, address: A })
      for (const text of [` ${A}`, `${A} `, `\t\n ${A}\r\v\f`, `${A}\0`, ` ${A} \0 anything`]) {
        expect(validateaddress({ komodoaddress: text }, context)).toEqual(plain)
      }
    })

    it('rejects an address with inner spaces or a preceding NUL', () => {
      for (const text of ['', ' ', '\0', `\0${A}`, `${A} ${A}`, `${A.slice(0, 5)} ${A.slice(5)}`, `${A}x`]) {
        expect(validateaddress({ komodoaddress: text }, context)).toEqual({ isvalid: false })
      }
    })
  })
})
