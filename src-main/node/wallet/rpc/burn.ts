import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { serializeTransaction } from '../../primitives/index.ts'
import { parseHexLeniently } from '../../rpc/format/parseHexLeniently.ts'
import { opReturnScript } from '../../script/index.ts'
import { ByteWriter, toHex } from '../../util/index.ts'
import type { Wallet } from '../index.ts'
import { needWallet } from './walletTx.ts'

interface BurnDeps {
  readonly wallet: Wallet | undefined
}

/**
 * Handlers that build outputs with data that can never be spent. Change is returned, unlike in the reference, which
 * leaves it to the miner.
 */
export function createBurnHandlers(deps: BurnDeps) {
  return defineHandlers({
    opreturn_burn({ burn_amount: value, hexstring, txfee }) {
      const data = parseHexLeniently(hexstring)
      if (data.length === 0) throw new RpcError(RPC_ERROR.TYPE, 'hexstring is not valid.')
      const wallet = needWallet(deps.wallet)
      wallet.keys.requireOpen()
      const script = opReturnScript(new ByteWriter().varBytes(data).finish())
      const build = (feeRate?: bigint) =>
        wallet.sender.build([{ script, value, subtractFee: false }], { purpose: 'fund', feeRate })
      const usual = build()
      // A higher fee changes the size only if coins are added for it.
      const { tx } = usual.fee >= txfee ? usual : build((txfee * 1000n) / BigInt(usual.size) + 1n)
      const [burn, ...change] = tx.vout.toSorted(
        (one, other) => Number(other.scriptPubKey === script) - Number(one.scriptPubKey === script),
      )
      return { hex: toHex(serializeTransaction({ ...tx, vout: burn ? [burn, ...change] : tx.vout })) }
    },
  })
}
