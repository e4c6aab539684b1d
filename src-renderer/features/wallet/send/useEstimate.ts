import { useEffect, useState } from 'react'
import type { RpcClient } from '#shared/rpc/client.ts'
import { formatAmount } from '#shared/units.ts'
import { isLocked } from '../../../components/unlock/unlock.ts'
import { useNode } from '../../../node/context.tsx'
import type { SendRequest } from './check.ts'

export interface Estimate {
  /** satoshis */
  readonly fee: bigint
  /** bytes */
  readonly size: number
  /** figures are those of the built payment; otherwise they are upper limits */
  readonly exact: boolean
}

export type EstimateState =
  /** the form is not complete, or the node is asked */
  | { readonly state: 'none' | 'asking' }
  | { readonly state: 'known'; readonly estimate: Estimate }
  | { readonly state: 'refused'; readonly error: unknown }

/** Delay after the last change before the cost is estimated, in ms. */
const STILL_MS = 400

function paymentOf({ outputs, inputs, rate, everything }: SendRequest) {
  return {
    outputs: outputs.map(({ address, satoshis }) => ({ address, amount: formatAmount(satoshis) })),
    inputs: inputs?.map(({ txid, vout }) => ({ txid, vout })) ?? null,
    feerate: rate === undefined ? null : formatAmount(rate),
    subtractfee: everything,
  }
}

/** Has the node build and sign a payment. Nothing is recorded, nothing leaves the node. @throws RpcError */
export const prepare = (client: RpcClient, request: SendRequest) =>
  client.call('preparesend', { payment: paymentOf(request) })

/** The payment itself, where the wallet is open; while it is locked, what it costs at most. @throws RpcError */
async function estimate(client: RpcClient, request: SendRequest, signal: AbortSignal): Promise<Estimate> {
  const payment = paymentOf(request)
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
 * Cost of a payment before it is sent. `key`: changes with the request and
 * with the wallet.
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
