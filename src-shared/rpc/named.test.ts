import { describe, expect, it } from 'vitest'
import { RpcError } from '../errors.ts'
import { WordError } from './args.ts'
import { methods } from './index.ts'
import { BITCOIN_NAMES, findParameter, toNamedParamsText } from './named.ts'

/** Returns the text for words, or code and message of the error. */
function named(method: string, ...words: string[]): string {
  try {
    return toNamedParamsText(method, words)
  } catch (error) {
    if (error instanceof RpcError) return `${error.code} ${error.message}`
    if (error instanceof WordError) return error.message
    throw error
  }
}

describe('findParameter', () => {
  it('finds every parameter of the contract by its name, and no two by the same name', () => {
    for (const method of Object.values(methods)) {
      method.params.forEach((param, index) => {
        const name = param.name.split('|')[0]!
        expect([method.name, name, findParameter(method, name)]).toEqual([method.name, name, index])
      })
    }
  })

  it('finds a parameter by each of its alternatives, without the remark in parentheses', () => {
    expect(findParameter(methods.getblock, 'hash')).toBe(0)
    expect(findParameter(methods.getblock, 'height')).toBe(0)
    expect(findParameter(methods.setban, 'ip')).toBe(0)
    expect(findParameter(methods.getblock, 'nosuch')).toBeUndefined()
  })

  it('ignores case and punctuation', () => {
    expect(findParameter(methods.prioritisetransaction, 'fee_delta')).toBe(2)
    expect(findParameter(methods.sendtoaddress, 'comment_to')).toBe(3)
    expect(findParameter(methods.gettransaction, 'include_watchonly')).toBe(1)
  })

  it('finds parameters by their names in Bitcoin Core', () => {
    const byName: Readonly<Record<string, (typeof methods)[keyof typeof methods]>> = methods
    for (const [name, aliases] of Object.entries(BITCOIN_NAMES)) {
      const method = byName[name]!
      for (const [alias, own] of Object.entries(aliases)) {
        expect([name, alias, method.params[findParameter(method, alias) ?? -1]?.name]).toEqual([name, alias, own])
      }
    }
  })
})

describe('toNamedParamsText', () => {
  it('puts named arguments in the positions of the contract, converted as it defines', () => {
    expect(named('getblockhash', 'index=1')).toBe('[1]')
    expect(named('getblock', 'verbosity=0', 'hash=5')).toBe('["5",0]')
    expect(named('addnode', 'node=[::1]:1', 'command=onetry')).toBe('["[::1]:1","onetry"]')
    expect(named('createrawtransaction', 'outputs={"R":0.10}', 'inputs=[]')).toBe('[[],{"R":0.10}]')
  })

  it('accepts positional arguments before and between named ones', () => {
    expect(named('getblockhash', '1')).toBe('[1]')
    expect(named('getblock', 'verbosity=2', '7')).toBe('["7",2]')
    expect(named('nosuch', 'a', 'b')).toBe('["a","b"]')
  })

  it('uses the last of equal names, and the text after the first "="', () => {
    expect(named('getblockhash', 'index=1', 'height=2')).toBe('[2]')
    expect(named('signmessage', 'address=R', 'message=a=b')).toBe('["R","a=b"]')
    expect(named('getaccountaddress', 'account=')).toBe('[""]')
  })

  it('fills omitted parameters with their defaults', () => {
    expect(named('listunspent', 'addresses=["R"]')).toBe('[1,9999999,["R"]]')
    expect(named('sendtoaddress', 'address=R', 'amount=0.1', 'subtractfeefromamount=true')).toBe('["R",0.1,"","",true]')
    expect(named('listaddresstransactions', 'address=R', 'options={}')).toBe('["R",false,{}]')
  })

  it('keeps an explicit null', () => {
    expect(named('createrawtransaction', '[]', 'outputs=null', 'expiryheight=9')).toBe('[[],null,0,9]')
  })

  it('returns an object if an omitted parameter has no default', () => {
    expect(named('getbalance', 'minconf=6')).toBe('{"minconf":6}')
  })

  it('rejects unknown names with a suggestion', () => {
    expect(named('getblockhash', 'indx=1')).toBe(
      '-8 Unknown named parameter indx\nDid you mean index? Parameters: index',
    )
    expect(named('getblockcount', 'x=1')).toBe('-8 Unknown named parameter x\ngetblockcount has no parameters')
    expect(named('getblokhash', 'index=1')).toBe('-32601 Method not found')
  })

  it('rejects a parameter that is given twice or missing', () => {
    expect(named('getblockhash', '1', 'index=2')).toBe(
      '-8 Parameter index specified twice both as positional and named argument',
    )
    expect(named('addnode', 'command=add')).toBe('-8 Missing named parameter node')
  })

  it('rejects a value that is not the required JSON', () => {
    expect(named('getblockhash', 'index=zz')).toBe(
      'Error parsing JSON: getblockhash: parameter 1 (index) must be numeric, got "zz"',
    )
  })

  it('repeats neither names nor values for a method that takes secrets', () => {
    expect(named('walletpassphrase', 'horse=battery', '60')).toBe(
      '-8 Unknown named parameter (not shown, because it may be a secret)\nParameters: passphrase, timeout',
    )
    expect(named('walletpassphrase', 'timeout=horse', 'passphrase=x')).not.toContain('horse')
  })
})
