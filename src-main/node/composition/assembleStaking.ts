import type { Chain } from '../chain/index.ts'
import { type ChainParams, MIN_STAKE } from '../consensus/index.ts'
import {
  createInlineGrinder,
  createThreadGrinder,
  type StakeableCoin,
  Staker,
  type StakerDeps,
  type StakerOptions,
  type StakingWallet,
} from '../mining/index.ts'
import { findScriptAddress, isPayToPublicKeyHash, payToPublicKey } from '../script/index.ts'
import { signTransaction } from '../transactions/index.ts'
import { outpointKey } from '../util/index.ts'
import type { Wallet } from '../wallet/index.ts'

/** Creates the staking view of a wallet: coins of single keys, which need no contract and no other signer. */
function createStakingWallet({ ccEnabled }: ChainParams, chain: Chain, wallet: Wallet): StakingWallet {
  const { vault } = wallet.keyring
  return {
    isOpen: () => vault.mayStake(),
    coins() {
      const { height: tip } = chain.tip()
      const found: StakeableCoin[] = []
      // A stake pays back to its own key, so coins scheduled to move off an old key must not stake.
      const moving = new Set(wallet.agreedMove.get()?.coins.map(outpointKey))
      for (const { value, scriptPubKey, depth, outpoint } of wallet.ledger.coins()) {
        if (value < MIN_STAKE || depth < 1 || wallet.locks.isLocked(outpoint)) continue
        if (moving.size > 0 && moving.has(outpointKey(outpoint))) continue
        if (!isPayToPublicKeyHash(scriptPubKey) && payToPublicKey(scriptPubKey) === undefined) continue
        const address = findScriptAddress(scriptPubKey, { cc: ccEnabled })
        const time = chain.byHeight(tip - depth + 1)?.time
        if (address !== undefined && time !== undefined) found.push({ value, scriptPubKey, outpoint, address, time })
      }
      return found
    },
    sign(unsigned, coin, branchId) {
      const signed = vault.whileStaking(() =>
        signTransaction(unsigned, { spent: [coin], keys: wallet.keys.signing, branchId, ccEnabled }),
      )
      if (signed.errors.length > 0) throw new Error('the stake cannot be signed')
      return signed.tx
    },
  }
}

type ConsentContext = Omit<StakerDeps, 'grinder' | 'wallet'> & {
  readonly chain: Chain
  readonly wallet: Wallet | undefined
  readonly random: Parameters<typeof createThreadGrinder>[1]
  readonly startThread: Parameters<typeof createThreadGrinder>[0]
}

interface Staking {
  /** undefined if the chain has no proof of stake */
  readonly staker: Staker | undefined
  /** undefined if there is no wallet, or if it cannot stake */
  readonly stakingWallet: StakingWallet | undefined
}

/** Opens the staker of a chain with `-ac_staked`. */
export function openStaker(options: StakerOptions, ground: ConsentContext): Staking {
  const { params, chain, wallet, random, startThread, clock } = ground
  if (params.staked === 0) return { staker: undefined, stakingWallet: undefined }
  const grinder =
    params.network === 'regtest'
      ? createInlineGrinder(params, random, clock.millis)
      : createThreadGrinder(startThread, random)
  const stakingWallet = wallet && createStakingWallet(params, chain, wallet)
  const staker = new Staker(options, { ...ground, grinder, wallet: stakingWallet })
  wallet?.keyring.onChange(() => staker.walletChanged())
  return { staker, stakingWallet }
}
