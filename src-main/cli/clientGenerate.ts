/** `-generate`: mines blocks and returns the address of their reward, like Bitcoin Core's client. */
import type { JsonValue } from '#shared/json.ts'
import { toParamsText, WordError } from '#shared/rpc/args.ts'
import type { MakeCall } from './clientCall.ts'
import { items, member } from './clientReply.ts'

/**
 * Mines blocks with `generate`, which chooses the address of the reward itself. Its address is thus read from the first
 * block; all blocks of one call pay to the same one.
 *
 * @param words number of blocks (default: 1) and maximum number of tries, which is not used: on regtest a block is
 *   found at once
 * @throws WordError if the arguments are invalid, and the errors of `call`
 */
export async function callGenerate(call: MakeCall, words: readonly string[]): Promise<JsonValue> {
  const [count = '1', tries] = words
  if (words.length > 2) throw new WordError('too many arguments (maximum 2 for nblocks and maxtries)')
  if (tries !== undefined && !/^[0-9]+$/.test(tries)) {
    throw new WordError(`-generate: expected a whole number of tries, got "${tries}"`)
  }
  if (/^0+$/.test(count)) {
    throw new WordError(
      'the first argument (number of blocks to generate, default: 1) must be an integer value greater than zero',
    )
  }
  const blocks = await call('generate', toParamsText('generate', [count]))
  const first = items(blocks)[0]
  const block = typeof first === 'string' ? await call('getblock', toParamsText('getblock', [first, '2'])) : null
  return new Map<string, JsonValue>([
    ['address', findRewardAddress(block) ?? ''],
    ['blocks', blocks],
  ])
}

/** Returns the address of a block's first output, or undefined if its script has none. */
function findRewardAddress(block: JsonValue): JsonValue | undefined {
  const coinbase = items(member(block, 'tx'))[0]
  const output = items(member(coinbase, 'vout'))[0]
  return items(member(member(output, 'scriptPubKey'), 'addresses'))[0]
}
