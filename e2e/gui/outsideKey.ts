/** A key that this program did not make: with it in the wallet, the app asks about payments of the private sandbox too. */
import { encodeWif } from '../../src-main/node/script/index.ts'
import { testKey } from '../../src-main/node/testing/index.ts'
import type { RpcClient } from '../support/rpcClient.ts'

/** Imports such a key: the same key could own real coins, and signatures carry no chain id. */
export async function importOutsideKey(rpc: RpcClient): Promise<void> {
  await rpc.call('importprivkey', encodeWif({ privateKey: testKey(77).priv, compressed: true }), '', false)
}
