import type { Explanation } from '#shared/rpc/index.ts'

type Outputs = Explanation['outputs']

const isOwned = ({ owner }: { readonly owner: Outputs[number]['owner'] }) => owner === 'own' || owner === 'imported'

/**
 * Marks payments as change if they return coins to another payer. Their address must be one that the transaction spends
 * from, or a known address of that payer. If this wallet also pays, only known addresses count, because several payers
 * may get change.
 * @param payer addresses and public keys of one wallet; they count if the transaction spends from at least one
 */
export function markReturned(outputs: Outputs, inputs: Explanation['inputs'], payer: ReadonlySet<string>): Outputs {
  const isPayers = ({ address, pubkey }: Pick<Outputs[number], 'address' | 'pubkey'>) =>
    (address !== null && payer.has(address)) || (pubkey !== undefined && payer.has(pubkey))
  const pays = inputs.some(isPayers)
  const from = new Set(inputs.some(isOwned) ? [] : inputs.flatMap(({ address }) => address ?? []))
  return outputs.map((output) => {
    if (output.role !== 'payment' || isOwned(output)) return output
    const returns = (output.address !== null && from.has(output.address)) || (pays && isPayers(output))
    return returns ? { ...output, role: 'change' as const } : output
  })
}
