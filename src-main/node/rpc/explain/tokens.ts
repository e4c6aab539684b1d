import type { Explanation } from '#shared/rpc/index.ts'
import type { TokenUnits } from '../../contracts/index.ts'
import { displayText, isBurnKey } from '../../contracts/tokens/index.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'
import type { GatheredTransaction } from './gather.ts'
import { type DescribedOutput, encodeKey } from './parts.ts'

type TokenStory = Explanation['tokens'][number]

/** Returns every token that the transaction creates, moves or loses, with the new owners of its units. */
export function collectTokens(
  { contracts: { action, tokens } }: GatheredTransaction,
  outputs: readonly DescribedOutput[],
): TokenStory[] {
  const creates = action === 'token-create'
  const all = new Map<
    string,
    { readonly held: TokenUnits; moves: TokenStory['moves'][number][]; in: bigint; burned: bigint }
  >()
  const findOrAddToken = (held: TokenUnits) => {
    const id = toDisplayHex(held.token.tokenId)
    const story = all.get(id) ?? { held, moves: [], in: 0n, burned: 0n }
    all.set(id, story)
    return story
  }
  // A bid for a token has none of its units yet.
  if (tokens.subject && !tokens.emptyClaim) findOrAddToken({ token: tokens.subject, units: 0n })
  for (const held of tokens.inputs) if (held) findOrAddToken(held).in += held.units
  for (const [n, held] of tokens.outputs.entries()) {
    const output = outputs[n]
    if (!held || !output) continue
    const story = findOrAddToken(held)
    const { address, pubkey, owner } = output
    story.moves.push({ n, address, ...encodeKey(pubkey), owner, units: held.units })
    if (pubkey && isBurnKey(pubkey)) story.burned += held.units
  }
  return [...all].map(([tokenid, { held, moves, burned, ...story }]) => {
    const { create, nftData } = held.token
    const sum = moves.reduce((total, { units }) => total + units, 0n)
    const made = creates && moves.length > 0
    return {
      tokenid,
      name: displayText(create.name),
      nft: nftData !== undefined,
      ...(made && {
        created: {
          creator: toHex(create.owner),
          description: displayText(create.description),
          ...(nftData && { data: toHex(nftData) }),
          supply: sum,
        },
      }),
      moves,
      // Units that were spent and that no output holds are lost too.
      burned: burned + (story.in > sum ? story.in - sum : 0n),
    }
  })
}
