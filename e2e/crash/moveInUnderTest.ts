import { defaultMempoolPolicy, Mempool } from '../../src-main/node/mempool/index.ts'
import { createTestNode, silentLogger } from '../../src-main/node/testing/index.ts'
import { openWallet } from '../../src-main/node/wallet/index.ts'

const BLOCKS = 20
const SETTINGS = { keyPool: 5, payRate: 0n, passphraseCost: 1024, identity: () => undefined }

/** Opens the wallet of a folder on a new chain of some blocks. */
export function openMoveInWallet(folder: string) {
  const node = createTestNode()
  node.mine(BLOCKS)
  const { params, chain, verifier, clock } = node
  const mempool = new Mempool(defaultMempoolPolicy(params), { params, chain, verifier, clock, logger: silentLogger })
  let drawn = 0
  const random = {
    bytes(length: number) {
      drawn++
      return Uint8Array.from({ length }, (_, index) => (process.pid + drawn * 31 + index * 7 + 1) & 0xff)
    },
  }
  const wallet = openWallet({ ...SETTINGS, params, directory: folder }, { chain, mempool, clock, random })
  return { node, wallet }
}
