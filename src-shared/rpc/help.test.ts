import { describe, expect, it } from 'vitest'
import { parseJson } from '../json.ts'
import { completeConsole } from './complete.ts'
import { helpText, methodHelp, snippets, usageLine } from './help.ts'
import { methods } from './index.ts'

describe('helpText', () => {
  it('lists usage lines by category and name, without hidden methods', () => {
    const sections = helpText().split('\n\n')
    expect(sections.map((section) => section.split('\n')[0])).toEqual([
      '== Addressindex ==',
      '== Blockchain ==',
      '== Contracts ==',
      '== Control ==',
      '== Faucet ==',
      '== Mining ==',
      '== Network ==',
      '== Rawtransactions ==',
      '== Tokens ==',
      '== Util ==',
      '== Wallet ==',
      '== Not in this program ==',
    ])
    for (const section of sections.slice(0, -1)) {
      const [, ...lines] = section.split('\n')
      const names = lines.map((line) => line.split(' ')[0])
      expect(names).toEqual(names.toSorted())
    }
    expect(helpText()).toContain('\ngettxout "txid" n ( includemempool )\n')
    expect(helpText()).not.toContain('invalidateblock')
  })

  it('explains a known method, and names an unknown one', () => {
    expect(helpText('getblockhash')).toBe(methodHelp(methods.getblockhash))
    expect(helpText('nosuch')).toBe('help: unknown command: nosuch')
    expect(helpText('constructor')).toBe('help: unknown command: constructor')
  })

  it('shows arguments, result, errors and examples', () => {
    expect(helpText('getblockhash')).toBe(`getblockhash index

Returns the hash of the block at a height of the active chain.

Arguments:
1. index  (numeric, required) height

Result:
"..."  (string) hash of the block at this height

Errors:
-8  Block height out of range  (the active chain has no such block)

Examples:
> chainwright-cli getblockhash 0
> curl --user myusername --data-binary '{"jsonrpc":"1.0","id":"curltest","method":"getblockhash","params":[0]}' -H 'content-type: text/plain;' http://127.0.0.1:<rpcport>/
`)
  })

  it('shows the shape of nested results', () => {
    const text = helpText('gettxout')
    expect(text).toContain('null  (null)')
    expect(text).toContain('  "scriptPubKey": {  (object)\n    "asm": "..."  (string) disassembled script\n')
    expect(text).toContain(
      '"reqSigs": n  (numeric) signatures needed; not for nulldata and nonstandard, may be missing',
    )
  })
})

describe('usageLine', () => {
  it('returns the reference’s line if a contract method defines one', () => {
    expect(usageLine(methods.tokencreate)).toBe('tokencreate name supply [description][data]')
    expect(usageLine(methods.getnewaddress)).toBe('getnewaddress ( "account" )')
  })
})

describe('snippets', () => {
  it('formats a call for a shell, for curl and for TypeScript', () => {
    const spelled = snippets('tokencreate', '["it\'s","1.50","d"]', {
      rpcAddress: '127.0.0.1:7777',
      cliOptions: '-ac_name=SANDBOX -regtest',
    })
    expect(spelled.cli).toBe(`chainwright-cli -ac_name=SANDBOX -regtest tokencreate 'it'\\''s' 1.50 d`)
    expect(spelled.curl).toContain('http://127.0.0.1:7777/')
    expect(spelled.typescript).toBe(String.raw`await client.callText("tokencreate", "[\"it's\",\"1.50\",\"d\"]")`)
  })

  it('leaves a text unquoted if the parameter also accepts JSON, unless it begins like JSON', () => {
    const spelled = (params: string) => snippets('getaddressbalance', params).cli
    expect(spelled('["RWPg"]')).toBe('chainwright-cli getaddressbalance RWPg')
    expect(spelled('["[RWPg"]')).toBe(`chainwright-cli getaddressbalance '"[RWPg"'`)
    expect(spelled('[{"addresses":["RWPg"]}]')).toBe(`chainwright-cli getaddressbalance '{"addresses":["RWPg"]}'`)
  })

  it('keeps the source text of numbers', () => {
    expect(snippets('sendtoaddress', '["R",0.10]').cli).toBe('chainwright-cli sendtoaddress R 0.10')
    expect(parseJson('0.10')).toMatchObject({ text: '0.10' })
  })
})

describe('completeConsole', () => {
  const offered = (line: string) => completeConsole(line, line.length).suggestions.map(({ text }) => text)

  it('offers methods by prefix, otherwise by a part of the name', () => {
    expect(offered('getblockc')).toEqual(['getblockchaininfo', 'getblockcount'])
    expect(offered('tunspent')).toEqual(['listunspent'])
    expect(offered('')).toContain('tokencreate')
    expect(offered('help tokentransf')).toEqual(['tokentransfer'])
    expect(offered('nosuch x')).toEqual([])
  })

  it('offers unsupported methods last, and ignores case in the order', () => {
    const all = offered('')
    expect(all.slice(0, 2)).toEqual(['addmultisigaddress', 'addnode'])
    const others = all.filter((name) => !/^(FSM|auction|importgateway(?!ddress)|kv|lotto|tokenconvert)/.test(name))
    expect(all.slice(0, others.length)).toEqual(others)
    expect(offered('import').indexOf('importgatewaybind')).toBeGreaterThan(offered('import').indexOf('importwallet'))
  })

  it('returns the part of the line to replace', () => {
    expect(completeConsole('  getbl', 7)).toMatchObject({ from: 2, to: 7 })
    expect(completeConsole('getblock ', 9)).toMatchObject({ from: 9, to: 9 })
  })

  it('explains the parameter at the cursor', () => {
    expect(completeConsole('getblock', 8).hint).toBeUndefined()
    expect(completeConsole('getblock ', 9).hint).toMatchObject({ index: 0, param: { name: 'hash|height' } })
    expect(completeConsole('getblock 5 ', 11).hint).toMatchObject({ index: 1, param: { name: 'verbosity' } })
    expect(completeConsole('getblock 5 2 3', 14).hint).toMatchObject({ index: 2, param: undefined })
    expect(completeConsole('tokencreate "my tok', 19).hint).toMatchObject({ index: 0 })
  })

  it('offers true and false for a boolean', () => {
    expect(offered('setautomine ')).toEqual(['true', 'false'])
    expect(offered('getrawmempool t')).toEqual(['true'])
  })
})
