import { useEffect, useState } from 'react'
import type { RpcClient } from '#shared/rpc/client.ts'
import { formatAmount } from '#shared/units.ts'
import { useNode } from '../../../node/context.tsx'
import { isLocked } from '../../../parts/unlock/unlock.ts'
import type { SendRequest } from './check.ts'

export interface Estimate {
  /** satoshis */
  readonly fee: bigint
  /** bytes */
  readonly size: number
}

export type EstimateState =
  /** the form is not complete, or the node is asked */
  | { readonly state: 'none' | 'asking' }
  | { readonly state: 'known'; readonly estimate: Estimate }
  /** a payment is built to be measured, and that takes the keys */
  | { readonly state: 'locked' }
  | { readonly state: 'refused'; readonly error: unknown }

/** How long a form must stand still before its payment is measured. */
const STILL_MS = 400

/** Has the node build and sign a payment. Nothing is recorded, nothing leaves the node. @throws RpcError */
export function prepare(client: RpcClient, request: SendRequest, signal?: AbortSignal) {
  const { outputs, inputs, rate, everything } = request
  return client.call(
    'preparesend',
    {
      payment: {
        outputs: outputs.map(({ address, satoshis }) => ({ address, amount: formatAmount(satoshis) })),
        inputs: inputs?.map(({ txid, vout }) => ({ txid, vout })) ?? null,
        feerate: rate === undefined ? null : formatAmount(rate),
        subtractfee: everything,
      },
    },
    signal ? { signal } : {},
  )
}

/** What a payment would cost, measured on the payment itself. `key`: changes with the request and with the wallet. */
export function useEstimate(request: SendRequest | undefined, key: string): EstimateState {
  const { client } = useNode()
  const [found, setFound] = useState<{ readonly key: string; readonly state: EstimateState }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says everything that the request does
  useEffect(() => {
    if (!request) return
    const abort = new AbortController()
    const timer = window.setTimeout(async () => {
      try {
        const { fee, size } = await prepare(client, request, abort.signal)
        if (!abort.signal.aborted) setFound({ key, state: { state: 'known', estimate: { fee, size } } })
      } catch (error) {
        if (abort.signal.aborted) return
        setFound({ key, state: isLocked(error) ? { state: 'locked' } : { state: 'refused', error } })
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
