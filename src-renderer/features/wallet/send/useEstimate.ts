import { useEffect, useState } from 'react'
import type { RpcClient } from '#shared/rpc/client.ts'
import { formatAmount } from '#shared/units.ts'
import { isLocked } from '../../../components/unlock/unlock.ts'
import { useNode } from '../../../node/context.tsx'
import type { SendRequest } from './check.ts'

export interface Estimate {
  /** in satoshis */
  readonly fee: bigint
  /** in bytes */
  readonly size: number
  /** True if the figures are those of the built payment, false if they are upper limits. */
  readonly exact: boolean
}

export type EstimateState =
  /** The form is incomplete (`none`), or the call is running (`asking`). */
  | { readonly state: 'none' | 'asking' }
  | { readonly state: 'known'; readonly estimate: Estimate }
  | { readonly state: 'refused'; readonly error: unknown }

/** Delay after the last change before the cost is estimated, in ms. */
const STILL_MS = 400

function toPayment({ outputs, inputs, rate, everything }: SendRequest) {
  return {
    outputs: outputs.map(({ address, satoshis }) => ({ address, amount: formatAmount(satoshis) })),
    inputs: inputs?.map(({ txid, vout }) => ({ txid, vout })) ?? null,
    feerate: rate === undefined ? null : formatAmount(rate),
    subtractfee: everything,
  }
}

/**
 * Builds and signs a payment in the node, without recording or sending it.
 * @throws RpcError if the node rejects the payment
 */
export const prepare = (client: RpcClient, request: SendRequest) =>
  client.call('preparesend', { payment: toPayment(request) })

/**
 * Returns the exact cost of the payment if the wallet is unlocked, else an upper limit.
 * @throws RpcError if the node rejects the payment
 */
async function estimate(client: RpcClient, request: SendRequest, signal: AbortSignal): Promise<Estimate> {
  const payment = toPayment(request)
  try {
    const { fee, size } = await client.call('preparesend', { payment }, { signal })
    return { fee, size, exact: true }
  } catch (error) {
    if (!isLocked(error)) throw error
    const { fee, size } = await client.call('estimatesend', { payment }, { signal })
    return { fee, size, exact: false }
  }
}

/**
 * Estimates the cost of a payment before it is sent.
 * @param key changes with the request and with the wallet
 */
export function useEstimate(request: SendRequest | undefined, key: string): EstimateState {
  const { client } = useNode()
  const [found, setFound] = useState<{ readonly key: string; readonly state: EstimateState }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says everything that the request does
  useEffect(() => {
    if (!request) return
    const abort = new AbortController()
    const timer = window.setTimeout(async () => {
      try {
        const found = await estimate(client, request, abort.signal)
        if (!abort.signal.aborted) setFound({ key, state: { state: 'known', estimate: found } })
      } catch (error) {
        if (abort.signal.aborted) return
        setFound({ key, state: { state: 'refused', error } })
      }
    }, STILL_MS)
    return () => {
      window.clearTimeout(timer)
      abort.abort()
    }
  }, [client, key, request === undefined])
  if (!request) return { state: 'none' }
  return found?.key === key ? found.state : { state: 'asking' }
}
