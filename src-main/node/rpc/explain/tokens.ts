import type { Explanation } from '#shared/rpc/index.ts'
import { displayText, isBurnKey, type TokenUnits } from '../../modules/index.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'
import type { Gathered } from './gather.ts'
import { type Described, encodeKey } from './parts.ts'

type TokenStory = Explanation['tokens'][number]

/** Every token that the transaction makes, moves or loses, with where its units are afterwards. */
export function tokensOf({ modules }: Gathered, outputs: readonly Described[]): TokenStory[] {
  const creates = modules.action === 'token-create'
  const all = new Map<
    string,
    { readonly held: TokenUnits; moves: TokenStory['moves'][number][]; in: bigint; burned: bigint }
  >()
  const storyOf = (held: TokenUnits) => {
    const id = toDisplayHex(held.token.tokenId)
    const story = all.get(id) ?? { held, moves: [], in: 0n, burned: 0n }
    all.set(id, story)
    return story
  }
  // Of an offer to buy no units are anywhere yet.
  if (modules.subject && !modules.emptyClaim) storyOf({ token: modules.subject, units: 0n })
  for (const held of modules.inputs) if (held) storyOf(held).in += held.units
  for (const [n, held] of modules.outputs.entries()) {
    const output = outputs[n]
    if (!held || !output) continue
    const story = storyOf(held)
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
      // What came in and is in no output is gone as well.
      burned: burned + (story.in > sum ? story.in - sum : 0n),
    }
  })
}
