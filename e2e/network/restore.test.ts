/** Tests a wallet restored from its phrase before the block download. */
import { afterEach, describe, expect, it } from 'vitest'
import { connectNodes, type NetworkNode, startNetworkNode, until, untilSameTip } from '../support/network.ts'

/** With a key pool this small, the gap limit covers twenty addresses beyond a used one, and no more. */
const FEW_KEYS = '-keypool=1'
const OUT_OF_REACH = 35
const WITHIN_REACH = 18

interface Restored {
  readonly found: number
  readonly complete: boolean
  readonly height: number | null
  readonly following: boolean
}
interface Status {
  readonly searching: boolean
  readonly following: boolean
}

let nodes: NetworkNode[] = []
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop().catch(() => node.kill())))
  nodes = []
})

async function start(...args: string[]): Promise<NetworkNode> {
  const node = await startNetworkNode({ args })
  nodes.push(node)
  return node
}

describe('a phrase restored before the block download', () => {
  it('finds all coins on its own: during the download, and skipped ones in a final scan', async () => {
    const first = await start(FEW_KEYS)
    const { phrase } = await first.rpc.call<{ phrase: string }>('newphrase')
    await first.rpc.call('setphrase', phrase)
    const addresses: string[] = []
    for (let made = 0; made <= OUT_OF_REACH; made++) addresses.push(await first.rpc.call<string>('getnewaddress'))
    const payer = await start()
    await connectNodes(payer, first)
    await payer.rpc.call('generate', 110)
    // The farther address is paid first: a wallet with only the phrase finds it only after the nearer one was paid.
    for (const index of [OUT_OF_REACH, WITHIN_REACH]) {
      await payer.rpc.call('sendtoaddress', addresses[index], 1)
      await payer.rpc.call('generate', 1)
    }
    await untilSameTip(payer, first)

    const second = await start(FEW_KEYS)
    const restored = await second.rpc.call<Restored>('setphrase', phrase, { restore: true })
    expect(restored).toMatchObject({ found: 0, complete: true, height: 0, following: true })
    await connectNodes(second, payer)
    await untilSameTip(second, payer)
    await until('the end of the search', async () => !(await second.rpc.call<Status>('getwalletstatus')).following)
    expect(await second.rpc.call<Status>('getwalletstatus')).toMatchObject({ searching: false })
    expect(await second.rpc.call('getbalance')).toBe(await first.rpc.call('getbalance'))
    expect(await second.rpc.call('getbalance')).toBe(2)
    const again = await second.rpc.call<Restored>('setphrase', phrase, { restore: true })
    expect(again).toMatchObject({ found: 2, complete: true, height: 112, following: false })
  })
})
