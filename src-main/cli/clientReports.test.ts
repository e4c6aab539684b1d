import { describe, expect, it } from 'vitest'
import { RpcError } from '#shared/errors.ts'
import { type JsonValue, parseJson, stringifyJson } from '#shared/json.ts'
import type { MakeCall } from './clientCall.ts'
import { callGenerate } from './clientGenerate.ts'
import { callGetInfo } from './clientGetInfo.ts'
import { callNetInfo } from './clientNetInfo.ts'

/** A node that answers with these JSON texts, and with an error to every other call. */
function nodeWith(replies: Readonly<Record<string, string>>, calls: string[] = []): MakeCall {
  return (method, paramsText = '[]') => {
    calls.push(`${method}${paramsText}`)
    const reply = replies[method]
    return reply === undefined
      ? Promise.reject(new RpcError(-32601, 'Method not found'))
      : Promise.resolve(parseJson(reply))
  }
}

const NETWORK = {
  version: 2001526,
  subversion: '/MagicBean:0.9.0-beta1/',
  protocolversion: 170013,
  localservices: '0000000030000005',
  timeoffset: 0,
  networks: [
    { name: 'ipv4', reachable: true, proxy: '127.0.0.1:9050' },
    { name: 'ipv6', reachable: true, proxy: '127.0.0.1:9050' },
    { name: 'onion', reachable: false, proxy: '' },
    { name: '', reachable: true, proxy: '' },
  ],
  localaddresses: [] as object[],
  warnings: '',
}
const network = (change: object = {}) =>
  JSON.stringify({ ...NETWORK, ...change, relayfee: 'RELAYFEE' }).replace('"RELAYFEE"', '0.00000100')
const chain = (progress: number, name = 'regtest') =>
  `{"chain":"${name}","blocks":7,"headers":9,"difficulty":1.000000000000000001,"verificationprogress":${progress}}`

describe('callGetInfo', () => {
  const replies = {
    getinfo: '{"name":"DEMO"}',
    getblockchaininfo: chain(1),
    getnetworkinfo: network(),
    getpeerinfo: '[{"inbound":true},{"inbound":false},{"inbound":false}]',
    getwalletinfo: '{"balance":1000.00000000,"keypoolsize":100,"paytxfee":0.00000000}',
  }

  it('prints the state in the layout of Bitcoin Core’s client, with numbers as the node wrote them', async () => {
    expect(await callGetInfo(nodeWith(replies), [])).toBe(`Chain: regtest
Blocks: 7
Headers: 9
Verification progress: 100.0000%
Difficulty: 1.000000000000000001

Network: in 1, out 2, total 3
Version: 2001526
Time offset (s): 0
Proxies: 127.0.0.1:9050 (ipv4, ipv6)
Min tx relay fee rate (DEMO/kB): 0.00000100

Wallet: ""
Keypool size: 100
Transaction fee rate (-paytxfee) (DEMO/kB): 0.00000000

Balance: 1000.00000000

Warnings: (none)`)
  })

  it('shows a bar during synchronisation, and when an encrypted wallet locks', async () => {
    const wallet = '{"balance":0.00000000,"keypoolsize":1,"unlocked_until":1700000000,"paytxfee":0.00000000}'
    const text = await callGetInfo(nodeWith({ ...replies, getblockchaininfo: chain(0.43), getwalletinfo: wallet }), [])
    expect(text).toContain('Verification progress: ▒▒▒▒▒▒▒▒▒░░░░░░░░░░░ 43.0000%\n')
    expect(text).toContain('Keypool size: 1\nUnlocked until: 1700000000\nTransaction fee rate')
  })

  it('leaves the wallet out if the node has none, and replaces control characters in warnings', async () => {
    const { getwalletinfo: _, ...others } = replies
    const text = await callGetInfo(
      nodeWith({ ...others, getnetworkinfo: network({ networks: [], warnings: 'old\u001b[2J' }) }),
      [],
    )
    expect(text).not.toMatch(/Wallet|Balance/)
    expect(text).toContain('\nProxies: n/a\n')
    expect(text).toMatch(/\n\nWarnings: old\[U\+001B\]\[2J$/)
  })

  it('rejects arguments, and passes on an error of the node', async () => {
    await expect(callGetInfo(nodeWith(replies), ['x'])).rejects.toThrow('-getinfo takes no arguments')
    await expect(callGetInfo(nodeWith({}), [])).rejects.toThrow('Method not found')
  })
})

describe('callNetInfo', () => {
  const NOW = 1_700_000_000
  const context = { version: '1.2.3', now: NOW }
  const peer = (change: object) => ({
    id: 1,
    addr: '203.0.113.5:7770',
    network: 'ipv4',
    services: '0000000000000005',
    lastsend: NOW - 3,
    lastrecv: NOW,
    conntime: NOW - 600,
    pingtime: 0.25,
    minping: 0.2,
    version: 170013,
    subver: '/MagicBean:0.9.0-beta1/',
    inbound: false,
    addr_processed: 1000,
    addr_rate_limited: 0,
    ...change,
  })
  const PEERS = [
    peer({}),
    peer({ id: 2, minping: 0.1, pingtime: 5_000, lastsend: 0, addr_rate_limited: 12 }),
    peer({
      id: 13,
      inbound: true,
      network: 'unroutable',
      addr: '127.0.0.1:50000',
      minping: 0,
      pingtime: 0,
      version: 0,
      subver: '',
    }),
  ]
  const TOTALS = `         ipv4    ipv6     npr   total
in          0       0       1       1
out         2       0       0       2
total       2       0       1       3`
  const netinfo = (words: readonly string[], change: Readonly<Record<string, string>> = {}) =>
    callNetInfo(
      nodeWith({
        getblockchaininfo: chain(1),
        getnetworkinfo: network(),
        listpeers: JSON.stringify(PEERS),
        ...change,
      }),
      words,
      context,
    )

  it('prints totals by direction and network', async () => {
    expect(await netinfo([])).toBe(`Chainwright client v1.2.3 regtest - server 170013/MagicBean:0.9.0-beta1/

${TOTALS}

Local addresses: n/a`)
  })

  it('lists peers, inbound ones first, then by shortest ping', async () => {
    expect(
      await netinfo(['1']),
    ).toBe(`Chainwright client v1.2.3 regtest - server 170013/MagicBean:0.9.0-beta1/ - services nbsa

<->   net  serv  mping   ping send recv  addrp  addrl   age  id
 in   npr    nb                  3    0   1000           10  13
out  ipv4    nb    100      -         0   1000     12    10   2
out  ipv4    nb    200    250    3    0   1000           10   1
                    ms     ms  sec  sec                 min

${TOTALS}

Local addresses: n/a`)
  })

  it('adds addresses and versions at higher levels', async () => {
    const [, , ...addresses] = (await netinfo(['2', 'outonly'])).split('\n')
    expect(addresses.slice(0, 3)).toEqual([
      '<->   net  serv  mping   ping send recv  addrp  addrl   age  id address',
      'out  ipv4    nb    100      -         0   1000     12    10   2 203.0.113.5:7770',
      'out  ipv4    nb    200    250    3    0   1000           10   1 203.0.113.5:7770',
    ])
    const both = (await netinfo(['9'])).split('\n')
    expect(both[2]).toMatch(/ id address {10}version$/)
    expect(both[3]).toMatch(/ 13 127\.0\.0\.1:50000$/)
    expect(both[4]).toMatch(/ 2 203\.0\.113\.5:7770 170013\/MagicBean:0\.9\.0-beta1\/$/)
    expect((await netinfo(['3'])).split('\n')[4]).toMatch(/ {3}2 170013\/MagicBean:0\.9\.0-beta1\/$/)
  })

  it('uses getpeerinfo of nodes without listpeers', async () => {
    const peers = [
      { addr: '[2001:db8::1]:7770', inbound: true },
      { addr: 'abc.onion:7770', inbound: false },
    ]
    const call = nodeWith({
      getblockchaininfo: chain(1, 'main'),
      getnetworkinfo: network({ localaddresses: [{ address: '203.0.113.9', port: 7770, score: 4 }] }),
      getpeerinfo: JSON.stringify(peers),
    })
    expect(await callNetInfo(call, [], context)).toBe(`Chainwright client v1.2.3 - server 170013/MagicBean:0.9.0-beta1/

         ipv4    ipv6   onion   total
in          0       1       0       1
out         0       0       1       1
total       0       1       1       2

Local addresses
203.0.113.9     port   7770    score      4`)
  })

  it('explains itself, and rejects other arguments', async () => {
    expect(await netinfo(['help'])).toContain('-netinfo level')
    const hint = '\nFor more information, run: chainwright-cli -netinfo help'
    await expect(netinfo(['all'])).rejects.toThrow(`invalid -netinfo argument: all${hint}`)
    await expect(netinfo(['4', 'in'])).rejects.toThrow(`invalid -netinfo outonly argument: in${hint}`)
  })
})

describe('callGenerate', () => {
  const block = (script: object) => JSON.stringify({ tx: [{ vout: [{ scriptPubKey: script }] }] })
  const generate = async (words: readonly string[], script: object = { addresses: ['R1'] }) => {
    const calls: string[] = []
    const result = await callGenerate(nodeWith({ generate: '["aa","bb"]', getblock: block(script) }, calls), words)
    return { calls, text: stringifyJson(result as JsonValue) }
  }

  it('returns the blocks with the address of their reward', async () => {
    expect(await generate(['2', '1000'])).toEqual({
      calls: ['generate[2]', 'getblock["aa",2]'],
      text: '{"address":"R1","blocks":["aa","bb"]}',
    })
    expect((await generate([])).calls[0]).toBe('generate[1]')
  })

  it('returns an empty address for a script without one', async () => {
    expect((await generate([], {})).text).toBe('{"address":"","blocks":["aa","bb"]}')
  })

  it('rejects invalid arguments without mining', async () => {
    const calls: string[] = []
    for (const [words, message] of [
      [['0'], 'must be an integer value greater than zero'],
      [['x'], 'Error parsing JSON: generate: parameter 1 (numblocks) must be numeric, got "x"'],
      [['1', 'y'], '-generate: expected a whole number of tries, got "y"'],
      [['1', '2', '3'], 'too many arguments (maximum 2 for nblocks and maxtries)'],
    ] as const) {
      await expect(callGenerate(nodeWith({}, calls), words)).rejects.toThrow(message)
    }
    expect(calls).toEqual([])
  })
})
