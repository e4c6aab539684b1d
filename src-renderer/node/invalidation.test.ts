import { describe, expect, it } from 'vitest'
import { type WindowMethodName, windowMethods } from '#shared/chains/index.ts'
import type { ChangeEvent, NodeEvent } from '#shared/events.ts'
import type { Method } from '#shared/rpc/define.ts'
import { changedBy } from './invalidation.ts'

/** Of each event, what a screen would show wrongly without it. */
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
  it.each(events)('renews at %s what shows it', (event) => {
    expect(of(event)).toEqual(expect.arrayContaining([...SHOWN[event]]))
  })

  it('renews each method at the events that the contract names for it, and at no other', () => {
    const derived: Record<string, unknown> = {}
    const contract: Record<string, unknown> = {}
    for (const [name, { changesWith }] of Object.entries(windowMethods) as [string, Method][]) {
      derived[name] = events.filter((event) => of(event).includes(name))
      contract[name] = events.filter((event) => changesWith !== 'never' && changesWith.includes(event))
    }
    expect(derived).toEqual(contract)
  })

  it('renews at a block whatever an unconfirmed transaction changed', () => {
    expect(of('tip')).toEqual(expect.arrayContaining([...of('mempool'), ...of('wallet')]))
  })

  it('renews nothing at events that the window handles otherwise', () => {
    for (const type of ['log', 'progress', 'question', 'status', 'chain'] as const) expect(of(type)).toEqual([])
  })
})
