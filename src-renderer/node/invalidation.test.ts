import { describe, expect, it } from 'vitest'
import { type WindowMethodName, windowMethods } from '#shared/chains/index.ts'
import type { ChangeEvent, NodeEvent } from '#shared/events.ts'
import type { Method } from '#shared/rpc/define.ts'
import { changedBy } from './invalidation.ts'

/** For each event, methods whose answers would be outdated without it. */
const SHOWN: Readonly<Record<ChangeEvent, readonly WindowMethodName[]>> = {
  tip: ['getblockchaininfo', 'getblock', 'getbalance', 'tokenlist', 'faucethistory', 'getaddressdeltas'],
  mempool: ['getmempoolsummary', 'getrawtransaction', 'tokenbalance', 'listaddressutxos', 'explaintransaction'],
  wallet: ['getwalletstatus', 'listreceiveaddresses', 'listwallethistory'],
  identity: ['getinfo', 'tokensummary', 'tokenbalance', 'faucetaddress', 'fauceteligibility', 'getwalletsummary'],
  peers: ['listpeers', 'getnetworkinfo', 'listbans'],
  bans: ['listbans', 'listbanned', 'previewban'],
  sync: ['getsyncstate'],
  mining: ['getminerstatus', 'getgenerate', 'getnodestatus'],
  faucet: ['getfaucetclaim', 'fauceteligibility'],
  chains: ['listchains', 'getchainsettings'],
  contacts: ['listcontacts'],
  settings: ['getappsettings'],
  opening: ['getopening'],
}

const events = Object.keys(SHOWN) as ChangeEvent[]
const of = (type: NodeEvent['type']): readonly string[] => changedBy({ type } as NodeEvent)

describe('changedBy', () => {
  it.each(events)('contains the methods whose answers change with %s', (event) => {
    expect(of(event)).toEqual(expect.arrayContaining([...SHOWN[event]]))
  })

  it('contains exactly the methods for which the contract names the event', () => {
    const derived: Record<string, unknown> = {}
    const contract: Record<string, unknown> = {}
    for (const [name, { changesWith }] of Object.entries(windowMethods) as [string, Method][]) {
      derived[name] = events.filter((event) => of(event).includes(name))
      contract[name] = events.filter((event) => changesWith !== 'never' && changesWith.includes(event))
    }
    expect(derived).toEqual(contract)
  })

  it('contains for a block all methods that an unconfirmed transaction changes', () => {
    expect(of('tip')).toEqual(expect.arrayContaining([...of('mempool'), ...of('wallet')]))
  })

  it('contains no methods for events that are handled elsewhere', () => {
    for (const type of ['log', 'progress', 'question', 'status', 'chain'] as const) expect(of(type)).toEqual([])
  })
})
