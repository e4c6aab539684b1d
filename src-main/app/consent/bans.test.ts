import { describe, expect, it } from 'vitest'
import { ipFromText, parseSubnet, subnetContains } from '../../node/index.ts'
import { type BrokerTest, done, NO, startBroker } from '../testing/testBroker.ts'

interface FakePeer {
  readonly ip: string
  readonly inbound?: true
  readonly whitelisted?: true
}

const FIELDS = {
  ...{ id: 1, services: '0', lastsend: 0, lastrecv: 0, bytessent: 0, bytesrecv: 0, conntime: 0, timeoffset: 0 },
  ...{ pingtime: 0, version: 170_013, subver: '', startingheight: 0, addr_processed: 0, addr_rate_limited: 0 },
  ...{ network: 'ipv4', group: '', useragent: '', minping: 0, pings: [], height: 0 },
}

/** Starts a page whose node has these peers and added nodes. Bans drop peers as in the real node. */
function startWithPeers(peers: readonly FakePeer[], added: readonly string[] = []): BrokerTest {
  const test = startBroker()
  let connected = [...peers]
  const { replies } = test.chainManager
  replies['listpeers'] = () =>
    JSON.stringify(
      connected.map(({ ip, inbound = false, whitelisted = false }) => ({
        ...FIELDS,
        ...{ ip, inbound, whitelisted, addr: `${ip}:8233` },
      })),
    )
  replies['listaddednodes'] = () =>
    JSON.stringify(
      added.map((node) => ({
        ...{ node, kept: true, state: 'waiting', failure: 'refused', retryin: 1 },
        addresses: node.startsWith('seed.') ? [{ address: '8.8.1.1:8233', connected: 'outbound' }] : [],
      })),
    )
  replies['setban'] = ([range, command]) => {
    const subnet = parseSubnet(String(range))
    const isHit = (ip: string) => subnet !== undefined && subnetContains(subnet, ipFromText(ip) ?? new Uint8Array(16))
    if (command === 'add') connected = connected.filter(({ ip, whitelisted }) => whitelisted || !isHit(ip))
    return 'null'
  }
  replies['disconnectnode'] = ([node]) => {
    connected = connected.filter(({ ip }) => `${ip}:8233` !== node)
    return 'null'
  }
  test.answer = () => NO
  return test
}

const ban = (test: BrokerTest, range: string, ...time: readonly unknown[]) =>
  test.call('setban', range, 'add', ...time).catch((error: Error) => error.message)
const asked = (test: BrokerTest) => test.questions.map(({ warnings }) => warnings[0])
const bans = (test: BrokerTest) => done(test.chainManager, 'setban').map(({ params }) => params[0])

const LAST = 'It drops the last peer that this node chose or that you added. Only nodes that connect to it remain.'
const FRIEND = 'It cuts Friend off: payments and blocks no longer pass between the two wallets of the sandbox.'

describe('BanGuard', () => {
  it('asks before the last outbound peer is dropped, even if inbound peers remain', async () => {
    const test = startWithPeers([{ ip: '8.8.1.1' }, { ip: '9.9.2.2' }, { ip: '7.7.3.3', inbound: true }])
    await ban(test, '7.7.3.3')
    await ban(test, '8.8.1.1')
    expect(asked(test)).toEqual([])
    expect(await ban(test, '9.9.2.0/24')).toContain('You decided against it')
    expect(asked(test)).toEqual([LAST])
    expect(test.questions[0]?.facts[0]).toEqual({ name: 'Hits', value: '1 of 1 peer' })
    expect(bans(test)).toEqual(['7.7.3.3', '8.8.1.1'])
  })

  it('asks once if two concurrent bans would drop both outbound peers', async () => {
    const test = startWithPeers([{ ip: '8.8.1.1' }, { ip: '9.9.2.2' }])
    await Promise.all([ban(test, '8.8.1.1'), ban(test, '9.9.2.2')])
    expect(asked(test)).toEqual([LAST])
    expect(bans(test)).toEqual(['8.8.1.1'])
  })

  it('asks if a list of bans drops all outbound peers', async () => {
    const test = startWithPeers([{ ip: '8.8.1.1' }, { ip: '9.9.2.2' }])
    const entry = (ip: string) => ({ address: `${ip}/255.255.255.255` })
    await test.call('restorebans', [entry('8.8.1.1')])
    await test.call('restorebans', [entry('8.8.1.1'), entry('9.9.2.2')]).catch(() => {})
    expect(asked(test)).toEqual([LAST])
  })

  it('asks before banning an outbound peer that the page disconnected earlier', async () => {
    const test = startWithPeers([{ ip: '8.8.1.1' }])
    await test.call('disconnectnode', '8.8.1.1:8233')
    await ban(test, '8.8.1.1')
    expect(asked(test)).toEqual([LAST])
  })

  it('asks before banning an unconnected added node if no outbound peer is connected', async () => {
    const test = startWithPeers([{ ip: '7.7.3.3', inbound: true }], ['[2001:db8::5]:8233', '8.8.1.1'])
    await ban(test, '8.8.1.1')
    expect(asked(test)).toEqual([LAST])
    const other = startWithPeers([{ ip: '9.9.2.2' }], ['8.8.1.1'])
    await ban(other, '8.8.1.1')
    expect(asked(other)).toEqual([])
  })

  it('names an added node by the host name that the user approved', async () => {
    const test = startWithPeers([{ ip: '8.8.1.1' }], ['seed.example:8233', '9.9.2.2:8233'])
    await ban(test, '8.8.1.1')
    expect(test.questions[0]?.facts).toContainEqual({ name: 'Added node', value: '“seed.example”' })
  })

  it('asks nothing for inbound peers, whitelisted peers and removed bans', async () => {
    const test = startWithPeers([
      { ip: '8.8.1.1', whitelisted: true },
      { ip: '7.7.3.3', inbound: true },
    ])
    await ban(test, '8.8.1.1')
    await ban(test, '7.7.3.3')
    await test.call('setban', '0.0.0.0/0', 'remove')
    await test.call('clearbanned')
    expect(asked(test)).toEqual([])
    expect(bans(test)).toEqual(['8.8.1.1', '7.7.3.3', '0.0.0.0/0'])
  })

  it('asks before Friend’s node is cut off from Me', async () => {
    const test = startWithPeers([{ ip: '127.0.0.1', inbound: true }])
    test.chainManager.other = 'two'
    await ban(test, '127.0.0.1', 604_800)
    expect(asked(test)).toEqual([FRIEND])
    expect(test.questions[0]?.title).toBe('Ban the node of Friend?')
    expect(test.questions[0]?.facts.at(-1)).toMatchObject({ name: 'For', value: '7 days' })
    expect(test.questions[0]?.facts[0]?.value).toBe('the node of Friend; 1 of 1 peer')
    expect(bans(test)).toEqual([])
  })
})
