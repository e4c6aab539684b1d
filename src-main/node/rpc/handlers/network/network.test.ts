import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseJson, stringifyJson } from '#shared/json.ts'
import { parseParams } from '#shared/rpc/args.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { type Handlers, type Methods, methods } from '#shared/rpc/index.ts'
import { chainParamsFromArgs } from '../../../consensus/index.ts'
import type { PeerDetails, PeerNetwork } from '../../../core/index.ts'
import { BanList } from '../../../p2p/bans/index.ts'
import { NoNetwork, openNetworkDatabase } from '../../../p2p/index.ts'
import { ipFromText } from '../../../p2p/wire/index.ts'
import { silentLogger, TEST_ARGS } from '../../../testing/index.ts'
import { createNetworkHandlers } from './network.ts'
import { createNetworkViewHandlers } from './networkViews.ts'

const NOW = 1_700_000_000
const DAY = 86_400
const context: CallContext = { signal: new AbortController().signal, transport: 'http' }

const peer = (id: number, ip: string, more: Partial<PeerDetails> = {}): PeerDetails => ({
  id,
  addr: `${ip}:8233`,
  addrLocal: undefined,
  ip: ipFromText(ip),
  network: 'ipv4',
  inbound: false,
  whitelisted: false,
  services: 0x30000005n,
  version: 170_013,
  userAgent: '/MagicBean:0.9.0-beta1/',
  startingHeight: 7,
  connected: NOW,
  lastSend: NOW + 1,
  lastReceive: NOW + 2,
  bytesSent: 10,
  bytesReceived: 20,
  pingTime: 0.00027,
  pingWait: undefined,
  banScore: 3,
  syncedHeaders: 8,
  syncedBlocks: 7,
  height: 8,
  inFlight: [9, 10],
  addressesProcessed: 5,
  addressesRateLimited: 6,
  traffic: [],
  lastSent: undefined,
  lastReceived: undefined,
  pings: [],
  minPing: 0,
  relay: true,
  filtered: false,
  sendQueue: 0,
  clockOffset: -3,
  group: '8.8.0.0/16',
  ...more,
})

describe('network handlers', () => {
  let directory: string
  let db: Database
  let peers: PeerNetwork
  let now: number
  const clock = { now: () => now, millis: () => 1_700_000_000_123 }

  beforeEach(() => {
    now = NOW
    directory = mkdtempSync(join(tmpdir(), 'network-'))
    db = openNetworkDatabase(directory, silentLogger)
    const bans = new BanList({ db, clock })
    const tip = () => ({ height: 3, time: NOW })
    peers = new NoNetwork({
      bans,
      clock,
      services: 5n,
      banTime: DAY,
      defaultPort: 8233,
      tip,
      bestHeader: tip,
    })
  })
  afterEach(() => {
    db.close()
    rmSync(directory, { recursive: true })
  })

  /**
   * Calls a handler with JSON parameters and parses its JSON result, as the dispatcher does. Returns the code and text
   * of an error.
   */
  function call(name: keyof Methods, ...params: readonly unknown[]): unknown {
    const deps = { params: chainParamsFromArgs(network), peers, clock, relayRate: 100n }
    const handlers: Partial<Handlers> = { ...createNetworkHandlers(deps), ...createNetworkViewHandlers(deps) }
    const values = parseJson(JSON.stringify(params))
    if (!Array.isArray(values)) throw new TypeError('parameters are a list')
    try {
      const given = parseParams(methods[name], values, { maxMoney: 0n })
      const handler = handlers[name] as (given: unknown, context: CallContext) => never
      return JSON.parse(methods[name].result.encode(handler(given, context)))
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error
      return [error.code, error.message.split('\n')[0]]
    }
  }
  let network: readonly string[] = TEST_ARGS

  it('add, list and remove added nodes, with komodod’s errors', () => {
    expect(call('addnode', '1.2.3.4', 'add')).toBeNull()
    expect(call('addnode', 'somewhere.example', 'add')).toBeNull()
    expect(call('addnode', '1.2.3.4', 'add')).toEqual([-23, 'Error: Node already added'])
    expect(call('addnode', '5.6.7.8', 'onetry')).toBeNull()
    expect(call('addnode', '5.6.7.8', 'remove')).toEqual([-24, 'Error: Node has not been added.'])
    expect(call('addnode', '5.6.7.8', 'ADD')).toEqual([-1, 'addnode "node" "command"'])
    expect(call('getaddednodeinfo', false)).toEqual([{ addednode: '1.2.3.4' }, { addednode: 'somewhere.example' }])
    expect(call('getaddednodeinfo', true)).toEqual([
      { addednode: '1.2.3.4', connected: false, addresses: [{ address: '1.2.3.4:8233', connected: 'false' }] },
      { addednode: 'somewhere.example', connected: false, addresses: [] },
    ])
    expect(call('listaddednodes')).toEqual([
      {
        ...{ node: '1.2.3.4', kept: true, state: 'off', failure: null, retryin: null },
        addresses: [{ address: '1.2.3.4:8233', connected: 'false' }],
      },
      { node: 'somewhere.example', kept: true, state: 'off', failure: null, retryin: null, addresses: [] },
    ])
    expect(call('getaddednodeinfo', true, '1.2.3.4')).toHaveLength(1)
    expect(call('getaddednodeinfo', true, '9.9.9.9')).toEqual([-24, 'Error: Node has not been added.'])
    expect(call('addnode', '1.2.3.4', 'remove')).toBeNull()
  })

  it('return how an added node is connected', () => {
    const addresses = [
      { address: '1.2.3.4:8233', connected: 'outbound' as const },
      { address: '1.2.3.5:8233', connected: undefined },
    ]
    Object.assign(peers, { addedNodes: () => [{ target: 'x', addresses }] })
    expect(call('getaddednodeinfo', true)).toEqual([
      {
        addednode: 'x',
        connected: true,
        addresses: [
          { address: '1.2.3.4:8233', connected: 'outbound' },
          { address: '1.2.3.5:8233', connected: 'false' },
        ],
      },
    ])
  })

  it('return empty results if there are no peers', () => {
    expect(call('getconnectioncount')).toBe(0)
    expect(call('getpeerinfo')).toEqual([])
    expect(call('ping')).toBeNull()
    expect(call('disconnectnode', '1.2.3.4:5')).toEqual([-29, 'Node not found in connected nodes'])
    expect(call('getpeerdetails', 1)).toEqual([-29, 'Node not found in connected nodes'])
    expect(call('getnettotals')).toEqual({ totalbytesrecv: 0, totalbytessent: 0, timemillis: 1_700_000_000_123 })
    expect(call('gettraffichistory')).toEqual([])
    expect(call('listpeers')).toEqual([])
    expect(peers.syncState()).toMatchObject({ state: 'solo', progress: 1, evidence: { height: 3, peersHeight: -1 } })
    expect(call('getnetworkinfo')).toMatchObject({
      version: 90_000,
      subversion: '/MagicBean:0.9.0-beta1/',
      protocolversion: 170_013,
      localservices: '0000000000000005',
      relayfee: 0.000_001,
      networks: [
        { name: 'ipv4', limited: false, reachable: true, proxy: '', proxy_randomize_credentials: false },
        { name: 'ipv6', limited: false, reachable: true },
        { name: 'onion', limited: true, reachable: false },
        { name: '', limited: false, reachable: true },
      ],
      localaddresses: [],
      warnings: '',
    })
  })

  it('return the fields of a peer in komodod’s order', () => {
    const shown = [
      peer(1, '8.8.8.8', { addrLocal: '9.9.9.9:1', pingWait: 0.5, pingTime: 0.000_270_000_07 }),
      peer(2, '8.8.4.4', { userAgent: '/<b>\u202e\u0007x/' }),
    ]
    Object.assign(peers, { peers: () => shown, peer: (id: number) => shown.find((one) => one.id === id) })
    const [first, second] = call('getpeerinfo') as Record<string, unknown>[]
    expect(stringifyJson(Object.keys(first ?? {}))).toBe(
      '["id","addr","addrlocal","services","lastsend","lastrecv","bytessent","bytesrecv","conntime","timeoffset","pingtime","pingwait","version","subver","inbound","startingheight","banscore","synced_headers","synced_blocks","inflight","addr_processed","addr_rate_limited","whitelisted"]',
    )
    expect(first).toMatchObject({ addr: '8.8.8.8:8233', services: '0000000030000005', inflight: [9, 10] })
    expect(first).toMatchObject({ subver: '/MagicBean:0.9.0beta1/', pingtime: 0.000_27 })
    expect(second).not.toHaveProperty('pingwait')
    expect(second).toMatchObject({ subver: '/bx/' })
    expect(call('getpeerdetails', 2)).toMatchObject({
      ...{ useragent: '/<b>x/', lastsent: null, group: '8.8.0.0/16', clockoffset: -3 },
    })
    expect(call('listpeers')).toMatchObject([{ id: 1 }, { id: 2, useragent: '/<b>x/', group: '8.8.0.0/16', pings: [] }])
  })

  it('return the deprecation height only on main chains', () => {
    expect(call('getdeprecationinfo')).toEqual([-1, 'getdeprecationinfo'])
    network = ['-ac_name=TEST', '-ac_supply=10']
    expect(call('getdeprecationinfo')).toEqual({
      version: 90_000,
      subversion: '/MagicBean:0.9.0-beta1/',
      deprecationheight: 4_820_333,
    })
    network = TEST_ARGS
  })

  describe('setban', () => {
    const until = () => (call('listbanned') as { banned_until: number }[]).map((one) => one.banned_until)

    it('bans for a duration, the default duration, or until a time', () => {
      for (const [ip, ...times] of [
        ['10.0.0.1'],
        ['10.0.0.2', 100],
        ['10.0.0.3', 0],
        ['10.0.0.4', null],
        ['10.0.0.5', -5],
        ['10.0.0.6', NOW + 7, true],
        ['10.0.0.7', 100, false],
        // Only true counts as true.
        ['10.0.0.8', 100, 'true'],
        // Beyond the range of any clock.
        ['10.0.0.9', 9_200_000_000_000_000_000],
      ]) {
        expect(call('setban', ip, 'add', ...times)).toBeNull()
      }
      const usual = NOW + DAY
      expect(until()).toEqual([
        ...[usual, NOW + 100, usual, usual, usual, NOW + 7, NOW + 100, NOW + 100],
        Number.MAX_SAFE_INTEGER,
      ])
      now = NOW + 100
      expect(until()).toHaveLength(5)
    })

    it('drops a ban that ended in the past', () => {
      expect(call('setban', '10.0.0.1', 'add', 1_000_000_000, true)).toBeNull()
      expect(call('listbanned')).toEqual([])
    })

    it('returns komodod’s errors for invalid calls', () => {
      const invalid = [-23, 'Error: Invalid IP/Subnet']
      const banned = [-23, 'Error: IP/Subnet already banned']
      for (const text of ['999.1.1.1', 'nonsense', '', '10.0.0.0/33', '2001:db8::1', '::']) {
        expect(call('setban', text, 'add')).toEqual(invalid)
        expect(call('previewban', text)).toEqual(invalid)
      }
      expect(call('setban', '10.1.2.3/24', 'add')).toBeNull()
      expect(call('setban', '10.1.2.0/24', 'add')).toEqual(banned)
      expect(call('setban', '10.1.2.9', 'add')).toEqual(banned)
      // The address and its /32 range are separate entries.
      expect(call('setban', '10.1.2.9/32', 'add')).toBeNull()
      expect(call('setban', '10.1.2.8', 'remove')).toEqual([-1, 'Error: Unban failed'])
      expect(call('setban', '10.1.2.77/24', 'remove')).toBeNull()
      expect(call('setban', '10.1.2.0/24', 'remove')).toEqual([-1, 'Error: Unban failed'])
      expect(call('setban', '10.1.2.9', 'ban')).toEqual([-1, expect.stringContaining('setban')])
      expect(call('setban', '10.0.0.1', 'add', '100')).toEqual([-1, 'JSON value is not an integer as expected'])
      expect(call('setban', '10.0.0.1', 'add', 1.5)).toEqual([-1, 'JSON integer out of range'])
      expect(call('clearbanned')).toBeNull()
      expect(call('listbanned')).toEqual([])
    })

    it('returns an error if the ban list is full', () => {
      Object.assign(peers, {
        ban() {
          throw new RangeError('The ban list is full: 2 entries')
        },
      })
      expect(call('setban', '10.0.0.1', 'add')).toEqual([-8, 'The ban list is full: 2 entries'])
    })

    it('stores a note, which listbans returns with the number of covered addresses', () => {
      expect(call('setban', '10.1.0.0/16', 'add', 50, false, 'noisy')).toBeNull()
      expect(call('setban', '2001:db8:1::/48', 'add', 50, false, 1)).toBeNull()
      expect(call('listbans')).toEqual([
        {
          address: '10.1.0.0/255.255.0.0',
          banned_until: NOW + 50,
          created: NOW,
          reason: 'manual',
          note: 'noisy',
          covers: '65536',
        },
        {
          address: '2001:db8:1::/ffff:ffff:ffff:0:0:0:0:0',
          banned_until: NOW + 50,
          created: NOW,
          reason: 'manual',
          note: '',
          covers: (2n ** 80n).toString(),
        },
      ])
    })
  })

  it('restore bans that listbans returned, or none if one entry is invalid', () => {
    expect(call('setban', '10.1.0.0/16', 'add', 50, false, 'noisy')).toBeNull()
    peers.ban('2001:db8:1::/48', NOW + 90, 'misbehaving', 'block: bad')
    const listed = call('listbans') as Record<string, unknown>[]
    now = NOW + 30
    call('clearbanned')
    expect(call('restorebans', listed)).toEqual({ restored: 2 })
    expect(call('listbans')).toEqual(listed)
    expect(call('restorebans', listed)).toEqual({ restored: 0 })
    now = NOW + 60
    call('clearbanned')
    expect(call('restorebans', listed)).toEqual({ restored: 1 })
    call('clearbanned')
    const [first = {}] = listed
    const wrong = (change: Record<string, unknown>) => call('restorebans', [first, { ...first, ...change }])
    expect(wrong({ address: 'nonsense' })).toEqual([-23, 'Error: Invalid IP/Subnet'])
    expect(wrong({ reason: 'rude' })).toEqual([-8, 'Invalid parameter, reason must be manual, misbehaving'])
    expect(wrong({ created: -1 })).toEqual([-8, 'Invalid parameter, created must be a time'])
    expect(wrong({ note: 5 })).toEqual([-1, 'JSON value is not a string as expected'])
    expect(wrong({ banned_until: '9' })).toEqual([-1, 'JSON value is not an integer as expected'])
    expect(call('restorebans', ['x'])).toEqual([-1, expect.stringContaining('JSON value is not an object')])
    expect(call('restorebans', Array(1_001).fill(first))).toEqual([-8, 'Invalid parameter, at most 1000 bans'])
    expect(call('listbans')).toEqual([])
  })

  it('list the peers that a ban would disconnect', () => {
    const all = [peer(1, '8.8.8.8'), peer(4, '8.8.8.9'), peer(5, '9.9.9.9'), peer(6, '8.8.8.1', { ip: undefined })]
    Object.assign(peers, { peers: () => all })
    expect(call('previewban', '8.8.8.0/24')).toEqual({
      subnet: '8.8.8.0/255.255.255.0',
      covers: '256',
      peers: [1, 4],
      connections: 4,
      banned: false,
    })
    expect(call('previewban', '8.8.8.8')).toMatchObject({ covers: '1', peers: [1] })
    call('setban', '8.8.8.0/24', 'add')
    expect(call('previewban', '8.8.8.8')).toMatchObject({ banned: true })
  })
})
