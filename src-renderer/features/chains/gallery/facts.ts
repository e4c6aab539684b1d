import type { LiveChain } from '#shared/chains/liveChains.ts'

/** Method by which blocks of a chain are made. */
export type BlockMaking = 'work' | 'adaptive' | 'mixed' | 'stake'

/** Facts in the options of a chain that its description lacks. */
export interface LiveFacts {
  readonly making: BlockMaking
  /** target share of staked blocks, in percent */
  readonly staked: number
  /** whole coins that the first block pays in addition to its reward */
  readonly supply: bigint
  /** reward of a block of the first era in satoshis, or 0 if blocks pay fees only */
  readonly reward: bigint
  /** True if all payments are shielded. */
  readonly privateOnly: boolean
}

/** default of -ac_supply (chain-params.md §2) */
const DEFAULT_SUPPLY = 10n
/** Block reward in satoshis of a chain without -ac_reward (chain-params.md §9.1). */
const DEFAULT_REWARD = 10_000n

type Options = Pick<LiveChain, 'options'>

/** Returns the value of the option -ac_<key> as it was given, or `undefined` if it is absent. */
export const optionValue = (options: Options['options'], key: string): string | undefined =>
  options.find((one) => one.startsWith(`-ac_${key}=`))?.slice(key.length + 5)

export function parseLiveFacts({ options }: Options): LiveFacts {
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
    // With a first era that ends, and without -ac_reward, blocks pay fees only.
    reward: given > 0n || value('end') > 0n ? given : DEFAULT_REWARD,
    privateOnly: value('private') > 0n,
  }
}
