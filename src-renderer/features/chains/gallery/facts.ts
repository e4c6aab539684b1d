import type { LiveChain } from '#shared/chains/liveChains.ts'

/** How blocks of a chain are made. */
export type BlockMaking = 'work' | 'adaptive' | 'mixed' | 'stake'

/** What the options of a chain say that its description does not. */
export interface LiveFacts {
  readonly making: BlockMaking
  /** per cent of the blocks that ought to be staked */
  readonly staked: number
  /** whole coins that the first blocks pay on top */
  readonly supply: bigint
  /** satoshis of a block, by the first era; 0: fees only */
  readonly reward: bigint
  /** payments are shielded, all of them */
  readonly privateOnly: boolean
}

/** -ac_supply (chain-params.md §2) */
const DEFAULT_SUPPLY = 10n
/** Blocks of a chain without a reward of its own pay this much (chain-params.md §9.1). */
const LEAST_REWARD = 10_000n

type Options = Pick<LiveChain, 'options'>

/** Returns the value of the option -ac_<key> as it was given, `undefined` without one. */
export const optionValue = (options: Options['options'], key: string): string | undefined =>
  options.find((one) => one.startsWith(`-ac_${key}=`))?.slice(key.length + 5)

export function factsOf({ options }: Options): LiveFacts {
  const value = (key: string, fallback = 0n): bigint => {
    const word = optionValue(options, key)
    return word === undefined ? fallback : BigInt(/^\d{1,18}/.exec(word)?.[0] ?? '0')
  }
  const staked = Math.min(Number(value('staked')), 100)
  const given = value('reward')
  return {
    making: staked === 100 ? 'stake' : staked > 0 ? 'mixed' : value('adaptivepow') > 0n ? 'adaptive' : 'work',
    staked,
    supply: value('supply', DEFAULT_SUPPLY),
    // An end of the first era at block 1 leaves nothing but fees.
    reward: given > 0n || value('end') > 0n ? given : LEAST_REWARD,
    privateOnly: value('private') > 0n,
  }
}
