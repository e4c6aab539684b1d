import { createRpcClient } from '#shared/rpc/client.ts'
import type { ConsentContext } from '../plan.ts'

/** The sandbox's other wallet in a transaction: its addresses and keys there, and the user whose wallet it is. */
export interface OtherWallet {
  readonly places: ReadonlySet<string>
  readonly person: 'me' | 'friend'
}

/**
 * Addresses and keys in a transaction that the sandbox's other wallet made and alone can spend from. Its own node says so of the
 * same bytes, and the list of chains, which no page can change in this, says whose node it is. Empty where there is no such
 * wallet or it does not run: a question then calls them somebody else's.
 * @param before transactions that this one spends from and that are not sent yet, as hex
 */
export async function findOtherWallet(
  transaction: string,
  before: string,
  { chain, chainManager, signal }: ConsentContext,
): Promise<OtherWallet> {
  const places = new Set<string>()
  const other = chain && (await chainManager.holdOther(chain.id))
  const person = other?.kind === 'friend' ? 'friend' : 'me'
  if (other === undefined) return { places, person }
  const client = createRpcClient((method, params) => other.node.call(method, params, { signal }))
  try {
    const { inputs, outputs, tokens } = await client.call('explaintransaction', {
      transaction,
      ...(before !== '' && { before }),
    })
    for (const { owner, address, pubkey } of [...inputs, ...outputs, ...tokens.flatMap(({ moves }) => moves)]) {
      const place = address ?? pubkey
      if (owner === 'own' && place !== undefined) places.add(place)
    }
  } catch {
    // It stopped meanwhile, say: the question does without.
  }
  return { places, person }
}
