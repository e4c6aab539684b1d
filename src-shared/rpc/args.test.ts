import { describe, expect, it } from 'vitest'
import { RpcError } from '../errors.ts'
import { type JsonValue, NumberLiteral, parseJson } from '../json.ts'
import { encodeParams, parseParams, redactParams, toParamsText, WordError } from './args.ts'
import { methodHelp } from './help.ts'
import { type MethodName, methods } from './index.ts'

const MAX_MONEY = 10n ** 17n

function parsed(name: MethodName, params: string): unknown {
  try {
    return parseParams(methods[name], parseJson(params) as JsonValue[], { maxMoney: MAX_MONEY })
  } catch (error) {
    if (error instanceof RpcError) return `${error.code} ${error.message}`
    throw error
  }
}

describe('parseParams', () => {
  it('returns values by name with defaults filled in', () => {
    expect(parsed('getbalance', '[]')).toEqual({ account: undefined, minconf: 1, includeWatchonly: false })
    expect(parsed('sendtoaddress', '["R", 0.1]')).toEqual({
      address: 'R',
      amount: 10_000_000n,
      comment: '',
      'comment-to': '',
      subtractfeefromamount: false,
    })
  })

  it('rejects parameters that are too long to process without a pause', () => {
    const long = (length: number) => 'f'.repeat(length)
    expect(parsed('validateaddress', `["${long(999_992)}"]`)).toEqual({ komodoaddress: long(999_992) })
    const refused = (length: number) => `-8 The parameters are longer than ${length} characters`
    expect(parsed('validateaddress', `["${long(999_993)}"]`)).toBe(refused(1_000_000))
    expect(parsed('decodescript', `["${long(400_000)}"]`)).toBe(refused(400_000))
    expect(parsed('getaddressbalance', `[{"${long(1_000_000)}":1}]`)).toBe(refused(1_000_000))
    expect(parsed('createmultisig', `[1,[${'[],'.repeat(200_000)}1]]`)).toBe(refused(1_000_000))
    expect(parsed('submitblock', `["${long(8_388_608)}"]`)).toMatchObject({ hexdata: long(8_388_608) })
  })

  it('rejects a wrong number of parameters with the help text', () => {
    expect(parsed('getblockhash', '[1,2]')).toBe(`-1 ${methodHelp(methods.getblockhash)}`)
    expect(parsed('getblockhash', '[]')).toBe(`-1 ${methodHelp(methods.getblockhash)}`)
    expect(parsed('tokentransfer', '["x"]')).toBe('-1 tokentransfer tokenid destpubkey amount\n')
    expect(parsed('tokencreate', '["x"]')).toBe('-1 tokencreate name supply [description][data]\n')
  })

  // Replies recorded from the reference.
  it.each<[MethodName, string, string]>([
    ['getblockhash', '[1.5]', '-1 JSON integer out of range'],
    ['getblockhash', '[null]', '-1 JSON value is not an integer as expected'],
    ['getblockhash', '[3000000000]', '-1 JSON integer out of range'],
    ['generate', '["1"]', '-1 JSON value is not an integer as expected'],
    ['getblock', '[5]', '-1 JSON value is not a string as expected'],
    ['getblock', '["0", 1.5]', '-1 JSON integer out of range'],
    ['getblock', '["0", "1"]', '-1 JSON value is not a boolean as expected'],
    ['getblockheader', '["zz", 1]', '-1 JSON value is not a boolean as expected'],
    ['getrawtransaction', '["zz"]', "-8 parameter 1 must be hexadecimal string (not 'zz')"],
    ['getrawtransaction', '[""]', "-8 parameter 1 must be hexadecimal string (not '')"],
    ['getrawtransaction', '["ab", true]', '-1 JSON value is not an integer as expected'],
    ['gettxout', '[5, 0]', '-1 JSON value is not a string as expected'],
    ['gettxout', '["ab", 0, "x"]', '-1 JSON value is not a boolean as expected'],
    ['sendrawtransaction', '[5]', '-3 Expected type string, got number'],
    ['sendrawtransaction', '["00", "x"]', '-3 Expected type bool, got string'],
    ['listunspent', '["x"]', '-3 Expected type number, got string'],
    ['listunspent', '[1, 2, "x"]', '-3 Expected type array, got string'],
    ['setmocktime', '["x"]', '-3 Expected type number, got string'],
    ['createrawtransaction', '["x", {}]', '-3 Expected type array, got string'],
    ['createrawtransaction', '[[], []]', '-3 Expected type object, got array'],
    ['decodescript', '["abc"]', "-8 argument must be hexadecimal string (not 'abc')"],
    ['signrawtransaction', '["zz"]', "-8 argument 1 must be hexadecimal string (not 'zz')"],
    ['sendtoaddress', '["R", -1]', '-3 Amount out of range'],
    ['sendtoaddress', '["R", "x"]', '-3 Invalid amount'],
    ['sendtoaddress', '["R", 1000000000000.0]', '-3 Invalid amount'],
    ['sendtoaddress', '["R", 1000000001]', '-3 Amount out of range'],
    ['sendtoaddress', '["R", true]', '-3 Amount is not a number or string'],
    ['tokenbalance', '[]', '-1 JSON value is not a string as expected'],
    // Replies of heir and dice methods are not recorded, but specified in heir.md §6 and dice.md §5.
    ['heiraddress', '[]', '-1 JSON value is not a string as expected'],
    ['heiraddress', '["a", "b"]', '-1 heiraddress pubkey\n'],
    ['dicestatus', '["a"]', '-1 dicestatus name fundingtxid bettxid\n'],
    ['validateaddress', '[5]', '-1 JSON value is not a string as expected'],
  ])('%s with the parameters %s fails with %s', (name, params, answer) => {
    expect(parsed(name, params)).toBe(answer)
  })

  it('accepts numbers for string parameters of contract methods, as their source text', () => {
    expect(parsed('tokentransfer', '["ab", "cd", 1]')).toMatchObject({ amount: '1' })
    expect(parsed('tokencreate', '[5, 1.50]')).toMatchObject({ name: '5', supply: '1.50', description: '' })
    expect(parsed('tokentransfer', '["ab", "cd", true]')).toBe('-1 JSON value is not a string as expected')
  })

  it('reads hashes like the reference', () => {
    expect(parsed('getblockheader', '["zz"]')).toMatchObject({ hash: '0'.repeat(64) })
    expect(parsed('getblockheader', '[" 0xABzz"]')).toMatchObject({ hash: 'ab'.padStart(64, '0') })
    expect(parsed('getrawtransaction', `["${'AB'.repeat(33)}"]`)).toMatchObject({ txid: 'ab'.repeat(32) })
  })

  it('accepts null for an omitted parameter only as the reference does, and in methods of its own', () => {
    expect(parsed('signrawtransaction', '["00", null, null]')).toMatchObject({ prevtxs: undefined, sighashtype: 'ALL' })
    expect(parsed('createrawtransaction', '[null, {}]')).toMatchObject({ inputs: undefined })
    expect(parsed('tokensummary', '[null, 5]')).toEqual({ limit: 100, offset: 5 })
    expect(parsed('getbalance', '[null]')).toBe('-1 JSON value is not a string as expected')
  })

  it('checks the range of parameters of its own methods', () => {
    expect(parsed('getrecentblocks', '[0]')).toBe('-8 Invalid parameter, count must be between 1 and 1000')
    expect(parsed('tokensummary', '[1, -1]')).toBe('-8 Invalid parameter, offset must be at least 0')
  })
})

describe('encodeParams', () => {
  it('writes null for an omitted parameter before a given one, so that the server applies the default', () => {
    const text = encodeParams('explaintransaction', { transaction: 'ab', payer: ['R'] })
    expect(text).toBe('["ab",null,["R"]]')
    expect(parsed('explaintransaction', text)).toEqual({ transaction: 'ab', before: undefined, payer: ['R'] })
  })

  it('writes named values at their positions and stops after the last one', () => {
    expect(encodeParams('getblockcount', {})).toBe('[]')
    expect(encodeParams('getbalance', {})).toBe('[]')
    expect(encodeParams('listtransactions', { count: 5 })).toBe('["*",5]')
    expect(encodeParams('tokensummary', { offset: 20 })).toBe('[100,20]')
    expect(encodeParams('getblock', { 'hash|height': '0', verbosity: 2 })).toBe('["0",2]')
  })

  it('writes satoshis as coins, and numbers for contracts as strings', () => {
    expect(encodeParams('sendtoaddress', { address: 'R', amount: 12_345n })).toBe('["R",0.00012345]')
    expect(encodeParams('sendtoaddress', { address: 'R', amount: '0.1' })).toBe('["R","0.1"]')
    expect(encodeParams('tokentransfer', { tokenid: 'a', destpubkey: 'b', amount: 5n })).toBe('["a","b","5"]')
  })

  it('writes a text that the server parses back', () => {
    const text = encodeParams('signrawtransaction', { hexstring: '00', sighashtype: 'NONE' })
    expect(text).toBe('["00",null,null,"NONE"]')
    expect(parsed('signrawtransaction', text)).toMatchObject({ sighashtype: 'NONE', privkeys: undefined })
  })
})

describe('paramsOfWords', () => {
  it('parses JSON arguments and sends the others as strings', () => {
    expect(toParamsText('getblock', ['5', '2'])).toBe('["5",2]')
    expect(toParamsText('tokencreate', ['5', '1.50', 'null'])).toBe('["5","1.50","null"]')
    expect(toParamsText('sendtoaddress', ['R', '0.10', 'a b'])).toBe('["R",0.10,"a b"]')
    expect(toParamsText('nosuchmethod', ['1', '{}'])).toBe('["1","{}"]')
  })

  it('accepts bare text or JSON if the method accepts both', () => {
    expect(toParamsText('getaddressbalance', ['RWPg'])).toBe('["RWPg"]')
    expect(toParamsText('getaddressbalance', ['"RWPg"'])).toBe('["RWPg"]')
    expect(toParamsText('getaddressbalance', ['{"addresses":["RWPg"]}'])).toBe('[{"addresses":["RWPg"]}]')
    expect(() => toParamsText('getaddressbalance', ['{"addresses'])).toThrow('Error parsing JSON')
  })

  it('rejects an argument that is not JSON if JSON is required', () => {
    expect(() => toParamsText('getblockhash', ['zz'])).toThrow(
      new WordError('Error parsing JSON: getblockhash: parameter 1 (index) must be numeric, got "zz"'),
    )
    expect(() => toParamsText('getblockhash', ['z'.repeat(100)])).toThrow(`got "${'z'.repeat(60)}…"`)
  })

  it('never repeats an argument that may be a secret', () => {
    expect(() => toParamsText('walletpassphrase', ['60', 'horse'])).toThrow(
      new WordError(
        'Error parsing JSON: walletpassphrase: parameter 2 (timeout) must be numeric; its value is not shown, because it may be a secret',
      ),
    )
    expect(toParamsText('walletpassphrase', ['(hidden)', '(hidden)'])).toBe('["(hidden)","(hidden)"]')
  })

  // Table of the stock client (rpc.md §2), for the methods that exist here. Every other position is a string.
  it('converts the same parameters as the stock client', () => {
    const stock: Partial<Record<MethodName, number[]>> = {
      stop: [0],
      setmocktime: [0],
      getaddednodeinfo: [0],
      setban: [2, 3],
      generate: [0],
      settxfee: [0],
      createmultisig: [0, 1],
      getreceivedbyaccount: [1],
      listaccounts: [0, 1],
      listreceivedbyaccount: [0, 1, 2],
      move: [2, 3],
      sendfrom: [2, 3],
      addmultisigaddress: [0, 1],
      importaddress: [2],
      getreceivedbyaddress: [1],
      listreceivedbyaddress: [0, 1, 2],
      listsinceblock: [1, 2],
      sendmany: [1, 2, 4],
      lockunspent: [0, 1],
      keypoolrefill: [0],
      walletpassphrase: [1],
      setgenerate: [0, 1],
      getlastsegidstakes: [0],
      getblocksubsidy: [0],
      getblocktemplate: [0],
      gettxoutproof: [0],
      verifychain: [0, 1],
      getnotarysendmany: [0],
      getnetworkhashps: [0, 1],
      getnetworksolps: [0, 1],
      estimatefee: [0],
      estimatepriority: [0],
      prioritisetransaction: [1, 2],
      sendtoaddress: [1, 4],
      getbalance: [1, 2],
      getblockhash: [0],
      listtransactions: [1, 2, 3],
      listunspent: [0, 1, 2],
      getblock: [1],
      getblockheader: [1],
      gettransaction: [1],
      getrawtransaction: [1],
      createrawtransaction: [0, 1, 2, 3],
      signrawtransaction: [1, 2],
      sendrawtransaction: [1],
      gettxout: [1, 2],
      importprivkey: [2, 3, 4],
      getrawmempool: [0],
      getblockhashes: [0, 1, 2],
      getspentinfo: [0],
      getaddresstxids: [0],
      getaddressbalance: [0],
      getaddressdeltas: [0],
      getaddressutxos: [0],
      getaddressmempool: [0],
      getNotarisationsForBlock: [0],
      getchaintxstats: [0],
    }
    for (const method of Object.values(methods)) {
      if ('beyondReference' in method.flags) continue
      const json = method.params.flatMap((param, index) => (param.traits.cli === 'string' ? [] : [index]))
      expect([method.name, json]).toEqual([method.name, stock[method.name] ?? []])
    }
  })
})

describe('redactParams', () => {
  it('hides keys at their own position', () => {
    expect(redactParams('importprivkey', '["Uw8F", "", false]')).toBe('["(hidden)","(hidden)",false]')
    expect(redactParams('signrawtransaction', '["00", [], ["Uw8F"]]')).toBe('["00",[],"(hidden)"]')
    expect(redactParams('getblock', '["0", 1.0]')).toBe('["0", 1.0]')
  })

  it('hides keys at the position of another parameter', () => {
    expect(redactParams('importprivkey', '["label", "Uw8F"]')).toBe('["(hidden)","(hidden)"]')
    expect(redactParams('unlockwallet', '["60", 1234]')).toBe('["(hidden)","(hidden)"]')
    expect(redactParams('signrawtransaction', '["Uw8F"]')).toBe('["(hidden)"]')
    expect(redactParams('signrawtransaction', '["00", ["Uw8F"], [], "Uw8F"]')).toBe(
      '["00","(hidden)","(hidden)","(hidden)"]',
    )
    expect(redactParams('signrawtransaction', '["00", null]')).toBe('["00", null]')
    expect(redactParams('setphrase', '["abandon", "zoo", 3, {"zoo": 1}]')).not.toMatch(/zoo|3/)
  })

  it('hides everything if the parameters cannot be parsed', () => {
    expect(redactParams('importprivkey', '["Uw8F')).toBe('(hidden)')
    expect(redactParams('importprivkey', '{"a":"Uw8F"}')).toBe('(hidden)')
  })
})

describe('exact numbers', () => {
  it('reach a handler in their source text', () => {
    expect(parsed('createrawtransaction', '[[1.10], {}]')).toMatchObject({ inputs: [new NumberLiteral('1.10')] })
  })
})
