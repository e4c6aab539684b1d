import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { AddressOwner } from '../consentUi.ts'
import type { ConsentContext } from '../plan.ts'

/** Outpoint that never exists: the transaction is only built so that the node describes a payment to the address. */
const NOTHING = { txid: '00'.repeat(31).concat('01'), vout: 0 }

/** Returns the owner of an address as the node describes it in a payment. */
export async function findOwner(address: string, { client }: ConsentContext): Promise<AddressOwner> {
  const hex = await client.call('createrawtransaction', {
    inputs: [NOTHING],
    outputs: { [address]: '0.00001000' },
  })
  const { outputs } = await client.call('explaintransaction', { transaction: hex })
  return outputs[0]?.owner ?? 'unknown'
}

/** Returns the address in the node's spelling. @throws RpcError if the text is not an address */
export async function ownerAddress(text: string, { client }: ConsentContext): Promise<string> {
  const { isvalid, address } = await client.call('validateaddress', { komodoaddress: text })
  if (isvalid && address !== undefined && /^[A-Za-z0-9]{20,60}$/.test(address)) return address
  throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid transparent address')
}
