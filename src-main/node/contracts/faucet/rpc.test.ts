import { afterEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { formatAmount } from '#shared/units.ts'
import { createFaucetNode, type FaucetNode, TEST_ARGS, testKey } from '../../testing/index.ts'
import { toHex } from '../../util/index.ts'
import { createFaucetHandlers } from './rpc.ts'

const [funder, ann] = [testKey(0), testKey(1)]
const NEED_PUBKEY = 'to use CC contracts, you need to launch daemon with valid -pubkey= for an address in your wallet'
const never: CallContext = { signal: new AbortController().signal, transport: 'http' }

let site: FaucetNode | undefined

interface Options {
  readonly identity?: typeof ann
  readonly args?: readonly string[]
  readonly spentIndex?: boolean
  readonly addressIndex?: boolean
}

function open({ spentIndex = true, addressIndex = true, ...options }: Options) {
  const opened = createFaucetNode({ startSearch: () => ({ attempts: () => 1000, stop: async () => {} }), ...options })
  site = opened
  const { node, faucet, build } = opened
  return createFaucetHandlers({
    params: node.params,
    chain: node.chain,
    addressIndex: addressIndex ? opened.addressIndex : undefined,
    spentIndex,
    faucet,
    pubkey: () => opened.identity?.pub,
    buildContext: () => build(funder),
    walletCoins: { coins: () => node.coins(funder) },
  })
}

afterEach(async () => {
  await site?.close()
  site = undefined
})

describe('faucet RPC methods', () => {
  it.each([
    ['no public key', {}],
    ['no spent index', { identity: ann, spentIndex: false }],
    ['no address index', { identity: ann, addressIndex: false }],
    ['a chain that leaves the faucet out', { identity: ann, args: [...TEST_ARGS, '-ac_ccenable=242'] }],
  ])('reject calls with %s', async (_name, options: Options) => {
    const handlers = open(options)
    expect(() => handlers.startfaucetclaim({}, never)).toThrow(`${NEED_PUBKEY}\n`)
    expect(() => handlers.faucetfund({ amount: '1' }, never)).toThrow(`${NEED_PUBKEY}\n`)
    const history = Promise.resolve(handlers.faucethistory({ limit: 1, offset: 0 }, never))
    if (options.identity) {
      expect(() => handlers.faucetinfo({}, never)).toThrow(`${NEED_PUBKEY}\n`)
      await expect(history).rejects.toThrow(`${NEED_PUBKEY}\n`)
    } else {
      // Read-only methods need no key.
      expect(handlers.faucetinfo({}, never)).toMatchObject({ result: 'success', funding: 0n })
      expect(await history).toEqual({ total: 0, events: [] })
    }
    expect(() => handlers.faucetaddress({ pubkey: undefined }, never)).toThrow(`${NEED_PUBKEY}. ERR=-1\n`)
    expect(handlers.fauceteligibility({}, never)).toMatchObject({ eligible: false })
    expect(handlers.getfaucetclaim({}, never)).toMatchObject({ state: 'none', probability: 0, expected: 65536 })
  })

  it('report that a chain has no faucet', () => {
    const args = ['-ac_name=NOCC', '-regtest', '-ac_supply=1000', '-ac_reward=100000000']
    expect(() => open({ identity: ann, args }).faucetinfo({}, never)).toThrow('this chain has no faucet')
  })

  it('reject an invalid public key', () => {
    const handlers = open({ identity: ann })
    for (const pubkey of ['', 'zz', `05${'11'.repeat(32)}`, toHex(ann.pub).slice(2)]) {
      expect(() => handlers.faucetaddress({ pubkey }, never)).toThrow('invalid pubkey')
    }
    expect(handlers.faucetaddress({ pubkey: toHex(funder.pub) }, never)).toMatchObject({ myaddress: ann.address })
  })

  it('report the probability of a search by the geometric distribution', async () => {
    const handlers = open({ identity: ann })
    const amount = formatAmount(200_000_000n)
    const funded = handlers.faucetfund({ amount }, never)
    expect(funded).toMatchObject({ result: 'success' })
    site!.node.mineBlock({
      txs: [
        site!.faucet.fund(200_000_000n, { ...site!.build(funder), coins: { coins: () => site!.node.coins(funder) } }),
      ],
      fees: 10_000n,
    })
    expect(handlers.faucetinfo({}, never)).toMatchObject({ funding: 200_000_000n })
    const claim = handlers.startfaucetclaim({}, never)
    expect(claim).toMatchObject({ state: 'searching', attempts: 1000, median: 45426, p95: 196327, expected: 65536 })
    const { probability } = await handlers.getfaucetclaim({}, never)
    expect(probability).toBeCloseTo(1 - (1 - 1 / 65536) ** 1000, 12)
    expect(await handlers.faucetget({}, never)).toMatchObject({
      result: 'error',
      error: expect.stringContaining('is running'),
    })
    expect(handlers.fauceteligibility({}, never)).toMatchObject({ eligible: false, address: ann.address })
    expect(handlers.cancelfaucetclaim({}, never)).toMatchObject({ state: 'cancelled', attempts: 1000 })
  })
})
