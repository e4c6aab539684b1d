import { nftLink } from '#shared/protocol/nftData.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import { TokenPictures } from '../pictures/index.ts'
import { readOptions } from '../thread/readOptions.ts'
import type { ChainSupervisor } from './chainSupervisor.ts'
import { noChain } from './noChain.ts'

/** Allows for a complete picture through a slow proxy. */
const TIMEOUT_MS = 30_000

/** Creates the picture fetcher of an app; connections use the proxy of its chains. */
export function createAppPictures(supervisor: ChainSupervisor): TokenPictures {
  // Modules are loaded when the first picture is requested.
  const parts = () => Promise.all([import('../pictures/fetchPicture.ts'), import('../pictures/pictureConnector.ts')])
  async function way() {
    const [, { createPictureConnector }] = await parts()
    const shown = supervisor.current()
    const chains = supervisor.profiles().toSorted((a, b) => Number(b.id === shown) - Number(a.id === shown))
    return createPictureConnector(
      chains.map(({ argv }) => argv),
      readOptions,
    )
  }
  return new TokenPictures({
    async linkOf(chain, tokenid) {
      if (!supervisor.find(chain)) throw noChain(chain)
      const node = await supervisor.run(chain).lease()
      const info = await createRpcClient((method, params) => node.call(method, params)).call('tokeninfo', { tokenid })
      if (info.result !== 'success') return { reason: 'no-token' }
      const link = nftLink(info.data)
      return link === undefined ? { reason: 'no-link' } : { link }
    },
    async requireWay() {
      await way()
    },
    async fetch(address, signal) {
      const [{ fetchPicture }] = await parts()
      return fetchPicture(address, { way: await way(), patience: TIMEOUT_MS, signal })
    },
    now: () => performance.now(),
  })
}
