import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../../chain/index.ts'
import { NOT_ACTIVE, upgradeHeights } from '../../../consensus/index.ts'
import { equal, toDisplayHex, toHex } from '../../../util/index.ts'
import { createBlockLookup } from './blockLookup.ts'

interface TreeStateDeps {
  readonly chain: Chain
}

export function createTreeStateHandlers({ chain }: TreeStateDeps) {
  const { byName } = createBlockLookup(chain)
  return defineHandlers({
    z_gettreestate({ 'hash|height': name }) {
      const entry = byName(name)
      const pools = chain.isActive(entry) ? chain.shieldedPools(entry) : undefined
      if (pools === undefined)
        throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Requested block is not part of the main chain')
      const { sprout, sapling } = pools
      const { finalSaplingRoot } = entry.header
      const saplingHeight = upgradeHeights(chain.upgrades(), chain.tip().height + 1).sapling
      return {
        hash: entry.hashHex,
        height: entry.height,
        time: entry.time,
        sprout: { commitments: { finalRoot: toDisplayHex(sprout.root), finalState: toHex(sprout.frontier) } },
        ...(saplingHeight !== NOT_ACTIVE && {
          sapling: {
            commitments: {
              finalRoot: toDisplayHex(finalSaplingRoot),
              // Below the Sapling activation height the header field is arbitrary.
              ...(equal(finalSaplingRoot, sapling.root) && { finalState: toHex(sapling.frontier) }),
            },
          },
        }),
      }
    },
  })
}
