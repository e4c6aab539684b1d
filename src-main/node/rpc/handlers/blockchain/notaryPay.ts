import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../../chain/index.ts'
import { type ChainParams, findNotaries, notaryPayAt } from '../../../consensus/index.ts'
import type { AddressIndexView } from '../../../core/index.ts'
import { indexOff, oneAddress } from '../addresses/addressParams.ts'

interface NotaryPayDeps {
  readonly params: ChainParams
  readonly chain: Pick<Chain, 'tip' | 'notaryPay'>
  readonly addressIndex: Pick<AddressIndexView, 'balance'> | undefined
}

/** Address whose receipts fund the notaries' pay. No consensus rule depends on it, and its private key is unknown. */
const BURN_ADDRESS = 'REDVp3ox1pbcWYCzySadfHhk8UU3HM4k5x'
/** Expected number of blocks between notarisations. */
const BLOCKS_PER_NOTARISATION = 5n
const HOUR = 3600n
const DAY_HOURS = 24n

export function createNotaryPayHandlers({ params, chain, addressIndex }: NotaryPayDeps) {
  const burned = () => {
    if (params.notaryPay === null) throw new RpcError(RPC_ERROR.MISC, 'only works for ac_notarypay chains')
    if (addressIndex === undefined) throw indexOff()
    return addressIndex.balance(oneAddress(BURN_ADDRESS, false))
  }
  return defineHandlers({
    checknotarization() {
      const { balance, received } = burned()
      return received === balance && chain.notaryPay(chain.tip()) < balance
    },
    getnotarypayinfo() {
      const { balance, received } = burned()
      const tip = chain.tip()
      const paid = chain.notaryPay(tip)
      const notaries = BigInt(findNotaries(params, tip.time)?.keys.length ?? 0)
      const spent = received !== balance
      const each = notaries === 0n ? 0n : (notaryPayAt(params, tip.height) / notaries) * notaries
      // If notaries are no longer paid, the divisor is zero.
      const left = spent || each === 0n ? 0n : (balance - paid) / each
      const seconds = BigInt(params.options.blockTime) * BLOCKS_PER_NOTARISATION * left
      return {
        height: tip.height,
        balance,
        spent,
        Total_NotaryPay: paid,
        Estimated_Notarizations_Left: Number(left),
        Estimated_Days_Left: Number(seconds / HOUR / DAY_HOURS),
        Estimated_Height: spent ? 0 : Number(left * BLOCKS_PER_NOTARISATION) + tip.height,
      }
    },
  })
}
