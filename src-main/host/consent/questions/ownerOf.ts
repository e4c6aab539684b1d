import type { Ground } from '../plan.ts'
import type { Owner } from '../surface.ts'

/** An output that nobody spends: only what a payment to the address would be is asked. */
const NOTHING = { txid: '00'.repeat(31).concat('01'), vout: 0 }

/** Whose an address is, as a payment to it would be described. */
export async function ownerOf(address: string, { client }: Ground): Promise<Owner> {
  const hex = await client.call('createrawtransaction', {
    inputs: [NOTHING],
    outputs: { [address]: '0.00001000' },
  })
  const { outputs } = await client.call('explaintransaction', { transaction: hex })
  return outputs[0]?.owner ?? 'unknown'
}
