/**
 * A private key from outside this program: with it in the wallet, the app asks for approval of payments in the private
 * sandbox too.
 */
import { encodeWif } from '../../src-main/node/script/index.ts'
import { testKey } from '../../src-main/node/testing/index.ts'
import type { RpcClient } from '../support/rpcClient.ts'

/** Imports the key. The same key could own real coins, because signatures contain no chain id. */
export async function importOutsideKey(rpc: RpcClient): Promise<void> {
  await rpc.call('importprivkey', encodeWif({ privateKey: testKey(77).priv, compressed: true }), '', false)
}
