import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { type ChainParams, computeSegid, SEGIDS } from '../../consensus/index.ts'
import { findScriptAddress } from '../../script/index.ts'
import type { Wallet } from '../index.ts'
import { needWallet } from './walletTx.ts'

interface StakingBalanceDeps {
  readonly params: ChainParams
  readonly wallet: Wallet | undefined
}

/** Minimum confirmations of a coin that counts as staking, although consensus requires fewer. */
const STAKING_DEPTH = 100

export function createStakingBalanceHandlers({ params, wallet }: StakingBalanceDeps) {
  return defineHandlers({
    getbalance64() {
      const sums = { staking: noSums(), notstaking: noSums() }
      for (const { scriptPubKey, value, depth } of needWallet(wallet).ledger.coins()) {
        const address = findScriptAddress(scriptPubKey, { cc: params.ccEnabled })
        if (address !== undefined)
          sums[depth < STAKING_DEPTH ? 'notstaking' : 'staking'][computeSegid(address)]! += value
      }
      const total = (list: readonly bigint[]) => list.reduce((sum, value) => sum + value, 0n)
      return { mature: total(sums.staking), immature: total(sums.notstaking), ...sums }
    },
  })
}

const noSums = () => new Array<bigint>(SEGIDS).fill(0n)
